#include "core/import/cuda/cuda_events.h"

#include <cxxabi.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <limits>
#include <utility>

namespace stepscope {

namespace {

constexpr int64_t latestNs = 4'000'000'000'000'000'000; // in the year 2096
constexpr int64_t longestNs = 30LL * 86'400 * 1'000'000'000;

/// Escapes a text as in the names of Chrome traces.
std::string escaped(std::string_view text)
{
    std::string with;
    for (const char c : text) {
        if (c == '\\')
            with += '\\';
        with += c;
    }
    return with;
}

} // namespace

CudaEvents::CudaEvents(ImportLog& log)
    : m_log(log)
{
    m_block.hasDecimals = true;
}

void CudaEvents::addDevice(int64_t number, std::string_view name, int64_t memoryBytes,
                           const GpuLimits& limits)
{
    if (number < 0 || number > std::numeric_limits<int16_t>::max())
        return;
    m_limits[number] = limits;
    constexpr int64_t mostThreads = 1 << 20;
    const bool isKnown = limits.warps > 0 && limits.warps < mostThreads && limits.warpSize > 0 &&
                         limits.warpSize < mostThreads;
    m_devices.push_back({.number = int16_t(number),
                         .name = std::string(name),
                         .memoryBytes = std::max<int64_t>(memoryBytes, 0),
                         .computeMajor = int32_t(countOrNone(limits.computeMajor)),
                         .computeMinor = int32_t(countOrNone(limits.computeMinor)),
                         .processors = int32_t(countOrNone(limits.processors)),
                         .threadsPerProcessor = isKnown ? int32_t(limits.warps * limits.warpSize) : 0,
                         .warpSize = int32_t(countOrNone(limits.warpSize))});
}

ImportedNameId CudaEvents::nameOf(std::string_view text)
{
    if (text.find('\\') != std::string_view::npos)
        return m_texts.names.intern(escaped(text));
    return m_texts.names.intern(text);
}

bool CudaEvents::setTimes(ImportedEvent& event, const Span& span)
{
    if (!span.startNs || (*span.startNs == 0 && span.endNs == 0)) { // CUPTI could not measure it
        m_log.count(ImportIssue::EventsWithoutTime);
        return false;
    }
    const int64_t start = *span.startNs;
    const int64_t end = span.endNs.value_or(start);
    if (std::min(start, end) < -latestNs || std::max(start, end) > latestNs || end - start > longestNs) {
        m_log.count(ImportIssue::EventsFarAway);
        return false;
    }
    m_log.count(ImportIssue::MissingDurations, !span.endNs);
    m_log.count(ImportIssue::NegativeDurations, end < start);
    event.startNs = start;
    event.durationNs = std::max<int64_t>(end - start, 0);
    m_firstNs = std::min(m_firstNs, start);
    m_lastNs = std::max(m_lastNs, start + event.durationNs);
    return true;
}

ImportedTrackId CudaEvents::trackOf(const Thread& thread)
{
    return m_texts.trackOf({.process = thread.process, .thread = thread.thread});
}

void CudaEvents::addCall(const Span& span, const Thread& thread, std::string_view name, int64_t link)
{
    ImportedEvent* const event = addRange(span, thread, name, ImportedKind::Runtime);
    if (!event)
        return;
    event->link = link;
    if (m_trackOfCalls.empty())
        return;
    if (const auto wanted = m_trackOfCalls.find(link); wanted != m_trackOfCalls.end())
        wanted->second = event->track;
}

void CudaEvents::addWork(ImportedKind kind, const Span& span, const Stream& stream, std::string_view name,
                         int64_t link, TraceDeviceWork work)
{
    ImportedEvent event{.link = link, .kind = kind};
    const bool isDevice = stream.device >= 0 && stream.device <= std::numeric_limits<int16_t>::max();
    if (!isDevice) {
        m_log.count(ImportIssue::UnreadableEvents);
        return;
    }
    if (!setTimes(event, span))
        return;
    if (kind == ImportedKind::Kernel) {
        if (const auto limits = m_limits.find(stream.device); limits != m_limits.end())
            estimateOccupancy(work, limits->second);
    }
    event.name = nameOf(name);
    event.track = m_texts.trackOf({.process = stream.device, .thread = stream.stream, .isStream = true});
    event.detail = ImportedDetailId(uint32_t(m_block.work.size()));
    m_block.work.push_back({.work = work, .isStreamKnown = true});
    m_block.events.push_back(event);
}

ImportedEvent* CudaEvents::addRange(const Span& span, const Thread& thread, std::string_view name,
                                    ImportedKind kind)
{
    ImportedEvent event{.kind = kind};
    event.link = kind == ImportedKind::Runtime ? 0 : -1;
    if (!setTimes(event, span))
        return nullptr;
    event.name = nameOf(name);
    event.track = trackOf(thread);
    m_block.events.push_back(event);
    return &m_block.events.back();
}

void CudaEvents::endRange(ImportedEventId event, int64_t endNs)
{
    ImportedEvent& range = m_block.events[event];
    if (endNs < range.startNs || endNs > latestNs || endNs - range.startNs > longestNs) {
        m_log.count(ImportIssue::NegativeDurations, endNs < range.startNs);
        m_log.count(ImportIssue::MissingDurations, endNs >= range.startNs);
        endNs = range.startNs;
    }
    range.durationNs = endNs - range.startNs;
    m_lastNs = std::max(m_lastNs, endNs);
}

void CudaEvents::nameThread(const Thread& thread, std::string_view name)
{
    m_block.names.push_back({.of = ImportedName::Of::Thread, .track = trackOf(thread), .name = nameOf(name)});
}

void CudaEvents::addAllocation(int64_t timeNs, int64_t bytes, uint64_t address, int16_t device, int64_t link)
{
    if (timeNs < -latestNs || timeNs > latestNs || link == 0) {
        m_log.count(ImportIssue::UnreadableEvents);
        return;
    }
    m_trackOfCalls.try_emplace(link);
    m_allocationLinks.push_back(link);
    m_block.allocations.push_back({.timeNs = timeNs, .bytes = bytes, .address = address, .device = device});
}

ImportedEvents CudaEvents::take(TraceHeader& header)
{
    // An allocation belongs to the thread that made the call; without that call its thread is not known.
    std::vector<ImportedAllocation> kept;
    for (size_t i = 0; i < m_block.allocations.size(); ++i) {
        ImportedAllocation& each = m_block.allocations[i];
        each.track = m_trackOfCalls[m_allocationLinks[i]];
        if (!each.track.isNone() && each.timeNs >= m_firstNs && each.timeNs <= m_lastNs)
            kept.push_back(each);
        else
            m_log.count(ImportIssue::UnreadableEvents);
    }
    m_block.allocations = std::move(kept);
    const bool isEmpty = m_block.events.empty();
    const int64_t baseNs = isEmpty ? 0 : m_firstNs;
    for (ImportedEvent& event : m_block.events)
        event.startNs -= baseNs;
    for (ImportedAllocation& allocation : m_block.allocations)
        allocation.timeNs -= baseNs;
    header.baseNs = baseNs;
    header.devices = std::move(m_devices);
    ImportedEvents content;
    content.texts.push_back(std::move(m_texts));
    content.blocks.push_back(std::move(m_block));
    return content;
}

std::string memcpyName(int64_t copyKind, std::string_view source, std::string_view target)
{
    static constexpr auto kinds = std::to_array<std::string_view>(
        {"", "HtoD", "DtoH", "HtoA", "AtoH", "AtoA", "AtoD", "DtoA", "DtoD", "HtoH", "PtoP",
         "HtoD (unified memory)", "DtoH (unified memory)", "DtoD (unified memory)"});
    if (copyKind <= 0 || copyKind >= int64_t(kinds.size()))
        return "Memcpy";
    std::string name = fmt::format("Memcpy {}", kinds[size_t(copyKind)]);
    if (!source.empty() && !target.empty() && !name.ends_with(')'))
        name += fmt::format(" ({} -> {})", source, target);
    return name;
}

CopyDirection memcpyDirection(int64_t copyKind)
{
    using enum CopyDirection;
    // An array is in device memory, too.
    static constexpr auto directions = std::to_array<CopyDirection>(
        {None, HostToDevice, DeviceToHost, HostToDevice, DeviceToHost, DeviceToDevice, DeviceToDevice,
         DeviceToDevice, DeviceToDevice, HostToHost, PeerToPeer, HostToDevice, DeviceToHost, DeviceToDevice});
    return copyKind > 0 && copyKind < int64_t(directions.size()) ? directions[size_t(copyKind)] : None;
}

uint32_t countOrNone(int64_t value)
{
    return value > 0 && value <= std::numeric_limits<int32_t>::max() ? uint32_t(value) : 0;
}

uint32_t sharedBytesOf(int64_t staticBytes, int64_t dynamicBytes)
{
    return countOrNone(staticBytes) + countOrNone(dynamicBytes);
}

std::string demangled(std::string_view name)
{
    std::string text(name);
    if (!name.starts_with("_Z"))
        return text;
    int status = 0;
    char* const plain = abi::__cxa_demangle(text.c_str(), nullptr, nullptr, &status);
    if (status == 0 && plain)
        text = plain;
    std::free(plain);
    return text;
}

} // namespace stepscope
