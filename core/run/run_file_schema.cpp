#include "core/run/run_file_schema.h"

#include "core/base/error.h"
#include "core/base/json_value.h"

#include <fmt/format.h>

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

void createRunFileTables(SqliteDatabase& database)
{
    database.execute(fmt::format("PRAGMA application_id = {}; PRAGMA user_version = {};",
                                 runFileApplicationId, runFileVersion));
    database.execute(R"(
        CREATE TABLE meta (key TEXT PRIMARY KEY, value) WITHOUT ROWID;
        CREATE TABLE steps (step INTEGER PRIMARY KEY, start_ns INTEGER, duration_ns INTEGER, epoch INTEGER,
                            images INTEGER, correct INTEGER, loss REAL, phase INTEGER);
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
        CREATE TABLE trace_steps (number INTEGER PRIMARY KEY, start_ns INTEGER, duration_ns INTEGER,
                                  first_event INTEGER, end_event INTEGER, phase INTEGER);
        CREATE TABLE trace_blocks (id INTEGER PRIMARY KEY, first_event INTEGER, events INTEGER);
        CREATE TABLE allocation_blocks (block INTEGER PRIMARY KEY, allocations INTEGER);
        CREATE TABLE device_work_blocks (block INTEGER PRIMARY KEY, work INTEGER);
        CREATE TABLE trace_columns (block INTEGER, name TEXT, frame BLOB, PRIMARY KEY (block, name));
        CREATE TABLE operator_totals (name INTEGER, shape INTEGER, pass INTEGER, calls INTEGER, self_ns INTEGER,
                                      total_ns INTEGER, total_any_shape_ns INTEGER, duration_ns INTEGER,
                                      min_ns INTEGER, max_ns INTEGER, PRIMARY KEY (name, shape, pass));
        CREATE TABLE scalars (first_point INTEGER PRIMARY KEY, tag TEXT, count INTEGER, steps BLOB, times BLOB,
                              figures BLOB);
    )");
}

SqliteDatabase openRunFile(const std::filesystem::path& path)
{
    const auto refuse = [&](const std::string& reason) {
        return Error(fmt::format("{} cannot be opened as a run: {}.", path.string(), reason));
    };
    try {
        if (!std::filesystem::exists(path))
            throw Error("there is no such file");
        if (std::filesystem::is_directory(path))
            throw Error("it is a folder");
        SqliteDatabase database(path, SqliteDatabase::Access::Read);
        if (database.integer("PRAGMA application_id") != runFileApplicationId)
            throw Error("it is not a run file of Stepscope");
        if (const auto version = database.integer("PRAGMA user_version"); version > runFileVersion)
            throw Error(
                fmt::format("it was written by a newer Stepscope (run files of version {}; this program "
                            "reads up to {})",
                            version, runFileVersion));
        return database;
    } catch (const std::filesystem::filesystem_error& error) {
        throw refuse(error.code().message());
    } catch (const Error& error) {
        throw refuse(error.what());
    }
}

std::string toJson(const RunPlan& plan)
{
    const nlohmann::json json{{"epochs", plan.epochs},
                              {"steps_per_epoch", plan.stepsPerEpoch},
                              {"total_steps", plan.totalSteps},
                              {"train_images", plan.trainImages},
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
        readValue(json, "test_images", plan.testImages);
        readValue(json, "tests", plan.tests);
        readValue(json, "test_batches", plan.testBatches);
        readValue(json, "parameters", plan.parameters);
        readValue(json, "threads", plan.threads);
        readValue(json, "device_name", plan.deviceName);
        return plan;
    } catch (const nlohmann::json::exception& error) {
        throw Error(fmt::format("The run's plan cannot be read: {}.", error.what()));
    }
}

} // namespace stepscope
