#pragma once

#include "core/trace/timeline/timeline_event.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stepscope {

/// The events of a trace that are looked for, in the order of time. Follows a trace that grows, and takes as
/// long as it is let: ten million events are looked through in many short turns.
class TimelineSearch
{
public:
    /// Every event whose name holds the text, in whatever case.
    static TimelineSearch containing(std::string_view text);
    /// Every operator of exactly that name.
    static TimelineSearch ofOperator(std::string_view name);
    /// Every call of a layer.
    static TimelineSearch ofLayer(std::string_view name);
    /// Looks for nothing.
    TimelineSearch() = default;

    /// Looks at `limit` more events at most, and returns whether those were all.
    bool update(const Trace& trace, uint32_t limit = noEvent);
    bool isFor(const Trace& trace, uint32_t event) const;
    bool isActive() const { return m_kind != Kind::Nothing; }
    bool isForText() const { return m_kind == Kind::Text; }
    bool isForLayer() const { return m_kind == Kind::Layer; }
    bool operator==(const TimelineSearch& other) const
    {
        return m_kind == other.m_kind && m_text == other.m_text;
    }

    const std::vector<uint32_t>& hits() const { return m_hits; }
    /// The place in hits() of the first after a time, or of the last before it; from the other end when there
    /// is none. Nothing when nothing was found.
    std::optional<size_t> after(const Trace& trace, int64_t ns) const;
    std::optional<size_t> before(const Trace& trace, int64_t ns) const;

private:
    enum class Kind { Nothing, Text, Operator, Layer };

    bool matches(const std::string& name) const;

    Kind m_kind = Kind::Nothing;
    std::string m_text;
    std::vector<bool> m_wanted; ///< by name
    uint32_t m_seen = 0;
    std::vector<uint32_t> m_hits;
};

} // namespace stepscope
