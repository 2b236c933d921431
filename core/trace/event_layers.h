#pragma once

#include "core/trace/event_column.h"
#include "core/trace/flat_index.h"
#include "core/trace/trace.h"

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace stepscope {

/// The layers that the events of a trace belong to, by one rule wherever they are shown. In the forward pass
/// this is the innermost layer around the event, or the event itself. In the backward pass, which calls no
/// layers, it is the layer of the forward event with the same sequence number in the same step: the latest,
/// and of those the deepest, as autograd numbers them. An event without a number has the layer of its caller,
/// and device work that of its launcher.
///
/// Processes everything that was appended to the trace since the last call. 4 bytes per event.
class EventLayers
{
public:
    /// Up to event `end`.
    void update(const Trace& trace, EventId end = noEvent);

    /// noName: none. For processed events.
    NameId operator[](EventId event) const { return m_layers[event]; }
    /// The layer that calls a layer; noName: it is the outermost one.
    NameId outerOf(NameId layer) const { return layer < m_outerOf.size() ? m_outerOf[layer] : noName; }
    std::span<const NameId> all() const { return m_layers.all(); }

    /// Reserves room for this number of events in total.
    void reserve(size_t events) { m_layers.reserve(events); }
    /// For another thread: the layers of events starting at `begin`, where a step begins and there is room.
    /// Their parents and launchers must not be before it.
    EventLayers tail(const Trace& trace, EventId begin) const;
    /// Continues at the end of the tail that began after these events.
    void join(const Trace& trace, EventLayers&& tail);

private:
    using NoteId = Id<struct NotedLayers>;

    void noteOuter(const Trace& trace, NameId layer, NameId outer);

    EventColumn<NameId> m_layers;
    std::vector<NameId> m_outerOf; ///< by layer
    FlatIndex<NoteId> m_notedAt;   ///< by layer and its outer layer: index in m_noted
    std::vector<std::pair<NameId, NameId>> m_noted;
    FlatIndex<EventId> m_eventOfSequence; ///< the latest forward event of this step
    size_t m_step = 0;
    size_t m_work = 0;
};

/// For all events of a trace, by the rule of EventLayers.
std::vector<NameId> eventLayers(const Trace& trace);

/// The name of the layer of one event by the same rule; empty: none. Only examines the event's own step.
std::string layerOfEvent(const Trace& trace, EventId event);

} // namespace stepscope
