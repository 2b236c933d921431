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

/// The layers that the events of a trace worked for, by one rule wherever they are shown. In the forward pass
/// that is the innermost layer around the event, or the event itself. In the backward pass, where no layer is
/// called, it is the layer of the forward event with the same sequence number in the same step: the latest,
/// and of those the deepest, as autograd numbers them. What an event without a number is called by tells for
/// it, and for work on a device what launched it.
///
/// Takes in what has been appended to the trace since the last call. 4 bytes an event.
class EventLayers
{
public:
    /// As far as event `end`.
    void update(const Trace& trace, uint32_t end = noEvent);

    /// Id in Trace::names, noEvent: it worked for none. Of events that have been taken in.
    uint32_t operator[](uint32_t event) const { return m_layers[event]; }
    /// The layer that a layer is called in, noEvent: the outermost one.
    uint32_t outerOf(uint32_t layer) const { return layer < m_outerOf.size() ? m_outerOf[layer] : noEvent; }
    std::span<const uint32_t> all() const { return m_layers.all(); }

    /// Makes room for so many events in all.
    void reserve(size_t events) { m_layers.reserve(events); }
    /// For another thread: the layers of events from `begin` on, where a step begins and there is room. What
    /// they refer to by their parents and launchers must not stand before.
    EventLayers tail(const Trace& trace, uint32_t begin) const;
    /// Goes on where the tail that began behind these events has ended.
    void join(const Trace& trace, EventLayers&& tail);

private:
    void noteOuter(const Trace& trace, uint32_t layer, uint32_t outer);

    EventColumn m_layers;
    std::vector<uint32_t> m_outerOf; ///< by layer
    FlatIndex m_isNoted;             ///< by layer and the one around: what m_noted holds
    std::vector<std::pair<uint32_t, uint32_t>> m_noted;
    FlatIndex m_eventOfSequence; ///< the latest forward event of this step
    size_t m_step = 0;
    size_t m_work = 0;
};

/// Of all events of a trace, as EventLayers tells them.
std::vector<uint32_t> eventLayers(const Trace& trace);

/// The name of the layer of one event by the same rule; empty: none. Looks at no more than the event's own
/// step.
std::string layerOfEvent(const Trace& trace, uint32_t event);

} // namespace stepscope
