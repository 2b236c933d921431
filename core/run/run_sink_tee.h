#pragma once

#include "core/run/run_sink.h"

namespace stepscope {

/// Passes everything on to two other sinks.
class RunSinkTee : public RunSink
{
public:
    RunSinkTee(RunSink& first, RunSink& second)
        : m_first(first)
        , m_second(second)
    {
    }

    void planned(const RunPlan& plan) override { both(&RunSink::planned, plan); }
    void trainingBegan(int64_t ns) override { both(&RunSink::trainingBegan, ns); }
    void stageChanged(RunStage stage) override { both(&RunSink::stageChanged, stage); }
    void stepsDone(std::span<const StepMetrics> steps) override { both(&RunSink::stepsDone, steps); }
    void testProgressed(int64_t batches, int64_t durationNs) override
    {
        both(&RunSink::testProgressed, batches, durationNs);
    }
    void epochDone(const EpochMetrics& epoch) override { both(&RunSink::epochDone, epoch); }
    void graphCaptured(NetworkGraph graph) override { both(&RunSink::graphCaptured, graph); }
    void traceRecorded(TraceChunk chunk) override { both(&RunSink::traceRecorded, chunk); }
    void totalsCounted(OperatorTotals totals) override { both(&RunSink::totalsCounted, totals); }
    void logged(LogLevel level, std::string text) override { both(&RunSink::logged, level, text); }
    void scalarsLogged(std::vector<ScalarSeries> scalars) override { both(&RunSink::scalarsLogged, scalars); }
    void sampled(MachineSample sample) override { both(&RunSink::sampled, sample); }

private:
    template<typename Function, typename... Arguments>
    void both(Function function, const Arguments&... arguments)
    {
        (m_first.*function)(arguments...);
        (m_second.*function)(arguments...);
    }

    RunSink& m_first;
    RunSink& m_second;
};

} // namespace stepscope
