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

/// What a run file holds.
struct StoredRun
{
    Run run;
    RunLabel label;
    Environment environment;
    std::vector<std::string> problems; ///< what could not be read, each in a sentence; empty for a sound file
};

/// Which parts of a run file to read, for those who need not all of them.
struct RunFileParts
{
    /// Memory for events, in bytes: those beyond are counted in Run::leftOut. Unless this is 0, a block of
    /// events is read in any case that is the only one, as in an imported trace, or the first and small (1
    /// MB).
    int64_t eventBytes = eventMemoryLimit();
    /// Read no events where not all of them are to be read, unless they are a single block, as those of an
    /// imported trace are.
    bool onlyAllEvents = false;
    bool steps = true;   ///< Run::steps, else their number in Run::stepsLeftOut
    bool samples = true; ///< Run::samples
};

/// Reads a run file, also one that another process is writing. Of a damaged one it reads what can be read,
/// and says what cannot. A run that says it is running, but whose process has gone, has crashed. Throws Error
/// for what is no run file or a newer Stepscope's.
StoredRun readRunFile(const std::filesystem::path& path, const RunFileParts& parts = {});

/// Reads the training steps of a run file alone, some at a time.
class StoredSteps
{
public:
    /// No more than the first `most` steps, as of a file that may have grown since the run was read.
    explicit StoredSteps(std::filesystem::path path, int64_t most = std::numeric_limits<int64_t>::max(),
                         StepColumns columns = StepColumns::All);

    /// The next steps, valid until the next call; empty after the last one that can be read.
    std::span<const StepMetrics> next();
    /// A sentence on what could not be read; empty: nothing.
    const std::string& problem() const { return m_problem; }

private:
    std::filesystem::path m_path;
    int64_t m_left;
    StepColumns m_columns;
    std::optional<SqliteDatabase> m_database;
    std::optional<StepReader> m_reader;
    std::string m_problem;
};

/// Calls `take` with each training step in turn. Returns StoredSteps::problem(). Throws what `take` throws.
[[nodiscard]] std::string forStoredSteps(const std::filesystem::path& path,
                                         const std::function<void(const StepMetrics&)>& take);

/// How much of a run has been read, so that what comes to its file can be read by itself.
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
    bool hasEnvironment = true; ///< which is not a part of the run; it is written after the first steps
};
RunFilePosition positionOf(const Run& run);

/// What has come to a run file since, in time that depends on how much that is; none when nothing has.
/// `eventBytes` is the memory for all events of the run, those that it has already among them. A run whose
/// process has gone has crashed. Throws Error, also when the file holds another run now.
std::optional<RunUpdate> readRunFileSince(const std::filesystem::path& path, const RunFilePosition& position,
                                          int64_t eventBytes = eventMemoryLimit());

/// readRunFile(), but only what a list shows. Takes well under a millisecond.
RunSummary readRunSummary(const std::filesystem::path& path);

/// Says how a run ended whose own process can no longer do so. Throws Error.
void writeRunOutcome(const std::filesystem::path& path, RunOutcome outcome, const std::string& failure,
                     const std::string& detail);

/// Writes a run file as one file for elsewhere, also of a run that is being written: what stands in its
/// journal is in it. The file appears whole or not at all. Throws Error.
void copyRunFile(const std::filesystem::path& from, const std::filesystem::path& to);

/// With the journal beside it. Throws Error when the file is there and cannot be removed.
void removeRunFile(const std::filesystem::path& path);

/// Throws Error.
void writeRunLabel(const std::filesystem::path& path, const RunLabel& label);

} // namespace stepscope
