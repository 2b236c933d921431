#pragma once

#include "core/trace/timeline/timeline_event.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stepscope {

/// The matching events of a trace, in order of time. Follows a trace as it grows, in portions of any size:
/// ten million events are searched in many short calls.
class TimelineSearch
{
public:
    /// Every event whose name contains the text, ignoring case.
    static TimelineSearch containing(std::string_view text);
    /// Every operator with exactly that name.
    static TimelineSearch ofOperator(std::string_view name);
    /// Every call of a layer.
    static TimelineSearch ofLayer(std::string_view name);
    /// Matches nothing.
    TimelineSearch() = default;

    /// Examines at most `limit` more events, and returns whether all are examined.
    bool update(const Trace& trace, uint32_t limit = allEvents);
    bool isFor(const Trace& trace, EventId event) const;
    bool isActive() const { return m_kind != Kind::Nothing; }
    bool isForText() const { return m_kind == Kind::Text; }
    bool isForLayer() const { return m_kind == Kind::Layer; }
    bool operator==(const TimelineSearch& other) const
    {
        return m_kind == other.m_kind && m_text == other.m_text;
    }

    const std::vector<EventId>& hits() const { return m_hits; }
    /// The index in hits() of the first one after a time, or of the last one before it; wraps around when
    /// there is none. Nothing without hits.
    std::optional<size_t> after(const Trace& trace, int64_t ns) const;
    std::optional<size_t> before(const Trace& trace, int64_t ns) const;

private:
    enum class Kind { Nothing, Text, Operator, Layer };

    bool matches(const std::string& name) const;

    Kind m_kind = Kind::Nothing;
    std::string m_text;
    std::vector<bool> m_wanted; ///< by name
    EventId m_seen{0};
    std::vector<EventId> m_hits;
};

} // namespace stepscope
