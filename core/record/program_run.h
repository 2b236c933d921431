#pragma once

#include "core/machine/machine_sampler.h"
#include "core/record/event_windows.h"
#include "core/record/followed_graph.h"
#include "core/record/logged_scalars.h"
#include "core/record/network_calls.h"
#include "core/record/probe_file.h"
#include "core/record/program_description.h"
#include "core/record/program_trace.h"
#include "core/record/recording_log.h"
#include "core/record/recording_plan.h"
#include "core/record/steps/found_steps.h"
#include "core/record/steps/operator_gaps.h"
#include "core/record/steps/step_finder.h"
#include "core/record/steps/step_losses.h"
#include "core/record/steps/step_samples.h"
#include "core/run_file/run_recorder.h"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace stepscope {

/// How a recorded program ended.
struct ProgramEnd
{
    RunOutcome outcome = RunOutcome::Finished;
    std::string failure; ///< a sentence, with Failed
};

/// The run of one process of a recorded program. The run file is created with the first step: a launcher, or
/// a worker that loads data, has none.
class ProgramRun
{
public:
    /// `file` is the shared file of the process. Throws Error if it is not a probe's file.
    ProgramRun(const std::filesystem::path& file, const RecordingPlan& plan);
    ~ProgramRun();

    int64_t process() const { return m_file.process(); }
    /// Reads what the process has recorded since the last call. Throws Error if the run file cannot be
    /// created.
    void update();
    /// Call it when the process has ended: reads the rest of what it has recorded.
    void readRest();
    /// Whether end() would wait for a GPU trace that is being read.
    bool isWaiting() const { return m_windows.isWaiting(); }
    /// Reads the rest and closes the run file. Returns a sentence that says why part of the run is missing,
    /// or an empty text.
    std::string end(const ProgramEnd& how);
    /// Whether all of the run is in its file, after end().
    bool isWritten() const { return m_isWritten; }

    /// Empty: no step has been found yet.
    const std::filesystem::path& runFile() const { return m_runFile; }
    int64_t steps() const { return m_steps; }
    StepSource stepSource() const { return m_finder.source(); }
    int64_t rank() const { return m_program.rank().rank; }
    /// See ProgramDescription.
    int64_t localRanks() const { return m_program.localRanks(); }
    /// Why the process is not recorded; empty: it is.
    std::string refusal() const;

private:
    void takeRecords();
    void takeThread(size_t thread);
    void startNetwork();
    void updateStarted(int64_t ns);
    void updateEnded(int64_t ns, uint64_t optimizer);
    void takeMark(const ProgramMark& mark);
    void takeValue(const ProgramMark& mark);
    void takeMessage(const ProgramMark& mark);
    void takeLayer(const nlohmann::json& layer);
    void takeGraph(const nlohmann::json& message, int64_t ns);
    void passOnGraph();
    void takeGap(size_t thread, const ProgramMark& mark);
    void askProbe();
    void passOnSteps(bool all = false);
    int64_t foundSteps() const { return m_steps + m_found.steps(); }
    std::optional<int64_t> openSince() const;
    void takeStep(const FoundStep& step);
    void takeEvaluation(const FoundEvaluation& evaluation);
    void open(const FoundStep& first, int64_t batchSize);
    Experiment experiment(int64_t batchSize) const;
    void startSampler();
    void passOnLogged(int64_t endNs, int64_t step);
    RecordingSummary summary();
    void log(LogLevel level, std::string text);
    void log(std::vector<RecordingSentence> sentences);
    void logRevision();

    const RecordingPlan& m_plan;
    ProbeFile m_file;
    int64_t m_startTicks; ///< of the process, see probe::fileSuffix; -1: not known
    ProbeClock m_clock;
    ProgramTrace m_trace;
    StepFinder m_finder;
    std::optional<size_t> m_mainThread; ///< the thread that makes steps
    std::vector<bool> m_isDamaged;      ///< by thread
    std::vector<uint64_t> m_words;
    std::vector<ProgramMark> m_marks;
    int64_t m_lastNs = 0; ///< of the last mark

    ProgramDescription m_program;
    FoundSteps m_found; ///< until they are passed on
    StepLosses m_losses;
    StepSamples m_samples;
    OperatorGaps m_gaps;
    LoggedScalars m_logged; ///< since the last step
    NetworkCalls m_networks;
    FollowedGraph m_graph;
    EventWindows m_windows;
    uint32_t m_flags = probe::initialFlags; ///< requested from the probe
    std::optional<int64_t> m_updatedNs;     ///< end of the last update, until the program trains again
    uint64_t m_optimizerId = 0;             ///< of the current or last update; 0: not known

    std::filesystem::path m_runFile;
    std::unique_ptr<RunRecorder> m_recorder;
    std::unique_ptr<MachineSampler> m_sampler; ///< reports to the recorder
    int64_t m_steps = 0;
    int64_t m_originNs = 0; ///< start of the first step
    int64_t m_totalsNs = 0; ///< when totals were last handed over
    EpochMetrics m_epoch;   ///< the steps since the last evaluation
    double m_epochLossSum = 0.0;
    double m_epochLossWeight = 0.0;

    bool m_hasRevision = false;   ///< it has been logged
    bool m_hasLostSteps = false;  ///< what steps are derived from is missing
    bool m_hasLeftMemory = false; ///< a profiler of the program recorded memory instead
    int64_t m_skippedUpdates = 0; ///< by a gradient scaler, because gradients were not finite
    int64_t m_partSteps = 0;      ///< steps whose operators were not or only partly recorded
    bool m_hasRest = false;       ///< readRest() was called
    bool m_isWritten = false;     ///< see isWritten()
};

} // namespace stepscope
