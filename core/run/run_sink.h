#pragma once

#include "core/graph/network_graph.h"
#include "core/machine/machine_sample.h"
#include "core/run/metrics.h"
#include "core/run/scalar_series.h"
#include "core/trace/operators/operator_totals.h"
#include "core/trace/trace.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace stepscope {

enum class LogLevel : uint8_t { Info, Warning, Error };

/// What a run is going to do, known when training begins.
struct RunPlan
{
    int64_t epochs = 0;
    int64_t stepsPerEpoch = 0;
    int64_t totalSteps = 0;
    int64_t trainImages = 0;
    int64_t testImages = 0;
    int64_t tests = 0;       ///< how many times the test set is run
    int64_t testBatches = 0; ///< batches of one test
    int64_t parameters = 0;  ///< trainable values of the network
    int threads = 0;         ///< threads of an operator, as LibTorch reports them
    std::string deviceName;  ///< "AMD EPYC 9654", "NVIDIA H200"
};

enum class RunStage : uint8_t { Preparing, Training, Testing, Finishing };

/// Where a trainer reports to. It calls from the thread that trains, so no function may wait for a reader.
class RunSink
{
public:
    virtual ~RunSink() = default;

    virtual void planned(const RunPlan& plan) = 0;
    /// The run's first step begins; from then on, on the monotonic clock, a run's times count.
    virtual void trainingBegan(int64_t monotonicNs) = 0;
    virtual void stageChanged(RunStage stage) = 0;
    virtual void stepsDone(std::span<const StepMetrics> steps) = 0;
    /// `batches` of the test that is running are done and took so long, without pauses.
    virtual void testProgressed(int64_t batches, int64_t durationNs) = 0;
    virtual void epochDone(const EpochMetrics& epoch) = 0;
    virtual void graphCaptured(NetworkGraph graph) = 0;
    virtual void traceRecorded(TraceChunk chunk) = 0;
    virtual void totalsCounted(OperatorTotals totals) = 0;
    virtual void logged(LogLevel level, std::string text) = 0;
    /// Figures under names of their own, such as a program logs; times count from the first step.
    virtual void scalarsLogged(std::vector<ScalarSeries> scalars) = 0;
    /// What the machine did. Comes from a thread of its own, the sample's time on the monotonic clock.
    virtual void sampled(MachineSample sample) = 0;
};

} // namespace stepscope
