#include "core/record/thread_stream.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <iterator>
#include <utility>

namespace stepscope {

using Kind = ProgramMark::Kind;
using probe::RecordType;

constexpr size_t mostFollowedWords = 10'000'000; // far beyond any network
constexpr size_t mostLongCalls = 1024;

ThreadStream::ThreadStream(ProgramNames& names, ProbeClock& clock, bool isPython)
    : m_names(names)
    , m_clock(clock)
    , m_isPython(isPython)
{
}

void ThreadStream::forget(size_t count, int64_t endNs)
{
    std::erase_if(m_longCalls, [endNs](const LongCall& call) { return call.endNs <= endNs; });
    for (size_t i = 0; i < count && m_longCalls.size() < mostLongCalls; ++i) {
        const auto& event = m_events[i];
        const bool isOpen = event.durationNs < 0;
        const bool isShown = event.kind == EventKind::PythonFunction;
        const bool goesOn = isOpen || (isShown && event.startNs + event.durationNs > endNs);
        if (event.isLost || !goesOn)
            continue;
        auto& call = m_longCalls.emplace_back(LongCall{.event = m_firstEvent + i,
                                                       .startNs = event.startNs,
                                                       .parent = event.parent,
                                                       .name = event.name,
                                                       .isShown = isShown});
        if (!isOpen)
            call.endNs = event.startNs + event.durationNs;
    }
    m_events.erase(m_events.begin(), m_events.begin() + std::ptrdiff_t(count));
    const auto later = std::ranges::lower_bound(m_allocations, endNs, {}, &StreamAllocation::ns);
    m_allocations.erase(m_allocations.begin(), later);
    m_firstEvent += count;
    m_forgottenNs = endNs;
}

LongCall* ThreadStream::longCall(uint64_t event)
{
    const auto found = std::ranges::lower_bound(m_longCalls, event, {}, &LongCall::event);
    return found != m_longCalls.end() && found->event == event ? &*found : nullptr;
}

/// Null: there is no such event, or it has been removed.
StreamEvent* ThreadStream::waitingEvent(uint64_t event)
{
    return event != StreamEvent::none && event >= m_firstEvent ? &m_events[event - m_firstEvent] : nullptr;
}

bool ThreadStream::take(std::span<const uint64_t> words, std::vector<ProgramMark>& marks)
{
    while (!words.empty()) {
        const auto type = probe::typeOf(words.front());
        uint64_t size = probe::fixedWords(type);
        if (size == 0 || size > words.size())
            return false;
        if (probe::hasText(type)) {
            const uint64_t left = (words.size() - size) * sizeof(uint64_t);
            if (words[1] > left)
                return false;
            size += probe::textWords(words[1]);
        }
        if (!takeRecord(words.first(size), marks))
            return false;
        words = words.subspan(size);
    }
    return true;
}

static std::string_view textOf(std::span<const uint64_t> words)
{
    return {reinterpret_cast<const char*>(words.data() + 2), size_t(words[1])};
}

bool ThreadStream::takeRecord(std::span<const uint64_t> words, std::vector<ProgramMark>& marks)
{
    const uint64_t payload = probe::payloadOf(words[0]);
    switch (const auto type = probe::typeOf(words[0])) {
    case RecordType::Enter:
    case RecordType::EnterSequence:
    case RecordType::EnterBackward:
    case RecordType::EnterUser:
    case RecordType::EnterPython:
        if (probe::lowOf(words[1]) >= m_nameOf.size())
            return false;
        [[fallthrough]];
    case RecordType::EnterLayer:
        enter(type, words, marks);
        return true;
    case RecordType::Exit:
        exit(m_clock.nsOf(payload), marks);
        return true;
    case RecordType::ExitAround:
        exitAround(words[1], m_clock.nsOf(payload), marks);
        return true;
    case RecordType::NameIs: {
        if (payload != m_nameOf.size())
            return false;
        const auto text = textOf(words);
        m_nameOf.push_back({m_names.name(text), m_names.roleOf(text)});
        return true;
    }
    case RecordType::ShapeIs:
        if (payload != m_shapeOf.size())
            return false;
        m_shapeOf.push_back(m_names.shape(textOf(words)));
        return true;
    case RecordType::Sync:
        m_clock.sync(payload, int64_t(words[1]));
        return true;
    case RecordType::Value:
        if (m_fetches > 0 &&
            probe::ValueKind(words[1]) == probe::ValueKind::Samples) // the samples of a single fetch
            return true;
        marks.push_back({.kind = Kind::Value,
                         .ns = m_clock.nsOf(payload),
                         .id = words[1],
                         .value = std::bit_cast<double>(words[2])});
        return true;
    case RecordType::Message:
        followPython(m_clock.nsOf(payload), marks);
        marks.push_back(
            {.kind = Kind::Message, .ns = m_clock.nsOf(payload), .text = std::string(textOf(words))});
        return true;
    case RecordType::Dropped:
        m_missing += probe::lowOf(words[1]);
        endOpenRanges(probe::highOf(words[1]), m_clock.nsOf(payload), marks);
        if (std::exchange(m_backward, 0) > 0)
            marks.push_back({.kind = Kind::BackwardEnded, .ns = m_clock.nsOf(payload)});
        return true;
    case RecordType::BackwardBegin:
        followPython(m_clock.nsOf(payload), marks);
        if (m_backward++ == 0)
            marks.push_back({.kind = Kind::BackwardStarted, .ns = m_clock.nsOf(payload)});
        return true;
    case RecordType::BackwardEnd:
        if (m_backward > 0 && --m_backward == 0) {
            m_wentForward = false;
            marks.push_back({.kind = Kind::BackwardEnded, .ns = m_clock.nsOf(payload)});
        }
        return true;
    case RecordType::ThreadIs:
        endOpenRanges(0, m_lastNs, marks);
        return true;
    case RecordType::Inputs:
    case RecordType::Outputs:
        return takeTensors(words);
    case RecordType::FlagsAre:
        marks.push_back({.kind = Kind::FlagsChanged, .ns = m_clock.nsOf(payload), .id = words[1]});
        return true;
    case RecordType::Thinned:
        marks.push_back(
            {.kind = words[1] != 0 ? Kind::GapStarted : Kind::GapEnded, .ns = m_clock.nsOf(payload)});
        return true;
    case RecordType::Memory:
        allocate(words);
        return true;
    }
    return false;
}

std::optional<std::vector<FollowedOperator>> ThreadStream::takeFollowed(int64_t ns)
{
    if (m_followedWords > mostFollowedWords) {
        m_followed.clear();
        m_followedWords = 0;
        return std::nullopt;
    }
    const auto end = std::ranges::upper_bound(m_followed, ns, {}, &FollowedOperator::startNs);
    std::vector<FollowedOperator> taken(std::make_move_iterator(m_followed.begin()),
                                        std::make_move_iterator(end));
    m_followed.erase(m_followed.begin(), end);
    if (m_followed.empty())
        m_followedWords = 0;
    return taken;
}

uint64_t ThreadStream::innermostEvent() const
{
    const auto found = std::ranges::find_if(
        m_open.rbegin(), m_open.rend(), [](const Frame& each) { return each.event != StreamEvent::none; });
    return found == m_open.rend() ? StreamEvent::none : found->event;
}

void ThreadStream::allocate(std::span<const uint64_t> words)
{
    if (m_allocations.size() >= mostWaiting) {
        ++m_leftOutAllocations;
        return;
    }
    const int64_t ns = m_clock.nsOf(probe::payloadOf(words[0]));
    m_allocations.push_back({.ns = m_allocations.empty() ? ns : std::max(ns, m_allocations.back().ns),
                             .bytes = int64_t(words[2]),
                             .address = words[1],
                             .event = innermostEvent(),
                             .device = int16_t(std::clamp<int64_t>(int64_t(words[3]), -1, INT8_MAX))});
}

/// Stores the tensors of the innermost open operator.
bool ThreadStream::takeTensors(std::span<const uint64_t> words)
{
    std::vector<FollowedTensor> tensors;
    for (auto rest = words.subspan(2); !rest.empty();) {
        if (rest.size() < 2 || rest[1] > rest.size() - 2)
            return false;
        const auto sizes = rest.subspan(2, rest[1]);
        tensors.push_back({.address = rest[0], .shape = {sizes.begin(), sizes.end()}});
        rest = rest.subspan(2 + sizes.size());
    }
    const auto* event = m_open.empty() ? nullptr : waitingEvent(m_open.back().event);
    if (!event)
        return true; // its start is missing
    if (event->kind == EventKind::PythonFunction)
        return true; // its end is missing
    if (event->kind != EventKind::Operator)
        return false; // no probe writes that
    m_followedWords += words.size();
    if (m_followedWords > mostFollowedWords)
        return true;
    if (probe::typeOf(words[0]) == RecordType::Outputs) {
        if (!m_followed.empty() && m_followed.back().startNs == event->startNs)
            m_followed.back().outputs = std::move(tensors);
        return true;
    }
    const auto layer = std::ranges::find_if(m_open.rbegin(), m_open.rend(),
                                            [](const Frame& frame) { return frame.layer != 0; });
    m_followed.push_back({.startNs = event->startNs,
                          .sequence = event->sequence,
                          .layer = layer == m_open.rend() ? 0 : layer->layer,
                          .name = event->name,
                          .inputs = std::move(tensors)});
    return true;
}

/// Ends ranges whose end records are missing: their durations are not known.
void ThreadStream::endOpenRanges(size_t left, int64_t ns, std::vector<ProgramMark>& marks)
{
    while (m_open.size() > left) {
        const uint64_t number = m_open.back().event;
        if (auto* event = waitingEvent(number))
            event->isLost = true;
        else if (auto* call = longCall(number))
            call->endNs = ns;
        endRange(m_open.back(), ns, marks);
        m_open.pop_back();
    }
}

/// From now on passes follow from the layers and ranges of a Python program, not from its operators.
void ThreadStream::followPython(int64_t ns, std::vector<ProgramMark>& marks)
{
    if (!std::exchange(m_isPython, true))
        m_native.finish(ns, marks);
}

Pass ThreadStream::passOf(const Frame& frame) const
{
    if (frame.isBackward)
        return Pass::Backward;
    switch (frame.role) {
    case RangeRole::Data:
        return Pass::Data;
    case RangeRole::Update:
    case RangeRole::Reset:
        return Pass::Optimizer;
    case RangeRole::Backward:
        return Pass::Backward;
    case RangeRole::None:
    case RangeRole::Mark:
        break;
    }
    const Pass around = m_open.empty() ? Pass::Other : m_open.back().pass;
    // Some optimizers call the network themselves.
    const bool isInUpdate = around == Pass::Optimizer && m_updates > 0;
    if (around != Pass::Other && !(isInUpdate && (frame.isNetwork || m_backward > 0 || m_wentForward)))
        return around;
    if (frame.isNetwork)
        return Pass::Forward;
    if (m_backward > 0 || m_native.isBackward())
        return Pass::Backward;
    if (m_native.isForward())
        return Pass::Forward;
    return m_wentForward ? Pass::Loss : Pass::Other;
}

void ThreadStream::markNative(bool isBackward, int64_t sequence, int64_t ns, std::vector<ProgramMark>& marks)
{
    const auto before = m_native.forwardNs();
    m_native.operatorStarted(isBackward, sequence, ns, marks);
    if (m_native.forwardNs() == before)
        return;
    for (auto event = m_events.rbegin(); event != m_events.rend(); ++event) {
        if (event->startNs < m_native.forwardNs())
            break;
        event->pass = Pass::Forward;
    }
}

void ThreadStream::enter(RecordType type, std::span<const uint64_t> words, std::vector<ProgramMark>& marks)
{
    const int64_t ns = m_lastNs = m_clock.nsOf(probe::payloadOf(words[0]));
    StreamEvent event{.startNs = ns};
    Frame frame;
    if (type == RecordType::EnterLayer) {
        followPython(ns, marks);
        frame.layer = event.layer = words[1];
        // A module that prepares a sample, such as a torchvision transform, is not a network.
        frame.isNetwork = m_layers++ == 0 && m_fetches == 0;
        event.kind = EventKind::Layer;
        if (frame.isNetwork)
            marks.push_back({.kind = Kind::NetworkStarted, .ns = ns, .id = frame.layer});
    } else {
        const Name name = m_nameOf[probe::lowOf(words[1])];
        frame.name = event.name = name.id;
        if (const uint32_t shape = probe::highOf(words[1]); shape < m_shapeOf.size())
            event.shape = m_shapeOf[shape];
        frame.isBackward = type == RecordType::EnterBackward;
        // On autograd's own thread for a device no call of backward() is open.
        if (name.role == RangeRole::Backward)
            frame.role = name.role;
        const bool hasSequence = type == RecordType::EnterSequence;
        if (hasSequence || frame.isBackward)
            event.sequence = int64_t(words[2]);
        if (type == RecordType::EnterUser) {
            event.kind = EventKind::Range;
            frame.role = name.role;
            if (name.role == RangeRole::Data && m_fetches++ == 0)
                marks.push_back({.kind = Kind::DataStarted, .ns = ns});
            if (name.role == RangeRole::Update && m_updates++ == 0)
                marks.push_back({.kind = Kind::UpdateStarted, .ns = ns, .id = name.id});
            if (name.role == RangeRole::Mark)
                marks.push_back({.kind = Kind::MarkStarted, .ns = ns});
            m_wentForward = m_wentForward && name.role == RangeRole::None;
        } else if (type == RecordType::EnterPython) {
            event.kind = EventKind::PythonFunction;
        } else if (!m_isPython && m_open.empty()) {
            markNative(frame.isBackward || name.role == RangeRole::Backward,
                       hasSequence ? event.sequence : NativePasses::noSequence, ns, marks);
        }
    }
    // A Python function's pass does not determine the pass of the operators that it calls.
    frame.pass = event.kind != EventKind::PythonFunction ? passOf(frame)
                 : m_open.empty()                        ? Pass::Other
                                                         : m_open.back().pass;
    event.pass = event.kind == EventKind::PythonFunction ? Pass::Other : frame.pass;
    if (event.kind == EventKind::PythonFunction && m_events.size() >= mostWaiting) {
        ++m_leftOutCalls;
        frame.event = StreamEvent::none;
        m_open.push_back(frame);
        return;
    }
    event.parent = innermostEvent();
    frame.event = m_firstEvent + m_events.size();
    m_events.push_back(event);
    m_open.push_back(frame);
}

void ThreadStream::exit(int64_t ns, std::vector<ProgramMark>& marks)
{
    m_lastNs = ns;
    if (m_open.empty())
        return; // its start is missing
    const Frame frame = m_open.back();
    m_open.pop_back();
    if (auto* event = waitingEvent(frame.event))
        event->durationNs = std::max<int64_t>(ns - event->startNs, 0);
    else if (auto* call = longCall(frame.event))
        call->endNs = ns;
    endRange(frame, ns, marks);
}

/// The range ends where the range within it starts, so that no range outlasts its outer one; if that was in
/// an earlier step, at the end of the last earlier step.
void ThreadStream::exitAround(size_t depth, int64_t ns, std::vector<ProgramMark>& marks)
{
    if (m_open.empty() || depth >= m_open.size() - 1)
        return exit(ns, marks);
    const Frame frame = m_open[depth];
    const Frame inner = m_open[depth + 1];
    m_open.erase(m_open.begin() + std::ptrdiff_t(depth));
    auto* event = waitingEvent(frame.event);
    auto* call = longCall(frame.event);
    auto* innerEvent = waitingEvent(inner.event);
    auto* innerCall = longCall(inner.event);
    const int64_t endNs = innerEvent ? innerEvent->startNs : innerCall ? m_forgottenNs : ns;
    if (event)
        event->durationNs = std::max<int64_t>(endNs - event->startNs, 0);
    else if (call)
        call->endNs = endNs;
    const uint64_t around = event ? event->parent : call ? call->parent : StreamEvent::none;
    if (innerEvent && innerEvent->parent == frame.event)
        innerEvent->parent = around;
    if (innerCall && innerCall->parent == frame.event)
        innerCall->parent = around;
    endRange(frame, ns, marks);
}

/// Updates the counters of open ranges.
void ThreadStream::endRange(const Frame& frame, int64_t ns, std::vector<ProgramMark>& marks)
{
    if (frame.layer != 0)
        --m_layers;
    if (frame.role == RangeRole::Data)
        --m_fetches;
    if (frame.isNetwork) {
        m_wentForward = true;
        marks.push_back({.kind = Kind::NetworkEnded, .ns = ns, .id = frame.layer});
    }
    if (frame.role == RangeRole::Update && --m_updates == 0)
        marks.push_back({.kind = Kind::UpdateEnded, .ns = ns, .id = frame.name});
    if (frame.role == RangeRole::Mark)
        marks.push_back({.kind = Kind::StepMarked, .ns = ns});
}

} // namespace stepscope
