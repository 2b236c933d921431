#include "core/import/stacks/stack_profile.h"

#include "core/base/text/ascii.h"
#include "core/import/shared/json_text.h"

#include <algorithm>
#include <array>
#include <utility>

namespace stepscope {

StackNameId StackProfile::name(std::string_view raw)
{
    const bool isFull = m_nameOfRaw.size() >= mostNames;
    const RawNameId known = isFull ? m_raw.find(raw) : m_raw.intern(raw);
    if (known.isNone()) {
        m_log.count(ImportIssue::TooManyFunctions);
        return otherName();
    }
    if (known < m_nameOfRaw.size())
        return m_nameOfRaw[known];
    bool wasRepaired = false;
    const std::string text = plainText(raw, wasRepaired);
    m_log.count(ImportIssue::ControlCharacters, wasRepaired);
    m_nameOfRaw.push_back(m_names.intern(text.empty() ? "(no name)" : text));
    return m_nameOfRaw.back();
}

StackNameId StackProfile::otherName()
{
    return m_names.intern("(other functions)");
}

StackFrameId StackProfile::frame(StackFrameId parent, StackNameId name)
{
    const uint32_t depth = parent == outermost ? 0 : m_frames[parent].depth + 1;
    if (depth >= mostDepth)
        return parent;
    StackFrameId& known = m_frameOf[uint64_t(parent + 1) << 32 | name];
    if (!known.isNone())
        return known;
    if (m_frames.size() >= mostFrames && parent != outermost) {
        m_log.count(ImportIssue::TooManyFrames);
        return known = parent;
    }
    known = StackFrameId(uint32_t(m_frames.size()));
    m_frames.push_back({.parent = parent, .name = name, .depth = depth});
    return known;
}

StackFrameId StackProfile::frameOf(std::span<const StackNameId> stack)
{
    StackFrameId at = outermost;
    for (const auto name : stack.first(std::min<size_t>(stack.size(), mostDepth)))
        at = frame(at, name);
    m_log.count(ImportIssue::DeepStacks, stack.size() > mostDepth);
    return at;
}

void StackProfile::add(StackFrameId frame, int64_t value, int64_t calls)
{
    m_log.count(ImportIssue::NegativeValues, value < 0);
    if (value > mostValue - m_sum) {
        m_log.count(ImportIssue::ValuesTooLarge);
        value = 0;
    }
    value = std::max<int64_t>(value, 0);
    calls = std::clamp<int64_t>(calls, 0, mostValue - m_calls);
    m_sum += value;
    m_calls += calls;
    m_frames[frame].value += value;
    m_frames[frame].calls += calls;
}

Trace StackProfile::trace() const
{
    const size_t count = m_frames.size();
    std::vector<int64_t> inclusive(count);
    std::vector<bool> isCounted(count, false);
    std::vector<StackFrameId> firstChild(count + 1); // the last one: functions without callers
    std::vector<StackFrameId> next(count);
    for (size_t i = count; i-- > 0;) {
        const Frame& frame = m_frames[i];
        inclusive[i] += frame.value;
        isCounted[i] = isCounted[i] || inclusive[i] > 0 || frame.calls > 0;
        const size_t parent = frame.parent == outermost ? count : frame.parent;
        if (!isCounted[i])
            continue;
        next[i] = std::exchange(firstChild[parent], StackFrameId(uint32_t(i)));
        if (frame.parent != outermost) {
            inclusive[parent] += inclusive[i];
            isCounted[parent] = true;
        }
    }

    Trace trace;
    trace.unit = unit;
    trace.threads.push_back({.id = 0, .name = "sums by stack"});
    trace.reserveMore(size_t(std::ranges::count(isCounted, true)));
    struct Open
    {
        StackFrameId frame;
        EventId event;
        int64_t nextNs; ///< where its next callee begins
    };
    std::vector<Open> open{{StackFrameId(uint32_t(count)), noEvent, 0}};
    while (!open.empty()) {
        const StackFrameId frame = firstChild[open.back().frame];
        if (frame.isNone()) {
            open.pop_back();
            continue;
        }
        firstChild[open.back().frame] = next[frame];
        const int64_t startNs = open.back().nextNs;
        open.back().nextNs += inclusive[frame];
        const EventId event = trace.endEvent();
        trace.append({.startNs = startNs,
                      .durationNs = inclusive[frame],
                      .name = trace.names.intern(m_names[m_frames[frame].name]),
                      .parent = open.back().event,
                      .kind = kind});
        trace.calls.push_back(m_frames[frame].calls);
        open.push_back({frame, event, startNs});
    }
    return trace;
}

int64_t scaledValue(int64_t value, int64_t scale)
{
    int64_t scaled = 0;
    if (__builtin_mul_overflow(value, scale, &scaled))
        return value < 0 ? -1 : StackProfile::mostValue + 1;
    return scaled;
}

ProfileUnit profileUnit(std::string_view what, std::string_view unit)
{
    const std::string known = lowerCase(unit);
    struct Time
    {
        std::string_view name;
        int64_t ns;
    };
    static constexpr auto times = std::to_array<Time>({{"nanoseconds", 1},
                                                       {"nanosecond", 1},
                                                       {"ns", 1},
                                                       {"microseconds", 1'000},
                                                       {"microsecond", 1'000},
                                                       {"us", 1'000},
                                                       {"µs", 1'000},
                                                       {"milliseconds", 1'000'000},
                                                       {"millisecond", 1'000'000},
                                                       {"ms", 1'000'000},
                                                       {"seconds", 1'000'000'000},
                                                       {"second", 1'000'000'000},
                                                       {"s", 1'000'000'000}});
    for (const Time& time : times) {
        if (known == time.name)
            return {.unit = {}, .scale = time.ns};
    }
    if (known == "bytes" || known == "byte" || known == "b")
        return {.unit = "bytes"};
    if (known == "kilobytes" || known == "kb")
        return {.unit = "bytes", .scale = 1024};
    const bool isCount = known.empty() || known == "count" || known == "none";
    const std::string_view name = isCount ? what : unit;
    bool wasRepaired = false;
    const std::string text = plainText(name.substr(0, 40), wasRepaired);
    return {.unit = text.empty() ? "counts" : text};
}

} // namespace stepscope
