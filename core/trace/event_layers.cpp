#include "core/trace/event_layers.h"

#include "core/trace/enclosing_event.h"

#include <unordered_map>

namespace stepscope {

std::vector<uint32_t> eventLayers(const Trace& trace)
{
    std::vector<uint32_t> layers(trace.size(), noEvent);
    std::unordered_map<int64_t, uint32_t> layerOfSequence; // of the forward events of this step so far
    size_t step = 0;
    for (uint32_t event = 0; event < trace.size(); ++event) {
        for (; step < trace.steps.size() && event >= trace.steps[step].endEvent; ++step)
            layerOfSequence.clear();
        const auto outer = enclosingEvent(trace, event);
        const auto sequence = trace.sequence[event];
        if (trace.kind[event] == EventKind::Layer)
            layers[event] = trace.name[event];
        else if (outer != noEvent)
            layers[event] = layers[outer];
        if (sequence < 0)
            continue;
        if (trace.pass[event] != Pass::Backward)
            layerOfSequence[sequence] = layers[event];
        else if (const auto found = layerOfSequence.find(sequence); found != layerOfSequence.end())
            layers[event] = found->second;
    }
    return layers;
}

} // namespace stepscope
