#pragma once

#include "core/machine/environment.h"
#include "core/run_file/run_file_steps.h"
#include "core/run_file/run_file_trace.h"
#include "core/run_file/run_summary.h"
#include "core/run_file/run_update.h"

#include <filesystem>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace stepscope {

/// The contents of a run file.
struct StoredRun
{
    Run run;
    RunLabel label;
    Environment environment;
    std::vector<std::string> problems; ///< what could not be read, one sentence each; empty for a valid file
};

/// The parts of a run file to read, for callers that do not need all of them.
struct RunFileParts
{
    /// Memory for events, in bytes; further events are counted in Run::leftOut. Unless this is 0, a block of
    /// events is always read if it is the only one, as in an imported trace, or the first one and small (1
    /// MB).
    int64_t eventBytes = eventMemoryLimit();
    /// Read no events if they do not all fit, unless they are a single block, as in an imported trace.
    bool onlyAllEvents = false;
    bool steps = true;   ///< Run::steps, else their number in Run::stepsLeftOut
    bool samples = true; ///< Run::samples
};

/// Reads a run file, even while another process is writing it. From a damaged file it reads what it can, and
/// reports the rest. A run that is marked as running, but whose process is gone, has crashed. Throws Error
/// for a file that is not a run file or is from a newer Stepscope.
StoredRun readRunFile(const std::filesystem::path& path, const RunFileParts& parts = {});

/// Reads only the training steps of a run file, some at a time.
class StoredSteps
{
public:
    /// Reads only the first `most` steps, for a file that may have grown since the run was read.
    explicit StoredSteps(std::filesystem::path path, int64_t most = std::numeric_limits<int64_t>::max(),
                         StepColumns columns = StepColumns::All);

    /// The next steps, valid until the next call; empty after the last readable one.
    std::span<const StepMetrics> next();
    /// A sentence on what could not be read; empty if everything was.
    const std::string& problem() const { return m_problem; }

private:
    std::filesystem::path m_path;
    int64_t m_left;
    StepColumns m_columns;
    std::optional<SqliteDatabase> m_database;
    std::optional<StepReader> m_reader;
    std::string m_problem;
};

/// Calls `take` with each training step in turn. Returns StoredSteps::problem(). Exceptions of `take` are
/// passed on.
[[nodiscard]] std::string forStoredSteps(const std::filesystem::path& path,
                                         const std::function<void(const StepMetrics&)>& take);

/// How much of a run has been read, so that only additions to its file need to be read.
struct RunFilePosition
{
    RunOutcome outcome = RunOutcome::NotStarted;
    RunStage stage = RunStage::Preparing;
    int64_t startUnixMs = 0;
    bool hasPlan = false;
    bool hasGraph = false;
    int64_t steps = 0;
    int64_t epochs = 0;
    int64_t logEntries = 0;
    int64_t samples = 0;
    TracePosition trace;
    int64_t totalsSteps = 0;
    int64_t scalars = 0;        ///< points of all series
    bool hasEnvironment = true; ///< not part of the run; it is written after the first steps
};
RunFilePosition positionOf(const Run& run);

/// What was added to a run file since `position`, in time that depends on the amount; none when nothing was.
/// `eventBytes` is the memory for all events of the run, including those it already has. A run whose process
/// is gone has crashed. Throws Error, also when the file now contains another run.
std::optional<RunUpdate> readRunFileSince(const std::filesystem::path& path, const RunFilePosition& position,
                                          int64_t eventBytes = eventMemoryLimit());

/// readRunFile(), but only the columns of a list. Takes well under a millisecond.
RunSummary readRunSummary(const std::filesystem::path& path);

/// Writes how a run ended, when its own process no longer can. Throws Error.
void writeRunOutcome(const std::filesystem::path& path, RunOutcome outcome, const std::string& failure,
                     const std::string& detail);

/// Copies a run to a single file for use elsewhere, even while the run is being written: includes the
/// contents of its journal. The file appears completely or not at all. Throws Error.
void copyRunFile(const std::filesystem::path& from, const std::filesystem::path& to);

/// Together with its journal. Throws Error when the file exists and cannot be removed.
void removeRunFile(const std::filesystem::path& path);

/// Throws Error.
void writeRunLabel(const std::filesystem::path& path, const RunLabel& label);

} // namespace stepscope
