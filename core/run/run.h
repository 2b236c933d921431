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
    Crashed, ///< its process ended without a word
};

const char* runOutcomeName(RunOutcome outcome);
/// What lists and tables say instead of a run that another program recorded: its end is not known.
inline constexpr auto importedOutcomeName = "imported";

enum class RunKind : uint8_t {
    Training,
    ForwardPass, ///< a single cold forward pass of one image: not to be compared with trainings
    Program,     ///< what somebody else's program did, recorded while it ran
};

struct LogEntry
{
    int64_t unixMs = 0; ///< wall clock
    LogLevel level = LogLevel::Info;
    std::string text;
};

/// Everything known of one training, as far as it has come. A plain value that belongs to the thread that
/// reads it: RunFeed::drainInto() brings it up to date.
struct Run
{
    RunKind kind = RunKind::Training;
    Experiment experiment;
    RunOutcome outcome = RunOutcome::NotStarted;
    std::string failure;       ///< the sentence of a failed run
    std::string failureDetail; ///< what an expert wants to see of it
    RunPlan plan;
    RunStage stage = RunStage::Preparing;
    int64_t testBatchesDone = 0; ///< of the test that is running
    int64_t testBatchesNs = 0;   ///< what they took, without pauses
    int64_t startUnixMs = 0;
    int64_t endUnixMs = 0;

    std::vector<StepMetrics> steps;
    int64_t stepsLeftOut = 0; ///< training steps of a run that was read without them; they are in traceFile
    std::vector<EpochMetrics> epochs;
    std::shared_ptr<const NetworkGraph> graph; ///< null until captured
    Trace trace;                               ///< events of the active steps, the first that fit in memory
    EventsLeftOut leftOut;                     ///< recorded events that are not in the trace
    std::filesystem::path traceFile; ///< the run file with all steps and events; empty: there is none
    OperatorTotals totals;           ///< of all recorded steps
    std::vector<LogEntry> log;
    std::vector<MachineSample> samples; ///< in the order of time
    std::vector<ScalarSeries>
        scalars; ///< logged by a program, or Stepscope's own (isOwnTag()), in the order of first points

    bool isOver() const { return outcome >= RunOutcome::Finished; }
};

} // namespace stepscope
