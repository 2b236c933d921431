#pragma once

#include "core/machine/environment.h"
#include "core/machine/machine_sampler.h"
#include "core/record/device_windows.h"
#include "core/record/forward_graph.h"
#include "core/record/logged_scalars.h"
#include "core/record/probe_file.h"
#include "core/record/program_trace.h"
#include "core/record/steps/operator_gaps.h"
#include "core/record/steps/step_finder.h"
#include "core/record/steps/step_losses.h"
#include "core/record/steps/step_samples.h"
#include "core/run/imported_facts.h"
#include "core/run_file/run_recorder.h"

#include <nlohmann/json_fwd.hpp>

#include <deque>
#include <filesystem>
#include <future>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <unordered_set>
#include <variant>
#include <vector>

namespace stepscope {

/// How to record a program.
struct RecordingPlan
{
    std::filesystem::path library; ///< folder of the run files
    std::string name;              ///< name of its runs, such as "train"
    std::vector<std::string> command;
    std::filesystem::path folder; ///< working folder of the program
    StepSource stepOn = StepSource::Unknown;
    std::string stepRange; ///< with StepSource::Marks: the range that ends each step; empty: stepscope.step()
    bool pythonCalls = false; ///< calls of Python functions are recorded as well
    bool windowsOnly = false; ///< operators are recorded and counted only where events are kept
    bool memory = false;      ///< LibTorch's allocations and frees are recorded as well
    bool devices = true;      ///< GPU work is recorded where events are kept, but not with `memory`
    /// Folder for the device traces of PyTorch's profiler; empty: devices are not recorded. ProgramRecorder
    /// creates it.
    std::filesystem::path deviceFolder;
    std::string deviceProblem; ///< a sentence: why there is none although it was requested
    /// The Git revision of the program's folder, as a sentence; empty without a repository.
    std::shared_future<std::string> revision;
    /// Selects the steps whose events are kept: profile, profileWait, profileWarmup, profileActive and
    /// profileRepeat.
    Experiment schedule;
};

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
    bool isWaiting() const { return m_devices.isReading(); }
    /// Reads the rest and closes the run file. Returns a sentence that says why part of the run is missing,
    /// or an empty text.
    std::string end(const ProgramEnd& how);
    /// Whether all of the run is in its file, after end().
    bool isWritten() const { return m_isWritten; }

    /// Empty: no step has been found yet.
    const std::filesystem::path& runFile() const { return m_runFile; }
    int64_t steps() const { return m_steps; }
    StepSource stepSource() const { return m_finder.source(); }
    int64_t rank() const { return m_rank.rank; }
    /// Number of ranks of the distributed training on this machine, or on all machines if that is not known;
    /// 0 if the training is not distributed or its size is not known.
    int64_t localRanks() const { return m_localRanks; }
    /// Why the process is not recorded; empty: it is.
    std::string refusal() const;

private:
    void takeRecords();
    void startNetwork();
    void updateStarted(int64_t ns);
    void updateEnded(int64_t ns, uint64_t optimizer);
    void takeMark(const ProgramMark& mark);
    void takeValue(const ProgramMark& mark);
    void takeSamples(int64_t ns, int64_t samples);
    void takeMessage(const ProgramMark& mark);
    void takeLayer(const nlohmann::json& layer);
    void takeGraph(const nlohmann::json& message, int64_t ns);
    void passOnGraph();
    void takeGap(size_t thread, const ProgramMark& mark);
    void takeRequest();
    void takeSteps();
    void passOnSteps(bool all = false);
    bool lacksLoss(const FoundStep& step) const;
    int64_t foundSteps() const;
    std::optional<int64_t> openSince() const;
    void takeStep(const FoundStep& step);
    void takeEvaluation(const FoundEvaluation& evaluation);
    void logProgram();
    /// Whether this is a rank of a distributed training.
    bool isOneOfSeveral() const { return m_rank.rank >= 0 && m_rank.worldSize > 1; }
    void logRevision();
    void open(const FoundStep& first, int64_t batchSize);
    void startSampler();
    StepSamples::Count samplesOf(const FoundStep& step) const;
    void passOnLogged(int64_t endNs, int64_t step);
    void holdEvents(TraceChunk& chunk, bool isWhole);
    bool wantsOperators() const;
    bool wantsDevices();
    void askProbe();
    StepPhase phaseOf(const FoundStep& step, bool isWhole);
    void passOn(DeviceWindows::Window window);
    void passOnDevices();
    void passOnHeld();
    void finishDevices();
    void log(LogLevel level, std::string text);
    Environment environment() const;

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

