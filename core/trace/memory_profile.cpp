#include "core/trace/memory_profile.h"

#include "core/trace/enclosing_event.h"
#include "core/trace/find_name.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <numeric>
#include <span>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace stepscope {

namespace {

std::vector<TraceStep> recordedSteps(const Trace& trace)
{
    std::vector<TraceStep> steps;
    std::ranges::copy_if(trace.steps, std::back_inserter(steps), isRecorded);
    return steps;
}

/// Replays the allocations of one device.
class Replay
{
public:
    Replay(std::span<const TraceStep> steps, int16_t device)
        : m_steps(steps)
    {
        m_profile.device = device;
        for (const auto& step : steps)
            m_profile.steps.push_back({.number = step.number, .endNs = step.startNs + step.durationNs});
    }

    void play(const TraceAllocation& allocation)
    {
        beginStepsUntil(allocation.timeNs);
        allocation.bytes < 0 ? free(allocation) : allocate(allocation);
    }

    DeviceMemoryProfile finish();

private:
    void beginStepsUntil(int64_t timeNs);
    void allocate(const TraceAllocation& allocation);
    void free(const TraceAllocation& allocation);
    void keepPoint(int64_t timeNs);
    DeviceMemoryProfile::Step* step() { return m_begun == 0 ? nullptr : &m_profile.steps[m_begun - 1]; }

    std::span<const TraceStep> m_steps;
    DeviceMemoryProfile m_profile;
    size_t m_begun = 0; ///< number of steps that have begun
    int64_t m_bytes = 0;
    std::unordered_map<uint64_t, size_t> m_alive; ///< index of the block, by address
};

void Replay::beginStepsUntil(int64_t timeNs)
{
    for (; m_begun < m_steps.size() && m_steps[m_begun].startNs <= timeNs; ++m_begun) {
        if (auto* before = step())
            before->endBytes = m_bytes;
        if (m_begun > 0 && m_steps[m_begun].number != m_steps[m_begun - 1].number + 1) {
            for (const auto& [address, block] : m_alive)
                m_profile.blocks[block].freedNs = m_steps[m_begun].startNs;
            m_alive.clear();
            m_bytes = 0;
            keepPoint(m_steps[m_begun].startNs);
        }
        m_profile.steps[m_begun].peakBytes = m_bytes;
    }
}

void Replay::keepPoint(int64_t timeNs)
{
    m_profile.alive.push_back({timeNs, m_bytes});
    if (m_bytes > m_profile.peakBytes) {
        m_profile.peakBytes = m_bytes;
        m_profile.peakNs = timeNs;
    }
    if (auto* now = step())
        now->peakBytes = std::max(now->peakBytes, m_bytes);
}

void Replay::allocate(const TraceAllocation& allocation)
{
    // If a block at the same address is alive, its end was missed.
    if (const auto before = m_alive.find(allocation.address); before != m_alive.end()) {
        m_bytes -= m_profile.blocks[before->second].bytes;
        m_profile.blocks[before->second].freedNs = allocation.timeNs;
    }
    m_alive[allocation.address] = m_profile.blocks.size();
    m_profile.blocks.push_back(
        {.bytes = allocation.bytes, .allocatedNs = allocation.timeNs, .event = allocation.event});
    m_bytes += allocation.bytes;
    if (auto* now = step()) {
        now->allocatedBytes += allocation.bytes;
        ++now->allocations;
    }
    keepPoint(allocation.timeNs);
}

void Replay::free(const TraceAllocation& allocation)
{
    const auto found = m_alive.find(allocation.address);
    if (found == m_alive.end()) // a block from before the recording
        return;
    auto& block = m_profile.blocks[found->second];
    block.freedNs = allocation.timeNs;
    m_bytes -= block.bytes;
    m_alive.erase(found);
    keepPoint(allocation.timeNs);
}

DeviceMemoryProfile Replay::finish()
{
    beginStepsUntil(neverFreed);
    if (auto* last = step())
        last->endBytes = m_bytes;
    return std::move(m_profile);
}

using Origin = std::tuple<NameId, NameId, Pass>;

Origin originOf(const Trace& trace, std::span<const NameId> layers, EventId event)
{
    if (event == noEvent)
        return {noName, noName, Pass::Other};
    const auto inmost = operatorAround(trace, event);
    return {inmost == noEvent ? noName : trace.name[inmost], layers[event], trace.pass[event]};
}

std::vector<MemoryShare> byFallingBytes(const std::map<Origin, MemoryShare>& shares)
{
    std::vector<MemoryShare> sorted;
    for (const auto& [origin, share] : shares)
        sorted.push_back(share);
    std::ranges::stable_sort(sorted, std::greater(), &MemoryShare::bytes);
    return sorted;
}

/// `sign`: 1 adds the blocks, -1 subtracts them.
void addShares(const Trace& trace, std::span<const NameId> layers, std::span<const MemoryBlock> blocks,
               int64_t sign, std::map<Origin, MemoryShare>& shares)
{
    for (const auto& block : blocks) {
        const auto origin = originOf(trace, layers, block.event);
        auto& share = shares[origin];
        std::tie(share.operatorName, share.layerName, share.pass) = origin;
        share.blocks += sign;
        share.bytes += sign * block.bytes;
    }
}

} // namespace

