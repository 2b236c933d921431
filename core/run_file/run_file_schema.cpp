#include "core/run_file/run_file_schema.h"

#include "core/base/error.h"
#include "core/base/text/json_value.h"
#include "core/base/text/visible_text.h"
#include "core/language/translation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>
#include <system_error>
#include <vector>

namespace stepscope {

std::optional<std::string> RunFileMeta::text(std::string_view key)
{
    m_get.reset();
    m_get.bind(0, key);
    if (!m_get.step())
        return std::nullopt;
    return std::string(m_get.text(0));
}

int64_t RunFileMeta::integer(std::string_view key)
{
    m_get.reset();
    m_get.bind(0, key);
    return m_get.step() ? m_get.integer(0) : 0;
}

template<typename Value>
static void setMetaValue(SqliteDatabase& database, std::string_view key, Value value)
{
    database.prepare("INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)")
        .bind(0, key)
        .bind(1, value)
        .run();
}

void setMeta(SqliteDatabase& database, std::string_view key, std::string_view value)
{
    setMetaValue(database, key, value);
}

void setMeta(SqliteDatabase& database, std::string_view key, int64_t value)
{
    setMetaValue(database, key, value);
}

/// All tables. The schema of a run file consists of words from this text and from olderTablesSql.
static constexpr std::string_view tablesSql = R"(
    CREATE TABLE meta (key TEXT PRIMARY KEY, value) WITHOUT ROWID;
    CREATE TABLE step_blocks (first_step INTEGER PRIMARY KEY, count INTEGER, durations BLOB, images BLOB,
                              phases BLOB, starts BLOB, losses BLOB, correct BLOB, epochs BLOB);
    CREATE TABLE epochs (epoch INTEGER PRIMARY KEY, steps INTEGER, last_step INTEGER, end_ns INTEGER,
                         train_ns INTEGER, test_ns INTEGER, train_images INTEGER, train_correct INTEGER,
                         test_images INTEGER, test_correct INTEGER, train_loss REAL, test_loss REAL,
                         learning_rate REAL);
    CREATE TABLE samples (time_ns INTEGER, process_cpu_percent REAL, core_cpu_percent BLOB,
                          resident_bytes INTEGER, allocated_bytes INTEGER, peak_allocated_bytes INTEGER);
    CREATE TABLE gpu_samples (sample INTEGER, gpu INTEGER, utilization_percent REAL, memory_used_bytes INTEGER,
                              power_watts REAL, graphics_clock_mhz INTEGER, temperature_celsius INTEGER);
    CREATE TABLE log (id INTEGER PRIMARY KEY, unix_ms INTEGER, level INTEGER, text TEXT);
    CREATE TABLE trace_names (id INTEGER PRIMARY KEY, text TEXT);
    CREATE TABLE trace_shapes (id INTEGER PRIMARY KEY, text TEXT);
    CREATE TABLE trace_threads (id INTEGER PRIMARY KEY, thread INTEGER, name TEXT, process INTEGER,
                                device INTEGER);
    CREATE TABLE trace_devices (id INTEGER PRIMARY KEY, number INTEGER, name TEXT, memory_bytes INTEGER,
                                compute_major INTEGER, compute_minor INTEGER, processors INTEGER,
                                threads_per_processor INTEGER, warp_size INTEGER);
    CREATE TABLE trace_counters (id INTEGER PRIMARY KEY, name TEXT, process INTEGER, device INTEGER,
                                 count INTEGER, times BLOB, figures BLOB);
    CREATE TABLE trace_step_blocks (last_number INTEGER PRIMARY KEY, count INTEGER, numbers BLOB, starts BLOB,
                                    durations BLOB, first_events BLOB, end_events BLOB, phases BLOB);
    CREATE TABLE trace_blocks (id INTEGER PRIMARY KEY, first_event INTEGER, events INTEGER);
    CREATE TABLE allocation_blocks (block INTEGER PRIMARY KEY, allocations INTEGER);
    CREATE TABLE device_work_blocks (block INTEGER PRIMARY KEY, work INTEGER);
    CREATE TABLE trace_columns (block INTEGER, name TEXT, frame BLOB, PRIMARY KEY (block, name));
    CREATE TABLE operator_totals (name INTEGER, shape INTEGER, pass INTEGER, calls INTEGER, self_ns INTEGER,
                                  total_ns INTEGER, total_any_shape_ns INTEGER, duration_ns INTEGER,
                                  min_ns INTEGER, max_ns INTEGER, PRIMARY KEY (name, shape, pass));
    CREATE TABLE scalars (first_point INTEGER PRIMARY KEY, tag TEXT, count INTEGER, steps BLOB, times BLOB,
                          figures BLOB);
)";

