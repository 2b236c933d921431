#include "core/trace/autograd_links.h"

#include "core/base/text/ascii.h"
#include "core/trace/enclosing_event.h"

#include <algorithm>
#include <functional>
#include <unordered_map>
#include <utility>

namespace stepscope {

namespace {

constexpr std::string_view enginePrefix = "autograd::engine::";

bool containsInAnyCase(std::string_view text, std::string_view lower)
{
    return !std::ranges::search(text, lower, [](char a, char b) { return lowerCase(a) == b; }).empty();
}

} // namespace

bool isAutogradNodeName(std::string_view name)
{
    return name.starts_with(enginePrefix) || name.starts_with("torch::autograd::") ||
           (name.find("::") == std::string_view::npos && containsInAnyCase(name, "backward"));
}

bool isAutogradNode(const Trace& trace, EventId event)
{
    if (trace.pass[event] != Pass::Backward || trace.sequence[event] < 0)
        return false;
    const std::string_view name = trace.names[trace.name[event]];
    if (isAutogradNodeName(name))
        return true;
    // A node with any other name is recognized by the engine's call of it,
    // "autograd::engine::evaluate_function: name".
    const EventId around = enclosingEvent(trace, event);
    if (around == noEvent)
        return false;
    std::string_view call = trace.names[trace.name[around]];
    if (!call.starts_with(enginePrefix) || !call.ends_with(name))
        return false;
    call.remove_suffix(name.size());
    return call.ends_with(": ");
}

bool canMakeNode(const Trace& trace, EventId event)
{
    if (trace.sequence[event] < 0 || isAutogradNode(trace, event))
        return false;
    if (trace.pass[event] != Pass::Backward)
        return true;
    for (EventId at = enclosingEvent(trace, event); at != noEvent; at = enclosingEvent(trace, at)) {
        if (trace.sequence[at] == trace.sequence[event] && isAutogradNode(trace, at))
            return false;
    }
    return true;
}

bool isLaterMaker(const Trace& trace, EventId event, EventId known)
{
    const bool isOfBackwardOnly = trace.pass[event] == Pass::Backward && trace.pass[known] != Pass::Backward;
    if (isOfBackwardOnly && trace.thread[event] != trace.thread[known])
        return false;
    return std::pair(trace.startNs[event], event) > std::pair(trace.startNs[known], known);
}

AutogradLinks::AutogradLinks(const Trace& trace)
{
    std::vector<EventId> numbered;
    for (EventId event(0); event < trace.endEvent(); ++event) {
        if (trace.sequence[event] >= 0)
            numbered.push_back(event);
    }
    // Of events that end together, the inner one, which has the larger index, ended first.
    std::ranges::sort(numbered, std::ranges::less(), [&trace](EventId event) {
        return std::pair(trace.startNs[event] + trace.durationNs[event], ~event);
    });
    struct Forward
    {
        EventId event;
        bool isLinked;
    };
    std::unordered_map<int64_t, Forward> forwardOf; // by sequence number
    for (const EventId event : numbered) {
        const auto found = forwardOf.find(trace.sequence[event]);
        const bool isNode = isAutogradNode(trace, event);
        if (!isNode && !canMakeNode(trace, event))
            continue;
        if (!isNode) {
            if (found == forwardOf.end())
                forwardOf.emplace(trace.sequence[event], Forward{event, false});
            else if (found->second.isLinked || isLaterMaker(trace, event, found->second.event))
                found->second = {event, false};
        } else if (found != forwardOf.end()) {
            m_links.push_back({event, found->second.event, !found->second.isLinked});
            found->second.isLinked = true;
        }
    }
    std::ranges::sort(m_links, {}, &Link::node);
}

const AutogradLinks::Link* AutogradLinks::find(EventId event) const
{
    const auto found = std::ranges::lower_bound(m_links, event, {}, &Link::node);
    return found != m_links.end() && found->node == event ? &*found : nullptr;
}

EventId AutogradLinks::forwardOf(EventId event) const
{
    const Link* link = find(event);
    return link ? link->forward : noEvent;
}

bool AutogradLinks::isArrowEnd(EventId event) const
{
    const Link* link = find(event);
    return link && link->isArrowEnd;
}

} // namespace stepscope
