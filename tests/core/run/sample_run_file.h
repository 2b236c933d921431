#pragma once

#include "core/base/sqlite.h"
#include "core/run/run_file_writer.h"
#include "tests/core/run/sample_update.h"

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

/// `block` counts from 0.
inline void damageBlock(const std::filesystem::path& path, int64_t block)
{
    SqliteDatabase(path, SqliteDatabase::Access::Write)
        .execute(fmt::format("UPDATE trace_columns SET frame = x'00' WHERE block = "
                             "(SELECT id FROM trace_blocks ORDER BY id LIMIT 1 OFFSET {})",
                             block));
}

} // namespace stepscope::test
