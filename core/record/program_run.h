#pragma once

#include "core/machine/environment.h"
#include "core/record/device_windows.h"
#include "core/record/forward_graph.h"
#include "core/record/probe_file.h"
#include "core/record/program_trace.h"
#include "core/record/step_finder.h"
#include "core/run/imported_facts.h"
#include "core/run_file/run_recorder.h"

#include <nlohmann/json_fwd.hpp>

#include <filesystem>
#include <future>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace stepscope {

/// How a program is to be recorded.
struct RecordingPlan
{
    std::filesystem::path library; ///< folder of the run files
    std::string name;              ///< what its runs are called: "train"
    std::vector<std::string> command;
    std::filesystem::path folder; ///< in which it was started
    StepSource stepOn = StepSource::Unknown;
    std::string stepRange; ///< with StepSource::Marks: the range that ends each step; empty: stepscope.step()
    bool pythonCalls = false; ///< calls of Python functions are recorded as well
    bool windowsOnly = false; ///< operators are recorded where events are kept, and counted there alone
    bool memory = false;      ///< what LibTorch allocates and frees is recorded as well
    bool devices = true;      ///< and what GPUs do, where events are kept, but not with `memory`
    /// Into which PyTorch's profiler writes what it saw of devices; empty: that is not recorded.
    /// ProgramRecorder makes it.
    std::filesystem::path deviceFolder;
    std::string deviceProblem; ///< why there is none, where it was wanted: a sentence
    /// What Git says of the program's folder, once that is known: a sentence, or nothing where there is no
    /// repository.
    std::shared_future<std::string> revision;
    /// Which steps' events are kept: profile, profileWait, profileWarmup, profileActive and profileRepeat.
    Experiment schedule;
};

/// How a recorded program ended.
struct ProgramEnd
{
    RunOutcome outcome = RunOutcome::Finished;
    std::string failure; ///< a sentence, with Failed
};

/// The run of one process of a recorded program. Its run file appears with the first step: a launcher, or a
/// worker that loads data, has none.
class ProgramRun
{
public:
    /// `file` is in the memory that the process shares. Throws Error when it is no such file.
    ProgramRun(const std::filesystem::path& file, const RecordingPlan& plan);
    ~ProgramRun();

    int64_t process() const { return m_file.process(); }
    /// Takes in what the process has recorded since the last call. Throws Error when the run file cannot be
    /// made.
    void update();
    /// The process has ended: takes in the rest and closes the run file. Returns the sentence that says why
    /// something of the run is missing in it, or nothing.
    std::string end(const ProgramEnd& how);

    /// Empty: no step was found so far.
    const std::filesystem::path& runFile() const { return m_runFile; }
    int64_t steps() const { return m_steps; }
    /// Of the last step; NaN where none is known.
    float lastLoss() const { return m_lastLoss; }
    StepSource stepSource() const { return m_finder.source(); }
    int64_t rank() const { return m_rank.rank; }
    /// Ranks of the distributed training on this machine, or on all where that is not known; 0 if it is not
    /// distributed or its size is not known.
    int64_t localRanks() const { return m_localRanks; }
    /// Why the process records nothing; empty: it does.
    std::string refusal() const;

private:
    struct Loss
    {
        int64_t ns = 0;
        double value = 0.0;
        bool isInUpdate = false;
    };
    struct Samples
    {
        int64_t ns = 0;
        uint64_t network = 0;
        int64_t count = 0;
        CallMode mode = CallMode::Training;
        bool isInUpdate = false;
    };
    /// A number that the program logs, of which the step may not be known yet.
    struct Logged
    {
        std::string tag;
        std::optional<int64_t> step; ///< as the program says
        int64_t ns = 0;
        double value = 0.0;
    };

    /// Of recording operators.
    struct Switch
    {
        int64_t ns = 0;
        bool isOn = false;
    };

