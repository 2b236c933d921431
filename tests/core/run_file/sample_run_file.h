#pragma once

#include "core/base/files/sqlite.h"
#include "core/run_file/run_file_steps.h"
#include "core/run_file/run_file_writer.h"
#include "tests/core/run_file/sample_update.h"

#include <fmt/format.h>

#include <filesystem>

namespace stepscope::test {

inline constexpr int64_t stepsOfBlock = 10;

/// The file of a finished run whose events are in so many blocks of 10 steps.
inline void writeSampleRunFile(const std::filesystem::path& path, int64_t blocks)
{
    RunFileWriter writer(path, {});
    for (int64_t block = 0; block < blocks; ++block) {
        RunUpdate update = sampleUpdate(block * stepsOfBlock, stepsOfBlock);
        if (block + 1 == blocks) {
            update.outcome = RunOutcome::Finished;
            update.endUnixMs = 1'700'000'001'000;
        }
        writer.write(update);
    }
    writer.close();
}

/// Turns a run file into one of version 4, whose steps are rows.
inline void toVersion4(const std::filesystem::path& path)
{
    SqliteDatabase database(path, SqliteDatabase::Access::Write);
    database.execute("CREATE TABLE steps (step INTEGER PRIMARY KEY, start_ns INTEGER, duration_ns INTEGER, "
                     "epoch INTEGER, images INTEGER, correct INTEGER, loss REAL, phase INTEGER);"
                     "CREATE TABLE trace_steps (number INTEGER PRIMARY KEY, start_ns INTEGER, "
                     "duration_ns INTEGER, first_event INTEGER, end_event INTEGER, phase INTEGER)");
    auto row = database.prepare("INSERT INTO steps VALUES (?, ?, ?, ?, ?, ?, ?, ?)");
    StepReader steps(database, 0);
    for (auto next = steps.next(); !next.empty(); next = steps.next()) {
        for (const auto& step : next) {
            row.bind(0, step.step).bind(1, step.startNs).bind(2, step.durationNs);
            row.bind(3, int64_t(step.epoch)).bind(4, int64_t(step.images)).bind(5, int64_t(step.correct));
            row.bind(6, double(step.loss)).bind(7, int64_t(step.phase)).run();
        }
    }
    auto recorded = database.prepare("INSERT INTO trace_steps VALUES (?, ?, ?, ?, ?, ?)");
    TraceStepReader traceSteps(database, -1);
    while (const auto step = traceSteps.next()) {
        recorded.bind(0, step->number).bind(1, step->startNs).bind(2, step->durationNs);
        recorded.bind(3, step->firstEvent).bind(4, step->endEvent).bind(5, int64_t(step->phase)).run();
    }
    database.execute("DROP TABLE step_blocks; DROP TABLE trace_step_blocks; PRAGMA user_version = 4");
}

/// `block` counts from 0.
inline void damageBlock(const std::filesystem::path& path, int64_t block)
{
    SqliteDatabase(path, SqliteDatabase::Access::Write)
        .execute(fmt::format("UPDATE trace_columns SET frame = x'00' WHERE block = "
                             "(SELECT id FROM trace_blocks ORDER BY id LIMIT 1 OFFSET {})",
                             block));
}

} // namespace stepscope::test