/// Tables that only files of older versions have: steps as rows, before version 5.
static constexpr std::string_view olderTablesSql = R"(
    CREATE TABLE steps (step INTEGER PRIMARY KEY, start_ns INTEGER, duration_ns INTEGER, epoch INTEGER,
                        images INTEGER, correct INTEGER, loss REAL, phase INTEGER);
    CREATE TABLE trace_steps (number INTEGER PRIMARY KEY, start_ns INTEGER, duration_ns INTEGER,
                              first_event INTEGER, end_event INTEGER, phase INTEGER);
)";

void createRunFileTables(SqliteDatabase& database)
{
    database.execute(fmt::format("PRAGMA application_id = {}; PRAGMA user_version = {};",
                                 runFileApplicationId, runFileVersion));
    database.execute(std::string(tablesSql));
}

namespace {

/// The words of SQL text; any other non-blank character is a word of its own.
std::vector<std::string_view> wordsOf(std::string_view sql)
{
    std::vector<std::string_view> words;
    const auto isLetter = [](unsigned char c) { return std::isalnum(c) || c == '_' || c >= 0x80; };
    for (size_t at = 0; at < sql.size();) {
        size_t end = at;
        while (end < sql.size() && isLetter(static_cast<unsigned char>(sql[end])))
            ++end;
        end = std::max(end, at + 1);
        if (!std::isspace(static_cast<unsigned char>(sql[at])))
            words.push_back(sql.substr(at, end - at));
        at = end;
    }
    return words;
}

/// The words of all tables of run files.
std::vector<std::string_view> wordsOfTables()
{
    auto words = wordsOf(tablesSql);
    const auto older = wordsOf(olderTablesSql);
    words.insert(words.end(), older.begin(), older.end());
    return words;
}

/// The names of all tables of run files.
const std::set<std::string_view>& knownTables()
{
    static const auto tables = [] {
        std::set<std::string_view> names;
        const auto words = wordsOfTables();
        for (size_t i = 2; i < words.size(); ++i) {
            if (words[i - 2] == "CREATE" && words[i - 1] == "TABLE")
                names.insert(words[i]);
        }
        return names;
    }();
    return tables;
}

/// Whether SQL text creates this table with words from run files' own tables. None of these words makes
/// SQLite compute: there are no views, triggers, expressions, generated columns or conditions.
bool createsKnownTable(std::string_view table, std::string_view sql)
{
    static const auto knownWords = [] {
        const auto words = wordsOfTables();
        std::set<std::string_view> known(words.begin(), words.end());
        known.erase(";");
        return known;
    }();
    const auto words = wordsOf(sql);
    return knownTables().contains(table) && words.size() > 3 && words[0] == "CREATE" && words[1] == "TABLE" &&
           words[2] == table &&
           std::ranges::all_of(words, [](std::string_view word) { return knownWords.contains(word); });
}

/// Throws Error for everything that could make SQLite do more than read rows.
void checkSchema(SqliteDatabase& database)
{
    constexpr std::string_view automatic = "sqlite_autoindex_"; // of a primary key
    auto rows = database.prepare("SELECT type, name, sql FROM sqlite_master");
    while (rows.step()) {
        const auto type = rows.text(0);
        const auto name = rows.text(1);
        const bool isKnown = type == "index" ? rows.isNull(2) && name.starts_with(automatic)
                                             : type == "table" && createsKnownTable(name, rows.text(2));
        if (!isKnown && type == "table" && knownTables().contains(name))
            throw Error(translated("its table {table} is not defined as in run files",
                                   {{"table", shortLine(name, longestShownName)}}));
        if (!isKnown)
            throw Error(translated(
                "it has the {kind} {name}, which no run file has",
                {{"kind", shortLine(type, longestShownName)}, {"name", shortLine(name, longestShownName)}}));
    }
}

/// Throws Error when an open database is not a known run file.
void checkRunFile(SqliteDatabase& database, const std::filesystem::path& path)
{
    if (database.integer("PRAGMA application_id") != runFileApplicationId) {
        if (lacksJournal(path) && database.integer("SELECT count(*) FROM sqlite_master") == 0)
            throw Error(
                translated("it is empty without its journal {file}-wal, which must be in the same folder",
                           {{"file", path.filename().string()}}));
        throw Error(translated("it is not a run file of Stepscope"));
    }
    if (const auto version = database.integer("PRAGMA user_version"); version > runFileVersion)
        throw Error(
            translated("it was written by a newer Stepscope (run files of version {version}; this program "
                       "reads up to {known})",
                       {{"version", std::to_string(version)}, {"known", std::to_string(runFileVersion)}}));
    checkSchema(database);
}

/// Checks the file read-only, then opens it with `access`.
SqliteDatabase openChecked(const std::filesystem::path& path, SqliteDatabase::Access access)
{
    const auto refuse = [&](const std::string& reason) {
        return Error(translated("{file} cannot be opened as a run: {reason}.",
                                {{"file", path.string()}, {"reason", reason}}));
    };
    try {
        SqliteDatabase database(path, SqliteDatabase::Access::Read);
        checkRunFile(database, path);
        return access == SqliteDatabase::Access::Read ? std::move(database) : SqliteDatabase(path, access);
    } catch (const std::filesystem::filesystem_error& error) {
        throw refuse(error.code().message());
    } catch (const Error& error) {
        throw refuse(error.what());
    }
}

} // namespace

