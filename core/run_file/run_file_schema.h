#pragma once

#include "core/base/files/sqlite.h"
#include "core/run/run.h"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace stepscope {

inline constexpr int64_t runFileApplicationId = 0x53746570; ///< "Step"
/// 2: allocations, where they were recorded. 3: devices, their work and streams, and counters.
/// 4: scalars. 5: steps in blocks instead of rows.
inline constexpr int64_t runFileVersion = 5;
inline constexpr std::string_view runFileSuffix = ".stepscope";

/// The file that reserves the name of a run file until that exists: "run.stepscope.new".
inline std::filesystem::path reservationOf(const std::filesystem::path& runFile)
{
    return runFile.native() + ".new";
}

/// The table of single values, by key.
class RunFileMeta
{
public:
    explicit RunFileMeta(SqliteDatabase& database)
        : m_get(database.prepare("SELECT value FROM meta WHERE key = ?"))
    {
    }

    std::optional<std::string> text(std::string_view key);
    int64_t integer(std::string_view key); ///< 0 when absent

private:
    SqliteStatement m_get;
};

void setMeta(SqliteDatabase& database, std::string_view key, std::string_view value);
void setMeta(SqliteDatabase& database, std::string_view key, int64_t value);

void createRunFileTables(SqliteDatabase& database);

/// Whether this is a run file: by its name, or by the application id in its content. Never blocks on anything
/// else, such as a FIFO.
bool isRunFile(const std::filesystem::path& path);

/// Opens a run file for reading, and checks its format, its version, and that it has no other tables than run
/// files have: it may come from anyone. Throws Error.
SqliteDatabase openRunFile(const std::filesystem::path& path);

/// Removes SQLite's journal files of a database. Throws Error when one exists and cannot be removed.
void removeJournals(const std::filesystem::path& path);

/// Opens a run file for changes, after the same checks. Throws Error.
SqliteDatabase openRunFileToChange(const std::filesystem::path& path);

std::string toJson(const RunPlan& plan);
/// Throws Error.
RunPlan planFromJson(std::string_view json);

} // namespace stepscope
