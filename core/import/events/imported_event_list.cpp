#include "core/import/events/imported_event_list.h"

#include "core/import/events/event_id_table.h"
#include "core/import/events/own_trace.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <future>
#include <numeric>
#include <thread>
#include <tuple>
#include <utility>

namespace stepscope {

namespace {

constexpr int64_t nsPerDay = 86'400'000'000'000;
constexpr int64_t mostDaysApart = 30;

/// Of events that begin at the same time, those of a lower rank enclose those of a higher rank.
int rankOf(ImportedKind kind)
{
    switch (kind) {
    case ImportedKind::Python:
        return 0;
    case ImportedKind::Runtime:
    case ImportedKind::Overhead:
        return 2;
    case ImportedKind::DeviceAnnotation:
        return 3;
    default:
        return isOnDevice(kind) ? 4 : 1;
    }
}

bool isForwardOfSequence(const ImportedEvent& event)
{
    const bool isCalled = event.kind == ImportedKind::Operator || event.kind == ImportedKind::Annotation;
    return isCalled && event.link >= 0 && event.forwardThread == 0;
}

/// Calls `first` for one item after another and `second` for the items that `first` has finished, in parallel
/// if there are two threads.
template<typename Item, typename First, typename Second>
void inTurns(std::vector<Item>& items, int threads, First first, Second second)
{
    if (threads < 2) {
        for (Item& item : items) {
            first(item);
            second(item);
        }
        return;
    }
    std::atomic<size_t> ready = 0;
    std::atomic<bool> isStopped = false;
    auto behind = std::async(std::launch::async, [&] {
        for (size_t i = 0; i < items.size(); ++i) {
            for (size_t known = ready; known <= i; known = ready)
                ready.wait(known);
            if (isStopped)
                return;
            second(items[i]);
        }
    });
    const auto tell = [&ready](size_t count) {
        ready = count;
        ready.notify_one();
    };
    try {
        for (size_t i = 0; i < items.size(); ++i) {
            first(items[i]);
            tell(i + 1);
        }
    } catch (...) {
        isStopped = true;
        tell(items.size());
        throw;
    }
    behind.get();
}

} // namespace

ImportedEventList::ImportedEventList(std::vector<ImportedBlock> blocks, ImportedNames& names,
                                     ImportedTracks& tracks, const TraceHeader& header, int threads,
                                     ImportLog& log)
    : isKineto(header.isKineto)
    , m_names(names)
    , m_tracks(tracks)
    , m_log(log)
    , m_threads(threads)
{
    size_t count = 0;
    for (const ImportedBlock& block : blocks)
        count += block.work.size();
    work.reserve(count);
    std::vector<ImportedPart> parts;
    const auto translated = [&](ImportedBlock& block) {
        translate(block);
        parts.insert(parts.end(), block.parts.begin(), block.parts.end());
    };
    inTurns(blocks, m_threads, translated, [this](ImportedBlock& block) {
        take(block);
        block = {};
    });
    pairParts(std::move(parts));
    dropFarAway();
    surveyOthers();
    isOwn = header.own && isOwnTrace(*this, *header.own);
    if (isOwn)
        return; // allocations are in order, and launches are known
    std::ranges::stable_sort(allocations, {}, &ImportedAllocation::timeNs);
    joinLaunches();
}

void ImportedEventList::translate(ImportedBlock& block)
{
    for (ImportedPart& part : block.parts) {
        part.event.name = m_names.known(block.reader, part.event.name);
        part.event.track = m_tracks.idOf(block.reader, part.event.track);
        part.event.detail = {};
    }
    for (ImportedEventId i(0); i < block.events.size(); ++i) {
        ImportedEvent& event = block.events[i];
        translate(event, block);
        if (m_names.traits(event.name).step >= 0 && !isOnDevice(event.kind))
            block.steps.push_back(i);
    }
    for (ImportedAllocation& allocation : block.allocations)
        allocation.track = m_tracks.idOf(block.reader, allocation.track);
    for (ImportedCounterValue& value : block.counters) {
        value.track = m_tracks.idOf(block.reader, value.track);
        value.name = m_names.known(block.reader, value.name);
        value.series = m_names.known(block.reader, value.series);
    }
}

void ImportedEventList::translate(ImportedEvent& event, const ImportedBlock& block)
{
    const int reader = block.reader;
    const bool hasShape = !isOnDevice(event.kind) && event.kind != ImportedKind::Runtime;
    event.name = m_names.known(reader, event.name);
    event.track = m_tracks.idOf(reader, event.track);
    if (!event.detail.isNone() && hasShape)
        event.detail =
            ImportedDetailId(uint32_t(m_names.shapeOf(reader, ImportedShapeId(uint32_t(event.detail)))));
    event.kind = event.kind == ImportedKind::Kernel ? deviceKindOf(event, block) : kindOf(event);
    if (isOnDevice(event.kind) != !hasShape && event.kind != ImportedKind::Runtime)
        event.detail = {};
}

void ImportedEventList::take(ImportedBlock& block)
{
    const auto firstWork = uint32_t(work.size());
    const uint32_t firstEvent = events.size();
    hasDecimals = hasDecimals || block.hasDecimals;
    for (const auto step : block.steps)
        stepEvents.push_back(ImportedEventId(firstEvent + step));
    for (const ImportedWork& each : block.work)
        work.push_back(each.work);
    for (uint32_t i = 0; i < block.events.size(); ++i) {
        ImportedEvent& event = block.events[i];
        const bool isCall = event.kind == ImportedKind::Runtime;
        if (!event.detail.isNone() && (isCall || isOnDevice(event.kind)))
            event.detail = ImportedDetailId(firstWork + event.detail);
        survey(ImportedEventId(firstEvent + i), event);
    }
    if (own.size() == firstEvent && block.own.size() == block.events.size())
        own.insert(own.end(), block.own.begin(), block.own.end());
    events.append(block.events);
    allocations.insert(allocations.end(), block.allocations.begin(), block.allocations.end());
    counters.insert(counters.end(), block.counters.begin(), block.counters.end());
}

void ImportedEventList::survey(ImportedEventId id, const ImportedEvent& event)
{
    firstNs = std::min(firstNs, event.startNs);
    m_latestStartNs = std::max(m_latestStartNs, event.startNs);
    ImportedTracks::Track& track = m_tracks[event.track];
    track.firstNs = track.events == 0 ? event.startNs : std::min(track.firstNs, event.startNs);
    ++track.events;
    if (event.kind == ImportedKind::Operator && event.link >= 0)
        (event.forwardThread > 0 ? track.hasBackward : track.hasForward) = true;
    track.hasSequence = track.hasSequence || isForwardOfSequence(event);
    if (event.kind == ImportedKind::Runtime && event.link != 0)
        m_calls.push_back(id);
    else if (isOnDevice(event.kind))
        m_deviceEvents.push_back(id);
}

/// For some accelerators, all work is in one category. Work with a direction and a size is a copy.
ImportedKind ImportedEventList::deviceKindOf(const ImportedEvent& event, const ImportedBlock& block) const
{
    if (m_names.traits(event.name).isStreamEvent)
        return ImportedKind::Synchronization;
    if (event.detail.isNone())
        return ImportedKind::Kernel;
    const TraceDeviceWork& reported = block.work[event.detail].work;
    return reported.bytes >= 0 && reported.direction != CopyDirection::None ? ImportedKind::MemoryCopy
                                                                            : ImportedKind::Kernel;
}

ImportedKind ImportedEventList::kindOf(const ImportedEvent& event) const
{
    const NameTraits& traits = m_names.traits(event.name);
    if (event.kind == ImportedKind::Operator && traits.isAnnotation)
        return ImportedKind::Annotation;
    if (event.kind != ImportedKind::Unknown)
        return event.kind;
    const ImportedTracks::Track& track = m_tracks[event.track];
    if (!track.thread.isStream())
        return isKineto || traits.isAnnotation ? ImportedKind::Annotation : ImportedKind::Operator;
    if (track.isAnnotated)
        return ImportedKind::DeviceAnnotation;
    return traits.isCopy  ? ImportedKind::MemoryCopy
           : traits.isSet ? ImportedKind::MemorySet
                          : ImportedKind::Kernel;
}

/// Pairs are nested on each track.
void ImportedEventList::pairParts(std::vector<ImportedPart> parts)
{
    if (parts.empty())
        return;
    std::ranges::stable_sort(parts, [](const ImportedPart& a, const ImportedPart& b) {
        return std::tuple(a.event.track, a.event.startNs) < std::tuple(b.event.track, b.event.startNs);
    });
    int64_t lastEndNs = parts.front().event.startNs;
    for (const ImportedPart& part : parts)
        lastEndNs = std::max(lastEndNs, part.event.startNs);
    std::vector<ImportedEvent> open;
    const auto close = [&](int64_t endNs) {
        ImportedEvent event = open.back();
        open.pop_back();
        event.durationNs = endNs - event.startNs;
        event.kind = kindOf(event);
        survey(ImportedEventId(events.size()), event);
        events.append({&event, 1});
    };
    const auto closeAll = [&] {
        m_log.count(ImportIssue::BeginsWithoutEnd, int64_t(open.size()));
        while (!open.empty())
            close(lastEndNs);
    };
    ImportedTrackId track = parts.front().event.track;
    for (const ImportedPart& part : parts) {
        if (part.event.track != track)
            closeAll();
        track = part.event.track;
        if (!part.isEnd)
            open.push_back(part.event);
        else if (open.empty())
            m_log.count(ImportIssue::EndsWithoutBegin);
        else
            close(part.event.startNs);
    }
    closeAll();
}

/// A single event at time 0 would squeeze all others into one pixel.
void ImportedEventList::dropFarAway()
{
    if (events.empty() || m_latestStartNs / nsPerDay - firstNs / nsPerDay <= mostDaysApart)
        return;
    std::vector<int64_t> starts(events.size());
    for (ImportedEventId i(0); i < events.size(); ++i)
        starts[i] = events[i].startNs;
    std::ranges::nth_element(starts, starts.begin() + int64_t(starts.size() / 2));
    const int64_t middleDay = starts[starts.size() / 2] / nsPerDay;
    const auto isFar = [&](int64_t ns) { return std::abs(ns / nsPerDay - middleDay) > mostDaysApart; };
    ImportedEventId kept(0);
    size_t nextStep = 0;
    std::vector<ImportedEventId> keptSteps;
    for (ImportedEventId i(0); i < events.size(); ++i) {
        const bool isStep = nextStep < stepEvents.size() && stepEvents[nextStep] == i;
        nextStep += isStep;
        if (isFar(events[i].startNs))
            continue;
        if (isStep)
            keptSteps.push_back(kept);
        events[kept] = events[i];
        ++kept;
    }
    stepEvents = std::move(keptSteps);
    m_log.count(ImportIssue::EventsFarAway, int64_t(events.size()) - kept);
    events.shrink(kept);
    std::erase_if(allocations, [&](const auto& each) { return isFar(each.timeNs); });
    std::erase_if(counters, [&](const auto& each) { return isFar(each.timeNs); });

    firstNs = std::numeric_limits<int64_t>::max();
    m_latestStartNs = std::numeric_limits<int64_t>::min();
    m_calls.clear();
    m_deviceEvents.clear();
    m_tracks.forgetEvents();
    for (ImportedEventId i(0); i < events.size(); ++i)
        survey(i, events[i]);
}

void ImportedEventList::surveyOthers()
{
    for (const auto step : stepEvents)
        ++m_tracks[events[step].track].steps;
    for (const ImportedAllocation& allocation : allocations) {
        firstNs = std::min(firstNs, allocation.timeNs);
        ImportedTracks::Track& track = m_tracks[allocation.track];
        track.firstNs = track.events == 0 ? allocation.timeNs : std::min(track.firstNs, allocation.timeNs);
        ++track.events;
    }
    for (const ImportedCounterValue& value : counters)
        firstNs = std::min(firstNs, value.timeNs);
    if (events.empty() && allocations.empty() && counters.empty())
        firstNs = 0;
}

/// Device work was launched by the call with its correlation or, without one, by the operator with its
/// external id if that began earlier: some writers put another number there.
void ImportedEventList::joinLaunches()
{
    EventIdTable callOf(m_calls.size());
    for (const auto i : m_calls)
        callOf.add(events[i].link, i);
    std::vector<ImportedEventId> unmatched;
    for (const auto i : m_deviceEvents) {
        ImportedEvent& event = events[i];
        const ImportedEventId call = event.link != 0 ? callOf.find(event.link) : ImportedEventId();
        event.link = -1;
        if (call.isNone())
            unmatched.push_back(i);
        else
            joinLaunch(event, call);
    }
    if (unmatched.empty())
        return;
    EventIdTable operatorOf(events.size());
    for (ImportedEventId i(0); i < events.size(); ++i) {
        const ImportedKind kind = events[i].kind;
        if ((kind == ImportedKind::Operator || kind == ImportedKind::Annotation) && events[i].externalId != 0)
            operatorOf.add(events[i].externalId, i);
    }
    for (const auto i : unmatched) {
        ImportedEvent& event = events[i];
        const ImportedEventId found =
            event.externalId != 0 ? operatorOf.find(event.externalId) : ImportedEventId();
        const bool isWork = event.kind <= ImportedKind::MemorySet;
        if (!found.isNone() && events[found].startNs <= event.startNs) {
            m_log.count(ImportIssue::JoinedById, isWork);
            joinLaunch(event, found);
        } else {
            m_log.count(ImportIssue::WorkWithoutLaunch, isWork);
        }
    }
}

void ImportedEventList::joinLaunch(ImportedEvent& event, ImportedEventId launcher)
{
    event.link = launcher;
    const ImportedEvent& call = events[launcher];
    m_log.count(ImportIssue::LaunchesAfterWork, call.startNs > event.startNs);
    // The kernels of some devices are described in their launches.
    if (call.kind != ImportedKind::Runtime || call.detail.isNone())
        return;
    if (event.detail.isNone()) {
        event.detail = ImportedDetailId(uint32_t(work.size()));
        work.push_back({});
    }
    TraceDeviceWork& known = work[event.detail];
    const TraceDeviceWork& reported = work[call.detail];
    if (known.grid[0] == 0)
        std::ranges::copy(reported.grid, known.grid);
    if (known.block[0] == 0)
        std::ranges::copy(reported.block, known.block);
    if (known.sharedBytes == 0)
        known.sharedBytes = reported.sharedBytes;
    if (known.bytes < 0)
        known.bytes = reported.bytes;
    if (known.direction == CopyDirection::None)
        known.direction = reported.direction;
}

std::vector<ImportedEventId> ImportedEventList::inOrder() const
{
    struct Place
    {
        int64_t orderNs;
        ImportedEventId event;
        operator ImportedEventId() const { return event; }
    };
    std::vector<Place> places(events.size());
    for (ImportedEventId i(0); i < places.size(); ++i)
        places[i] = {orderNs(events[i]), i};
    const auto isBefore = [this](const Place& a, const Place& b) {
        if (a.orderNs != b.orderNs)
            return a.orderNs < b.orderNs;
        const ImportedEvent& first = events[a.event];
        const ImportedEvent& second = events[b.event];
        const int ranks = rankOf(first.kind) - rankOf(second.kind);
        if (ranks != 0)
            return ranks < 0;
        // Ids count up as calls begin, which is more precise than times in whole microseconds.
        return std::tuple(first.externalId, second.durationNs, a.event) <
               std::tuple(second.externalId, first.durationNs, b.event);
    };
    const auto middle = places.begin() + (m_threads > 1 ? int64_t(places.size() / 2) : 0);
    {
        std::jthread other;
        if (middle != places.begin())
            other = std::jthread([&] { std::sort(places.begin(), middle, isBefore); });
        std::sort(middle, places.end(), isBefore);
    }
    std::vector<ImportedEventId> order(places.size());
    std::merge(places.begin(), middle, middle, places.end(), order.begin(), isBefore);
    return order;
}

} // namespace stepscope