std::vector<DeviceMemoryProfile> memoryProfile(const Trace& trace)
{
    // Threads record one after the other.
    std::vector<uint32_t> order(trace.allocations.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(order, std::less(),
                             [&](uint32_t index) { return trace.allocations[index].timeNs; });

    const auto steps = recordedSteps(trace);
    std::map<int16_t, Replay> replays;
    for (const auto index : order) {
        const auto& allocation = trace.allocations[index];
        replays.try_emplace(allocation.device, steps, allocation.device).first->second.play(allocation);
    }
    std::vector<DeviceMemoryProfile> profiles;
    for (auto& [device, replay] : replays)
        profiles.push_back(replay.finish());
    return profiles;
}

int64_t processOfAllocations(const Trace& trace, int16_t device)
{
    const auto known = std::ranges::find(trace.threads, device, &TraceThread::device);
    if (known != trace.threads.end())
        return known->process;
    return trace.threads.empty() ? 0 : trace.threads.front().process;
}

std::vector<MemoryBlock> blocksAliveAt(const DeviceMemoryProfile& profile, int64_t timeNs)
{
    std::vector<MemoryBlock> alive;
    std::ranges::copy_if(profile.blocks, std::back_inserter(alive), [timeNs](const MemoryBlock& block) {
        return block.allocatedNs <= timeNs && block.freedNs > timeNs;
    });
    std::ranges::stable_sort(alive, std::greater(), &MemoryBlock::bytes);
    return alive;
}

int64_t peakTimeWithin(const DeviceMemoryProfile& profile, const TimeInterval& time)
{
    auto next =
        std::ranges::upper_bound(profile.alive, time.startNs, {}, &DeviceMemoryProfile::Point::timeNs);
    int64_t most = next == profile.alive.begin() ? 0 : (next - 1)->bytes;
    int64_t peakNs = time.startNs;
    for (; next != profile.alive.end() && next->timeNs < time.endNs; ++next) {
        const auto after = next + 1; // of several at a time, the last one is what blocksAliveAt() adds up to
        if (next->bytes <= most || (after != profile.alive.end() && after->timeNs == next->timeNs))
            continue;
        most = next->bytes;
        peakNs = next->timeNs;
    }
    return peakNs;
}

std::vector<MemoryBlock> blocksOfOperator(const Trace& trace, std::span<const MemoryBlock> blocks,
                                          const std::string& op)
{
    const auto name = findName(trace, op);
    const auto isIts = [&](const MemoryBlock& block) {
        auto event = block.event == noEvent ? noEvent : operatorAround(trace, block.event);
        while (event != noEvent && trace.name[event] != name)
            event = operatorAround(trace, enclosingEvent(trace, event));
        return event != noEvent;
    };
    std::vector<MemoryBlock> own;
    if (name != noName)
        std::ranges::copy_if(blocks, std::back_inserter(own), isIts);
    return own;
}

int64_t peakTimeOf(std::span<const MemoryBlock> blocks)
{
    std::vector<std::pair<int64_t, int64_t>> changes; // of bytes by time; those freed at a time come first
    for (const auto& block : blocks) {
        changes.emplace_back(block.allocatedNs, block.bytes);
        changes.emplace_back(block.freedNs, -block.bytes);
    }
    std::ranges::sort(changes);
    int64_t bytes = 0;
    int64_t most = 0;
    int64_t atNs = 0;
    for (const auto& [timeNs, change] : changes) {
        bytes += change;
        if (bytes <= most)
            continue;
        most = bytes;
        atNs = timeNs;
    }
    return atNs;
}

std::vector<MemoryShare> memoryShares(const Trace& trace, std::span<const NameId> layers,
                                      std::span<const MemoryBlock> blocks)
{
    std::map<Origin, MemoryShare> shares;
    addShares(trace, layers, blocks, 1, shares);
    return byFallingBytes(shares);
}

MemoryGrowth memoryGrowth(const Trace& trace, std::span<const NameId> layers,
                          const DeviceMemoryProfile& profile)
{
    const auto& steps = profile.steps;
    if (steps.empty())
        return {};
    auto first = steps.end() - 1;
    while (first != steps.begin() && (first - 1)->number + 1 == first->number)
        --first;
    const auto count = steps.end() - first;
    if (count < 3)
        return {};
    std::map<Origin, MemoryShare> shares;
    addShares(trace, layers, blocksAliveAt(profile, steps.back().endNs), 1, shares);
    addShares(trace, layers, blocksAliveAt(profile, first->endNs), -1, shares);
    std::erase_if(shares, [](const auto& entry) { return entry.second.bytes <= 0; });
    return {byFallingBytes(shares), count - 1};
}

} // namespace stepscope
