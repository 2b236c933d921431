#pragma once

#include "core/graph/network_graph.h"
#include "sample_run.h"

#include <memory>

namespace stepscope::test {

/// Gives a trace, whose events were taken from another one, the work of a GPU.
class DeviceWork
{
public:
    explicit DeviceWork(Trace& trace)
        : m_trace(trace)
    {
        trace.threads = {{1, "training"}, {.id = 7, .device = 0}, {.id = 9, .device = 0}};
    }

    void launch(EventId launcher)
    {
        const std::string full = m_trace.names[m_trace.name[launcher]];
        const std::string name = full.substr(full.rfind(':') + 1);
        if (name == "index_select")
            return add("Memcpy HtoD (Pageable -> Device)", EventKind::MemoryCopy, ThreadId(1), launcher,
                       -1.0F);
        add("void at::native::" + name + "_kernel<4, float>(int, float*)", EventKind::Kernel, ThreadId(1),
            launcher, 0.5F);
        if (m_trace.durationNs[launcher] > 1'000'000)
            add("void at::native::" + name + "_reduce<float>(float*)", EventKind::Kernel, ThreadId(2),
                launcher, 0.75F);
    }

private:
    void add(const std::string& name, EventKind kind, ThreadId stream, EventId launcher, float occupancy)
    {
        m_trace.deviceWork.push_back(
            {.event = m_trace.endEvent(), .launcher = launcher, .occupancy = occupancy});
        m_trace.append({.startNs = m_trace.startNs[launcher] + 2'000,
                        .durationNs = m_trace.durationNs[launcher] / 2,
                        .name = m_trace.names.intern(name),
                        .thread = stream,
                        .kind = kind});
    }

    Trace& m_trace;
};

/// The sample run as if a GPU had worked for it: what calls no other operator launches a kernel half as long
/// on stream 7, and what takes more than a millisecond another one on stream 9; each batch is copied.
inline Run deviceRun(int steps = 5)
{
    Run run = sampleRun(steps);
    const Trace host = std::move(run.trace);
    run.trace = {};
    run.trace.names = host.names;
    run.trace.shapes = host.shapes;
    DeviceWork work(run.trace);
    for (TraceStep step : host.steps) {
        const EventId first = run.trace.endEvent();
        std::vector<bool> calls(step.endEvent - step.firstEvent);
        for (EventId event = step.firstEvent; event < step.endEvent; ++event) {
            TraceEvent copy = host.event(event);
            if (copy.parent != noEvent) {
                calls[copy.parent - step.firstEvent] = true;
                copy.parent = EventId(copy.parent + first - step.firstEvent);
            }
            run.trace.append(copy);
        }
        for (uint32_t i = 0; i < calls.size(); ++i) {
            const EventId event(first + i);
            const bool isBatch = run.trace.names[run.trace.name[event]] == "aten::index_select";
            if ((!calls[i] || isBatch) && run.trace.kind[event] == EventKind::Operator)
                work.launch(event);
        }
        step.firstEvent = first;
        step.endEvent = run.trace.endEvent();
        run.trace.steps.push_back(step);
    }
    NetworkGraph graph;
    const GraphLayerId whole(0);
    graph.layers = {{"", "ConvNet", {}, 0},
                    {"conv1", "Conv2d", whole, 0},
                    {"conv2", "Conv2d", whole, 0},
                    {"fc1", "Linear", whole, 0},
                    {"fc2", "Linear", whole, 0}};
    run.graph = std::make_shared<const NetworkGraph>(std::move(graph));
    return run;
}

} // namespace stepscope::test
