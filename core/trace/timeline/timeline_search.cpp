#include "core/trace/timeline/timeline_search.h"

#include "core/base/text/ascii.h"

#include <algorithm>

namespace stepscope {

TimelineSearch TimelineSearch::containing(std::string_view text)
{
    TimelineSearch search;
    search.m_kind = text.empty() ? Kind::Nothing : Kind::Text;
    search.m_text = lowerCase(text);
    return search;
}

TimelineSearch TimelineSearch::ofOperator(std::string_view name)
{
    TimelineSearch search;
    search.m_kind = Kind::Operator;
    search.m_text = name;
    return search;
}

TimelineSearch TimelineSearch::ofLayer(std::string_view name)
{
    TimelineSearch search;
    search.m_kind = Kind::Layer;
    search.m_text = name;
    return search;
}

bool TimelineSearch::matches(const std::string& name) const
{
    if (m_kind != Kind::Text)
        return name == m_text;
    return !std::ranges::search(name, m_text, {}, [](char c) { return lowerCase(c); }).empty();
}

bool TimelineSearch::isFor(const Trace& trace, EventId event) const
{
    const NameId name = trace.name[event];
    if (name >= m_wanted.size() || !m_wanted[name])
        return false;
    return m_kind == Kind::Text || (trace.kind[event] == EventKind::Layer) == (m_kind == Kind::Layer);
}

bool TimelineSearch::update(const Trace& trace, uint32_t limit)
{
    if (m_kind == Kind::Nothing)
        return true;
    while (m_wanted.size() < trace.names.size())
        m_wanted.push_back(matches(trace.names[NameId(uint32_t(m_wanted.size()))]));

    const auto known = std::ptrdiff_t(m_hits.size());
    const EventId end(m_seen + std::min(trace.size() - m_seen, limit));
    for (; m_seen < end; ++m_seen) {
        if (isFor(trace, m_seen))
            m_hits.push_back(m_seen);
    }
    // A step's events are stored thread by thread.
    const auto start = [&trace](EventId event) { return trace.startNs[event]; };
    const auto fresh = m_hits.begin() + known;
    if (!std::is_sorted(fresh, m_hits.end(), [&](EventId a, EventId b) { return start(a) < start(b); }))
        std::ranges::stable_sort(fresh, m_hits.end(), {}, start);
    if (known > 0 && fresh != m_hits.end() && start(*fresh) < start(*(fresh - 1)))
        std::ranges::inplace_merge(m_hits, fresh, {}, start);
    return m_seen == trace.size();
}

std::optional<size_t> TimelineSearch::after(const Trace& trace, int64_t ns) const
{
    if (m_hits.empty())
        return {};
    const auto found =
        std::ranges::upper_bound(m_hits, ns, {}, [&](EventId event) { return trace.startNs[event]; });
    return found == m_hits.end() ? 0 : size_t(found - m_hits.begin());
}

std::optional<size_t> TimelineSearch::before(const Trace& trace, int64_t ns) const
{
    if (m_hits.empty())
        return {};
    const auto found =
        std::ranges::lower_bound(m_hits, ns, {}, [&](EventId event) { return trace.startNs[event]; });
    return (found == m_hits.begin() ? m_hits.size() : size_t(found - m_hits.begin())) - 1;
}

} // namespace stepscope
