#include "core/run_file/run_file_rows.h"

#include "core/base/error.h"
#include "core/language/translation.h"
#include "core/run_file/run_file_blocks.h"
#include "core/run_file/trace_block.h"

#include <fmt/format.h>

#include <cstring>

namespace stepscope {

void readEpochs(SqliteDatabase& database, std::vector<EpochMetrics>& epochs, int64_t from)
{
    auto rows =
        database.prepare("SELECT epoch, steps, last_step, end_ns, train_ns, test_ns, train_images, "
                         "train_correct, test_images, "
                         "test_correct, train_loss, test_loss, learning_rate FROM epochs ORDER BY epoch "
                         "LIMIT -1 OFFSET ?");
    rows.bind(0, from);
    while (rows.step()) {
        epochs.push_back({.epoch = int32_t(rows.integer(0)),
                          .steps = rows.integer(1),
                          .lastStep = rows.integer(2),
                          .endNs = rows.integer(3),
                          .trainNs = rows.integer(4),
                          .testNs = rows.integer(5),
                          .trainImages = rows.integer(6),
                          .trainCorrect = rows.integer(7),
                          .testImages = rows.integer(8),
                          .testCorrect = rows.integer(9),
                          .trainLoss = rows.real(10),
                          .testLoss = rows.real(11),
                          .learningRate = rows.real(12)});
    }
}

void readLog(SqliteDatabase& database, std::vector<LogEntry>& log, int64_t from)
{
    auto rows = database.prepare("SELECT unix_ms, level, text FROM log ORDER BY id LIMIT -1 OFFSET ?");
    rows.bind(0, from);
    while (rows.step()) {
        const auto level = rows.integer(1);
        log.push_back(
            {.unixMs = rows.integer(0),
             .level = level >= 0 && level <= int64_t(LogLevel::Error) ? LogLevel(level) : LogLevel::Error,
             .text = std::string(rows.text(2))});
    }
}

void readSamples(SqliteDatabase& database, std::vector<MachineSample>& samples, int64_t from)
{
    auto rows = database.prepare(
        "SELECT time_ns, process_cpu_percent, core_cpu_percent, resident_bytes, "
        "allocated_bytes, peak_allocated_bytes FROM samples ORDER BY rowid LIMIT -1 OFFSET ?");
    rows.bind(0, from);
    while (rows.step()) {
        MachineSample sample;
        sample.timeNs = rows.integer(0);
        sample.processCpuPercent = float(rows.real(1));
        const auto cores = rows.blob(2);
        sample.coreCpuPercent.resize(cores.size() / sizeof(float));
        if (!sample.coreCpuPercent.empty())
            std::memcpy(sample.coreCpuPercent.data(), cores.data(),
                        sample.coreCpuPercent.size() * sizeof(float));
        sample.residentBytes = rows.integer(3);
        sample.allocatedBytes = rows.integer(4);
        sample.peakAllocatedBytes = rows.integer(5);
        samples.push_back(std::move(sample));
    }
    auto gpus = database.prepare("SELECT sample, utilization_percent, memory_used_bytes, power_watts, "
                                 "graphics_clock_mhz, temperature_celsius FROM gpu_samples WHERE sample >= ? "
                                 "ORDER BY sample, gpu");
    gpus.bind(0, from);
    while (gpus.step()) {
        const auto sample = gpus.integer(0);
        const auto index = sample - from;
        if (index < 0 || index >= int64_t(samples.size()))
            throw Error(translated("sample {number} is missing", {{"number", std::to_string(sample)}}));
        samples[size_t(index)].gpus.push_back({.utilizationPercent = float(gpus.real(1)),
                                               .memoryUsedBytes = gpus.integer(2),
                                               .powerWatts = float(gpus.real(3)),
                                               .graphicsClockMHz = int32_t(gpus.integer(4)),
                                               .temperatureCelsius = int32_t(gpus.integer(5))});
    }
}

void readScalars(SqliteDatabase& database, std::vector<ScalarSeries>& scalars, int64_t from)
{
    constexpr int64_t versionWithScalars = 4;
    if (database.integer("PRAGMA user_version") < versionWithScalars)
        return;
    auto rows = database.prepare("SELECT first_point, tag, count, steps, times, figures FROM scalars "
                                 "WHERE first_point >= ? ORDER BY first_point");
    rows.bind(0, from);
    int64_t next = from;
    while (rows.step()) {
        const auto count = rows.integer(2);
        if (rows.integer(0) != next || count <= 0 || count > maxBlockEvents)
            throw Error(translated("point {number} is missing", {{"number", std::to_string(next)}}));
        const auto frameOf = [&](std::string_view name) {
            return rows.blob(name == "steps" ? 3 : name == "times" ? 4 : 5);
        };
        std::vector<ScalarSeries> block(1);
        block.front().tag = rows.text(1);
        block.front().points = unpackScalars(size_t(count), frameOf);
        appendScalars(scalars, std::move(block));
        next += count;
    }
}

} // namespace stepscope
