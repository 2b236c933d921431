#include "core/import/chrome_event_list.h"

#include "core/import/event_id_table.h"

#include <algorithm>
#include <numeric>
#include <thread>
#include <tuple>

namespace stepscope {

namespace {

constexpr int64_t nsPerDay = 86'400'000'000'000;
constexpr int64_t mostDaysApart = 30;

/// Of events that begin together, those of a lower rank enclose those of a higher one.
int rankOf(ChromeKind kind)
{
    switch (kind) {
    case ChromeKind::Python:
        return 0;
    case ChromeKind::Runtime:
    case ChromeKind::Overhead:
        return 2;
    case ChromeKind::DeviceAnnotation:
        return 3;
    default:
        return isOnDevice(kind) ? 4 : 1;
    }
}

} // namespace

ChromeEventList::ChromeEventList(std::vector<ChromeBlock> blocks, ChromeNames& names, ChromeTracks& tracks,
                                 const ChromeHeader& header, ImportLog& log)
    : isKineto(header.isKineto)
    , m_names(names)
    , m_tracks(tracks)
    , m_log(log)
{
    size_t count = 0;
    for (const ChromeBlock& block : blocks)
        count += block.events.size();
    events.reserve(count);
    std::vector<ChromePart> parts;
    for (ChromeBlock& block : blocks) {
        for (ChromePart& part : block.parts) {
            part.event.name = names.known(block.reader, part.event.name);
            part.event.track = tracks.idOf(block.reader, part.event.track);
            part.event.detail = noText;
            parts.push_back(part);
        }
        take(block);
        block = {};
    }
    pairParts(std::move(parts));
    dropFarAway();
    findEnds();
    countTracks();
    std::ranges::stable_sort(allocations, {}, &ChromeAllocation::timeNs);
    joinLaunches();
}

void ChromeEventList::take(ChromeBlock& block)
{
    const auto firstWork = uint32_t(work.size());
    hasDecimals = hasDecimals || block.hasDecimals;
    for (const ChromeWork& each : block.work)
        work.push_back(each.work);
    for (const ChromeEvent& event : block.events)
        takeEvent(event, block.reader, firstWork);
    for (ChromeAllocation allocation : block.allocations) {
        allocation.track = m_tracks.idOf(block.reader, allocation.track);
        allocations.push_back(allocation);
    }
    for (ChromeCounterValue value : block.counters) {
        value.track = m_tracks.idOf(block.reader, value.track);
        value.name = m_names.known(block.reader, value.name);
        value.series = m_names.known(block.reader, value.series);
        counters.push_back(value);
    }
}

void ChromeEventList::takeEvent(ChromeEvent event, int reader, uint32_t firstWork)
{
    const bool hasShape = !isOnDevice(event.kind) && event.kind != ChromeKind::Runtime;
    event.name = m_names.known(reader, event.name);
    event.track = m_tracks.idOf(reader, event.track);
    if (event.detail != noText)
        event.detail = hasShape ? m_names.shapeOf(reader, event.detail) : event.detail + firstWork;
    event.kind = kindOf(event);
    if (isOnDevice(event.kind) != !hasShape && event.kind != ChromeKind::Runtime)
        event.detail = noText;
    if (m_names.traits(event.name).step >= 0 && !isOnDevice(event.kind))
        stepEvents.push_back(uint32_t(events.size()));
    events.push_back(event);
}

ChromeKind ChromeEventList::kindOf(const ChromeEvent& event) const
{
    const ChromeNameTraits& traits = m_names.traits(event.name);
    if (event.kind == ChromeKind::Operator && traits.isAnnotation)
        return ChromeKind::Annotation;
    if (event.kind != ChromeKind::Unknown)
        return event.kind;
    const ChromeTracks::Track& track = m_tracks[event.track];
    if (!track.thread.isStream())
        return isKineto || traits.isAnnotation ? ChromeKind::Annotation : ChromeKind::Operator;
    if (track.isAnnotated)
        return ChromeKind::DeviceAnnotation;
    return traits.isCopy ? ChromeKind::MemoryCopy : traits.isSet ? ChromeKind::MemorySet : ChromeKind::Kernel;
}

/// Pairs stand one in the other on each track.
void ChromeEventList::pairParts(std::vector<ChromePart> parts)
{
    if (parts.empty())
        return;
    std::ranges::stable_sort(parts, [](const ChromePart& a, const ChromePart& b) {
        return std::tuple(a.event.track, a.event.startNs) < std::tuple(b.event.track, b.event.startNs);
    });
    int64_t lastEndNs = parts.front().event.startNs;
    for (const ChromePart& part : parts)
        lastEndNs = std::max(lastEndNs, part.event.startNs);
    std::vector<ChromeEvent> open;
    const auto close = [&](int64_t endNs) {
        ChromeEvent event = open.back();
        open.pop_back();
        event.durationNs = endNs - event.startNs;
        event.kind = kindOf(event);
        events.push_back(event);
    };
    const auto closeAll = [&] {
        m_log.count(ImportIssue::BeginsWithoutEnd, int64_t(open.size()));
        while (!open.empty())
            close(lastEndNs);
    };
    uint32_t track = parts.front().event.track;
    for (const ChromePart& part : parts) {
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

/// A single event at time 0 would leave all others within one pixel.
void ChromeEventList::dropFarAway()
{
    if (events.empty())
        return;
    const auto [least, most] = std::ranges::minmax_element(events, {}, &ChromeEvent::startNs);
    if (most->startNs / nsPerDay - least->startNs / nsPerDay <= mostDaysApart)
        return;
    std::vector<int64_t> starts(events.size());
    std::ranges::transform(events, starts.begin(), &ChromeEvent::startNs);
    std::ranges::nth_element(starts, starts.begin() + int64_t(starts.size() / 2));
    const int64_t middleDay = starts[starts.size() / 2] / nsPerDay;
    const auto isFar = [&](int64_t ns) { return std::abs(ns / nsPerDay - middleDay) > mostDaysApart; };
    std::vector<uint32_t> kept;
    for (uint32_t step : stepEvents) {
        if (!isFar(events[step].startNs))
            kept.push_back(step - uint32_t(std::count_if(events.begin(), events.begin() + step,
                                                         [&](const auto& e) { return isFar(e.startNs); })));
    }
    stepEvents = std::move(kept);
    m_log.count(ImportIssue::EventsFarAway,
                int64_t(std::erase_if(events, [&](const auto& event) { return isFar(event.startNs); })));
    std::erase_if(allocations, [&](const auto& each) { return isFar(each.timeNs); });
    std::erase_if(counters, [&](const auto& each) { return isFar(each.timeNs); });
}

void ChromeEventList::findEnds()
{
    constexpr int64_t latest = std::numeric_limits<int64_t>::max();
    int64_t first = latest;
    int64_t last = std::numeric_limits<int64_t>::min();
    const auto widen = [&](int64_t fromNs, int64_t toNs) {
        first = std::min(first, fromNs);
        last = std::max(last, toNs);
    };
    for (const ChromeEvent& event : events)
        widen(event.startNs, event.startNs + event.durationNs);
    for (const ChromeAllocation& allocation : allocations)
        widen(allocation.timeNs, allocation.timeNs);
    for (const ChromeCounterValue& value : counters)
        widen(value.timeNs, value.timeNs);
    firstNs = first == latest ? 0 : first;
    lastNs = first == latest ? 0 : last;
}

void ChromeEventList::countTracks()
{
    for (const ChromeEvent& event : events) {
        ChromeTracks::Track& track = m_tracks[event.track];
        track.firstNs = track.events == 0 ? event.startNs : std::min(track.firstNs, event.startNs);
        ++track.events;
        if (event.kind == ChromeKind::Operator && event.link >= 0)
            (event.forwardThread > 0 ? track.hasBackward : track.hasForward) = true;
    }
    for (const uint32_t step : stepEvents)
        ++m_tracks[events[step].track].steps;
    for (const ChromeAllocation& allocation : allocations) {
        ChromeTracks::Track& track = m_tracks[allocation.track];
        track.firstNs = track.events == 0 ? allocation.timeNs : std::min(track.firstNs, allocation.timeNs);
        ++track.events;
    }
}

/// What launched device work is the call with its correlation. Without one it is the operator with its
/// external id, if that began before: there are writers that put another number there.
void ChromeEventList::joinLaunches()
{
    const auto calls = size_t(std::ranges::count(events, ChromeKind::Runtime, &ChromeEvent::kind));
    EventIdTable callOf(calls);
    for (uint32_t i = 0; i < events.size(); ++i) {
        if (events[i].kind == ChromeKind::Runtime && events[i].link != 0)
            callOf.add(events[i].link, i);
    }
    std::vector<uint32_t> unmatched;
    for (uint32_t i = 0; i < events.size(); ++i) {
        ChromeEvent& event = events[i];
        if (!isOnDevice(event.kind))
            continue;
        const uint32_t call = event.link != 0 ? callOf.find(event.link) : EventIdTable::none;
        event.link = -1;
        if (call != EventIdTable::none)
            joinLaunch(event, call);
        else
            unmatched.push_back(i);
    }
    if (unmatched.empty())
        return;
    EventIdTable operatorOf(events.size());
    for (uint32_t i = 0; i < events.size(); ++i) {
        const ChromeKind kind = events[i].kind;
        if ((kind == ChromeKind::Operator || kind == ChromeKind::Annotation) && events[i].externalId != 0)
            operatorOf.add(events[i].externalId, i);
    }
    for (const uint32_t i : unmatched) {
        ChromeEvent& event = events[i];
        const uint32_t found = event.externalId != 0 ? operatorOf.find(event.externalId) : EventIdTable::none;
        const bool isWork = event.kind <= ChromeKind::MemorySet;
        if (found != EventIdTable::none && events[found].startNs <= event.startNs) {
            m_log.count(ImportIssue::JoinedById, isWork);
            joinLaunch(event, found);
        } else {
            m_log.count(ImportIssue::WorkWithoutLaunch, isWork);
        }
    }
}

void ChromeEventList::joinLaunch(ChromeEvent& event, uint32_t launcher)
{
    event.link = launcher;
    const ChromeEvent& call = events[launcher];
    m_log.count(ImportIssue::LaunchesAfterWork, call.startNs > event.startNs);
    // Some devices' kernels are described where they are launched.
    if (call.kind != ChromeKind::Runtime || call.detail == noText)
        return;
    if (event.detail == noText) {
        event.detail = uint32_t(work.size());
        work.push_back({});
    }
    TraceDeviceWork& known = work[event.detail];
    const TraceDeviceWork& told = work[call.detail];
    if (known.grid[0] == 0)
        std::ranges::copy(told.grid, known.grid);
    if (known.block[0] == 0)
        std::ranges::copy(told.block, known.block);
    if (known.sharedBytes == 0)
        known.sharedBytes = told.sharedBytes;
    if (known.bytes < 0)
        known.bytes = told.bytes;
    if (known.direction == CopyDirection::None)
        known.direction = told.direction;
}

std::vector<uint32_t> ChromeEventList::inOrder(int threads) const
{
    struct Place
    {
        int64_t orderNs;
        uint32_t event;
    };
    std::vector<Place> places(events.size());
    for (uint32_t i = 0; i < places.size(); ++i)
        places[i] = {orderNs(events[i]), i};
    const auto isBefore = [this](const Place& a, const Place& b) {
        if (a.orderNs != b.orderNs)
            return a.orderNs < b.orderNs;
        const ChromeEvent& first = events[a.event];
        const ChromeEvent& second = events[b.event];
        const int ranks = rankOf(first.kind) - rankOf(second.kind);
        if (ranks != 0)
            return ranks < 0;
        // Ids count up as calls begin, which tells more than times in whole microseconds.
        return std::tuple(first.externalId, second.durationNs, a.event) <
               std::tuple(second.externalId, first.durationNs, b.event);
    };
    const auto middle = places.begin() + int64_t(places.size() / 2);
    if (threads > 1 && places.size() > 10'000) {
        std::jthread other([&] { std::sort(places.begin(), middle, isBefore); });
        std::sort(middle, places.end(), isBefore);
        other.join();
        std::inplace_merge(places.begin(), middle, places.end(), isBefore);
    } else {
        std::sort(places.begin(), places.end(), isBefore);
    }
    std::vector<uint32_t> order(places.size());
    std::ranges::transform(places, order.begin(), &Place::event);
    return order;
}

} // namespace stepscope