    void takeRecords();
    void startNetwork();
    void takeMark(const ProgramMark& mark);
    void takeValue(const ProgramMark& mark);
    void takeMessage(const ProgramMark& mark);
    void takeLayer(const nlohmann::json& layer);
    void takeOptimizer(const nlohmann::json& optimizer, int64_t ns);
    void takeGraph(const nlohmann::json& message, int64_t ns);
    void passOnGraph();
    void takeRequest();
    void takeSteps();
    void takeStep(const FoundStep& step);
    void takeEvaluation(const FoundEvaluation& evaluation);
    void logProgram();
    /// Whether it is a rank of a distributed training.
    bool isOneOfSeveral() const { return m_rank.rank >= 0 && m_rank.worldSize > 1; }
    void logRevision();
    void open(const FoundStep& first, const StepMetrics& metrics);
    int64_t samplesOf(const FoundStep& step) const;
    float lossOf(const FoundStep& step) const;
    std::string rateTag(uint64_t optimizer);
    void passOnLogged(int64_t endNs, int64_t step);
    void holdEvents(TraceChunk& chunk, bool isWhole);
    bool wantsOperators() const;
    bool wantsDevices();
    void askProbe();
    bool isWhole(const FoundStep& step);
    StepPhase phaseOf(const FoundStep& step, bool isWhole);
    void passOn(DeviceWindows::Window window);
    void passOnDevices();
    void passOnHeld();
    void finishDevices();
    void log(LogLevel level, std::string text);
    Environment environment() const;
    std::string deviceName() const;

    const RecordingPlan& m_plan;
    ProbeFile m_file;
    ProbeClock m_clock;
    ProgramTrace m_trace;
    StepFinder m_finder;
    std::optional<size_t> m_mainThread; ///< the one that makes steps
    std::vector<bool> m_isDamaged;      ///< by thread
    std::vector<uint64_t> m_words;
    std::vector<ProgramMark> m_marks;

    std::vector<Loss> m_losses;
    std::vector<Samples> m_samples;
    std::vector<Logged> m_logged;                ///< since the last step
    std::vector<uint64_t> m_optimizers;          ///< in the order in which they were made
    std::vector<uint64_t> m_calledNetworks;      ///< that the step finder was told of
    uint64_t m_network = 0;                      ///< the outermost one that is being called, or was last
    int64_t m_networkNs = 0;                     ///< when that was
    std::optional<ProgramMark> m_startedNetwork; ///< whose call has begun, of which more is to be said
    CallMode m_mode = CallMode::Training;
    FollowedPass m_followed;             ///< whose graph is to be made
    std::optional<NetworkGraph> m_graph; ///< until the run file takes it
    bool m_hasGraph = false;             ///< it has
    int m_updates = 0;
    bool m_hasLeftMemory = false; ///< to a profiler of the program
    int64_t m_skippedUpdates = 0; ///< by a scaler of gradients that were not finite
    uint64_t m_optimizerId = 0;   ///< of the one that updates, or did last; 0: the program says nothing of it
    std::string m_optimizer;
    double m_learningRate = 0.0;
    TraceRank m_rank;
    int64_t m_localRanks = 0;
    std::string m_program; ///< JSON of what the program says of itself

    std::filesystem::path m_runFile;
    std::unique_ptr<RunRecorder> m_recorder;
    int64_t m_steps = 0;
    /// When the recording of operators began or ended, by time; the first one before the next step.
    std::vector<Switch> m_switches = {{std::numeric_limits<int64_t>::min(), true}};
    uint32_t m_flags = probe::initialFlags; ///< that the probe was asked for
    DeviceWindows m_devices;
    int64_t m_stepNs = 0;      ///< the last step's duration; 0: there was none
    int64_t m_partSteps = 0;   ///< whose operators were not recorded, or not all
    int64_t m_windowNs = 0;    ///< when somebody asked for events, whatever the schedule says
    int64_t m_windowSteps = 0; ///< of so many steps, less those that were taken since
    int64_t m_owedSteps = 0;   ///< active by the schedule, but not whole: later ones take their places
    int64_t m_requestNs = 0;   ///< when somebody else could have asked for them last
    EpochMetrics m_epoch;      ///< the steps since the last evaluation
    double m_epochLossSum = 0.0;
    double m_epochLossWeight = 0.0;
    bool m_hasRevision = false; ///< it is in the log
    int64_t m_originNs = 0;     ///< start of the first step
    int64_t m_lastNs = 0;       ///< of the last mark
    int64_t m_totalsNs = 0;     ///< when totals were handed over last
    float m_lastLoss;
    std::vector<TraceChunk> m_held; ///< the first steps, for a program that ends before the first active one
    size_t m_heldEvents = 0;
    bool m_hasActive = false;
};

} // namespace stepscope