    /// Steps and evaluations in the order of time, until all threads' records of that time have been read and
    /// the losses have arrived.
    std::deque<std::variant<FoundStep, FoundEvaluation>> m_found;
    StepLosses m_losses;
    StepSamples m_samples;
    LoggedScalars m_logged;                      ///< since the last step
    std::unordered_set<uint64_t> m_networks;     ///< that were called so far
    std::vector<uint64_t> m_calledNetworks;      ///< reported to the step finder
    uint64_t m_network = 0;                      ///< the outermost network that is called, or was called last
    int64_t m_networkNs = 0;                     ///< start of that call
    std::optional<int64_t> m_updatedNs;          ///< end of the last update, until the program trains again
    std::optional<ProgramMark> m_startedNetwork; ///< a started call whose description may follow
    CallMode m_mode = CallMode::Training;
    FollowedPass m_followed;             ///< the pass whose graph is being created
    std::optional<NetworkGraph> m_graph; ///< until it is written into the run file
    bool m_hasGraph = false;             ///< the graph has been written
    bool m_hasLeftMemory = false;        ///< a profiler of the program recorded memory instead
    int64_t m_skippedUpdates = 0;        ///< by a gradient scaler, because gradients were not finite
    uint64_t m_optimizerId = 0;          ///< of the current or last update; 0: not known
    TraceRank m_rank;
    int64_t m_localRanks = 0;
    std::string m_program; ///< JSON of the program's description of itself

    std::filesystem::path m_runFile;
    std::unique_ptr<RunRecorder> m_recorder;
    std::unique_ptr<MachineSampler> m_sampler; ///< reports to the recorder
    int64_t m_steps = 0;
    OperatorGaps m_gaps;
    bool m_hasLostSteps = false;            ///< what steps are derived from is missing
    uint32_t m_flags = probe::initialFlags; ///< requested from the probe
    DeviceWindows m_devices;
    bool m_isDeviceTold = false; ///< the run has device work, or its log says why not
    int64_t m_shortestNs = 0;    ///< duration of the shortest step except the first; 0: not known
    int64_t m_partSteps = 0;     ///< steps whose operators were not or only partly recorded
    int64_t m_windowNs = 0;      ///< when events were requested in addition to the schedule
    int64_t m_windowSteps = 0;   ///< number of these steps that are still to come
    int64_t m_owedSteps = 0;     ///< active by the schedule but incomplete: later steps replace them
    int64_t m_requestNs = 0;     ///< when requests of other processes were last checked
    EpochMetrics m_epoch;        ///< the steps since the last evaluation
    double m_epochLossSum = 0.0;
    double m_epochLossWeight = 0.0;
    bool m_hasRevision = false;     ///< it has been logged
    int64_t m_originNs = 0;         ///< start of the first step
    int64_t m_lastNs = 0;           ///< of the last mark
    int64_t m_totalsNs = 0;         ///< when totals were last handed over
    std::vector<TraceChunk> m_held; ///< the first steps, in case the program ends before the first active one
    size_t m_heldEvents = 0;
    bool m_hasActive = false;
    bool m_hasRest = false;   ///< readRest() was called
    bool m_isWritten = false; ///< see isWritten()
};

} // namespace stepscope
