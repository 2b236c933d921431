#pragma once

#include "core/experiment/experiment.h"
#include "core/machine/machine_sample.h"
#include "core/run/event_memory.h"
#include "core/run/run_sink.h"
#include "core/run/scalar_series.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace stepscope {

enum class RunOutcome : uint8_t {
    NotStarted,
    Running,
    Finished,
    Stopped,
    Failed,
    Crashed, ///< its process ended unexpectedly
};

const char* runOutcomeName(RunOutcome outcome);
/// Shown in lists and tables instead of the outcome of a run that another program recorded, which is not
/// known.
inline constexpr auto importedOutcomeName = "imported";

enum class RunKind : uint8_t {
    Training,
    ForwardPass, ///< a single cold forward pass of one image: not comparable with trainings
    Program,     ///< another program, recorded while it ran
};

struct LogEntry
{
    int64_t unixMs = 0; ///< wall clock
    LogLevel level = LogLevel::Info;
    std::string text;
};

/// Everything known about one training so far. A plain value that belongs to the thread that reads it:
/// RunFeed::drainInto() updates it.
struct Run
{
    RunKind kind = RunKind::Training;
    Experiment experiment;
    RunOutcome outcome = RunOutcome::NotStarted;
    std::string failure;       ///< the sentence of a failed run
    std::string failureDetail; ///< the detail for experts
    RunPlan plan;
    RunStage stage = RunStage::Preparing;
    int64_t testBatchesDone = 0; ///< in the running test
    int64_t testBatchesNs = 0;   ///< duration of these batches, without pauses
    int64_t startUnixMs = 0;
    int64_t endUnixMs = 0;

    std::vector<StepMetrics> steps;
    int64_t stepsLeftOut = 0; ///< training steps that were not read with the run; they are in traceFile
    std::vector<EpochMetrics> epochs;
    std::shared_ptr<const NetworkGraph> graph; ///< null until captured
    Trace trace;           ///< events of the active steps, the first of them if not all fit in memory
    EventsLeftOut leftOut; ///< recorded events that are not in the trace
    std::filesystem::path traceFile; ///< the run file with all steps and events; empty: none
    OperatorTotals totals;           ///< of all recorded steps
    std::vector<LogEntry> log;
    std::vector<MachineSample> samples; ///< in order of time
    /// Logged by a program or by Stepscope itself: its own tags (isOwnTag()) and those of validation.h. In
    /// the order of their first points.
    std::vector<ScalarSeries> scalars;

    bool isOver() const { return outcome >= RunOutcome::Finished; }
};

} // namespace stepscope
