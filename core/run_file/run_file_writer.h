#pragma once

#include "core/base/error.h"
#include "core/base/files/sqlite.h"
#include "core/experiment/experiment.h"
#include "core/run_file/run_clock.h"
#include "core/run_file/run_file_steps.h"
#include "core/run_file/run_summary.h"
#include "core/run_file/run_update.h"

#include <filesystem>
#include <optional>
#include <string>

namespace stepscope {

/// Writes a run to its own SQLite file while it is running. All functions throw Error with one sentence that
/// names the file.
class RunFileWriter
{
public:
    /// Creates the file, which must not exist yet, and its folder.
    RunFileWriter(std::filesystem::path path, const Experiment& experiment, RunKind kind = RunKind::Training);

    const std::filesystem::path& path() const { return m_path; }

    /// When it returns, the update is on the disk. When it throws, nothing of it is.
    void write(const RunUpdate& update);
    void setEnvironment(const std::string& json);
    /// Writes the unit and the calls of a trace with sums by stack. Call it after its events are written.
    void setSums(const Trace& trace);
    /// Leaves a single file without a journal. Nothing can be written afterwards.
    void close();
    /// Removes the file. Nothing can be written afterwards.
    void discard();

private:
    /// How much has been written.
    struct Position
    {
        int64_t names = 0;
        int64_t shapes = 0;
        int64_t threads = 0;
        int64_t events = 0;
        int64_t blocks = 0;
        int64_t devices = 0;
        int64_t counters = 0;
        int64_t samples = 0;
        int64_t scalars = 0;
        EventsLeftOut lost;       ///< of events that were not passed to write()
        bool isPerCent = false;   ///< of the accuracies among the scalars
        bool isValidated = false; ///< see hasValidation()
        TrainingSpeed speed;
        std::vector<StepMetrics> lastSteps; ///< of the last block, while that is small
        int64_t firstStep = 0;              ///< the number of the first step
        RunSummary summary;
    };

    void create(const std::filesystem::path& temporary, const Experiment& experiment) const;
    void writeState(const RunUpdate& update);
    void writeSteps(const RunUpdate& update);
    void writeEpochs(const RunUpdate& update);
    void writeLog(const RunUpdate& update);
    void writeSamples(const RunUpdate& update);
    void writeScalars(const RunUpdate& update);
    void writeTrace(const RunUpdate& update);
    void writeLost(const EventsLeftOut& lost);
    void writeStrings(const TraceChunk& chunk);
    void writeBlock(const TraceChunk& block);
    void writeTraceSteps(const std::vector<StoredTraceStep>& steps);
    void writeCounters(const std::vector<TraceCounter>& counters);
    void writeTotals(const OperatorTotals& totals);

    std::filesystem::path m_path;
    std::optional<SqliteDatabase> m_database;
    Position m_at;
    RunClock m_clock; ///< measures how long an unfinished run has lasted
};

} // namespace stepscope