bool isRunFile(const std::filesystem::path& path)
{
    constexpr std::string_view magic("SQLite format 3", 16); // including the terminating zero
    if (path.extension() == runFileSuffix)
        return true;
    if (!sqliteHeaderOf(path).starts_with(magic))
        return false;
    try {
        // If an older program recorded the run, its id is only in the journal until the first checkpoint.
        return SqliteDatabase(path, SqliteDatabase::Access::Read).integer("PRAGMA application_id") ==
               runFileApplicationId;
    } catch (const Error&) {
        return false;
    }
}

SqliteDatabase openRunFile(const std::filesystem::path& path)
{
    return openChecked(path, SqliteDatabase::Access::Read);
}

void removeJournals(const std::filesystem::path& path)
{
    for (const char* suffix : {"-wal", "-shm", "-journal"}) {
        std::error_code problem;
        std::filesystem::remove(path.native() + suffix, problem);
        if (problem)
            throw Error(translated("{file} cannot be removed: {reason}.",
                                   {{"file", path.string() + suffix}, {"reason", problem.message()}}));
    }
}

SqliteDatabase openRunFileToChange(const std::filesystem::path& path)
{
    return openChecked(path, SqliteDatabase::Access::Write);
}

std::string toJson(const RunPlan& plan)
{
    const nlohmann::json json{{"epochs", plan.epochs},
                              {"steps_per_epoch", plan.stepsPerEpoch},
                              {"total_steps", plan.totalSteps},
                              {"train_images", plan.trainImages},
                              {"validation_images", plan.validationImages},
                              {"test_images", plan.testImages},
                              {"tests", plan.tests},
                              {"test_batches", plan.testBatches},
                              {"parameters", plan.parameters},
                              {"threads", plan.threads},
                              {"device_name", plan.deviceName}};
    return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

RunPlan planFromJson(std::string_view text)
{
    try {
        const auto json = nlohmann::json::parse(text);
        RunPlan plan;
        readValue(json, "epochs", plan.epochs);
        readValue(json, "steps_per_epoch", plan.stepsPerEpoch);
        readValue(json, "total_steps", plan.totalSteps);
        readValue(json, "train_images", plan.trainImages);
        if (json.contains("validation_images")) // older files do not have it
            readValue(json, "validation_images", plan.validationImages);
        readValue(json, "test_images", plan.testImages);
        readValue(json, "tests", plan.tests);
        readValue(json, "test_batches", plan.testBatches);
        readValue(json, "parameters", plan.parameters);
        readValue(json, "threads", plan.threads);
        readValue(json, "device_name", plan.deviceName);
        return plan;
    } catch (const nlohmann::json::exception& error) {
        throw Error(translated("The run's plan cannot be read: {reason}.", {{"reason", error.what()}}));
    }
}

} // namespace stepscope
