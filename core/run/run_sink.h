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

/// The plan of a run, known when training begins.
struct RunPlan
{
    int64_t epochs = 0;
    int64_t stepsPerEpoch = 0;
    int64_t totalSteps = 0;
    int64_t trainImages = 0;      ///< without those that are set aside for validation
    int64_t validationImages = 0; ///< set aside for validation; 0 also if an older version recorded the run
    int64_t testImages = 0;
    int64_t tests = 0;       ///< how often the test set is evaluated
    int64_t testBatches = 0; ///< batches of one test, with those of the validation before it
    int64_t parameters = 0;  ///< trainable values of the network
    int threads = 0;         ///< threads per operator, as LibTorch reports them
    std::string deviceName;  ///< "AMD EPYC 9654", "NVIDIA H200"
};

enum class RunStage : uint8_t { Preparing, Training, Testing, Finishing };

/// Receives the reports of a trainer. It is called on the training thread, so no function may wait for a
/// reader.
class RunSink
{
public:
    virtual ~RunSink() = default;

    virtual void planned(const RunPlan& plan) = 0;
    /// The run's first step begins; the run's times, on the monotonic clock, count from here.
    virtual void trainingBegan(int64_t monotonicNs) = 0;
    virtual void stageChanged(RunStage stage) = 0;
    virtual void stepsDone(std::span<const StepMetrics> steps) = 0;
    /// `batches` of the running test are done and took `durationNs`, without pauses.
    virtual void testProgressed(int64_t batches, int64_t durationNs) = 0;
    virtual void epochDone(const EpochMetrics& epoch) = 0;
    virtual void graphCaptured(NetworkGraph graph) = 0;
    virtual void traceRecorded(TraceChunk chunk) = 0;
    virtual void totalsCounted(OperatorTotals totals) = 0;
    virtual void logged(LogLevel level, std::string text) = 0;
    /// Figures with names of their own, for example logged by a program; times count from the first step.
    virtual void scalarsLogged(std::vector<ScalarSeries> scalars) = 0;
    /// A sample of the machine. Called on a separate thread; the sample's time is on the monotonic clock.
    virtual void sampled(MachineSample sample) = 0;
};

} // namespace stepscope
