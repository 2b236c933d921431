#include "core/run/run_file.h"

#include "core/base/clock.h"
#include "core/base/error.h"
#include "core/base/process_identity.h"
#include "core/experiment/experiment_json.h"
#include "core/graph/graph_json.h"
#include "core/run/run_file_schema.h"
#include "core/run/run_file_trace.h"

#include <fmt/format.h>

#include <array>
#include <cstring>
#include <fstream>

namespace stepscope {

namespace {

constexpr int64_t silenceMs = 30'000; // after which a writer on another machine counts as gone

bool writerIsGone(RunFileMeta& meta, int64_t lastHeardUnixMs)
{
    switch (stateOf({.pid = meta.integer("writer_pid"),
                     .startTicks = meta.integer("writer_start"),
                     .host = meta.text("writer_host").value_or("")})) {
    case ProcessState::Running:
        return false;
    case ProcessState::Gone:
        return true;
    case ProcessState::OnAnotherMachine:
        break;
    }
    return unixMsNow() - lastHeardUnixMs > silenceMs;
}

RunSummary readSummary(RunFileMeta& meta)
{
    auto summary = summaryFromJson(meta.text("summary").value_or(""));
    const bool isOver = summary.outcome >= RunOutcome::Finished;
    if (!isOver && writerIsGone(meta, summary.endUnixMs))
        summary.outcome = RunOutcome::Crashed;
    return summary;
}

StepMetrics stepOf(const SqliteStatement& row)
{
    StepMetrics step;
    step.step = row.integer(0);
    step.startNs = row.integer(1);
    step.durationNs = row.integer(2);
    step.epoch = int32_t(row.integer(3));
    step.images = int32_t(row.integer(4));
    step.correct = int32_t(row.integer(5));
    step.loss = float(row.real(6));
    if (const auto phase = row.integer(7); phase >= 0 && phase <= int64_t(StepPhase::Off))
        step.phase = StepPhase(phase);
    return step;
}

void readSteps(SqliteDatabase& database, Run& run)
{
    auto rows = database.prepare("SELECT step, start_ns, duration_ns, epoch, images, correct, loss, phase "
                                 "FROM steps ORDER BY step");
    while (rows.step()) {
        const auto step = stepOf(rows);
        if (step.step != int64_t(run.steps.size()))
            throw Error(fmt::format("step {} is missing", run.steps.size()));
        run.steps.push_back(step);
    }
}

void readEpochs(SqliteDatabase& database, Run& run)
{
    auto rows =
        database.prepare("SELECT epoch, steps, last_step, end_ns, train_ns, test_ns, train_images, "
                         "train_correct, test_images, "
                         "test_correct, train_loss, test_loss, learning_rate FROM epochs ORDER BY epoch");
    while (rows.step()) {
        run.epochs.push_back({.epoch = int32_t(rows.integer(0)),
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

void readLog(SqliteDatabase& database, Run& run)
{
    auto rows = database.prepare("SELECT unix_ms, level, text FROM log ORDER BY id");
    while (rows.step()) {
        const auto level = rows.integer(1);
        run.log.push_back(
            {.unixMs = rows.integer(0),
             .level = level >= 0 && level <= int64_t(LogLevel::Error) ? LogLevel(level) : LogLevel::Error,
             .text = std::string(rows.text(2))});
    }
}

void readSamples(SqliteDatabase& database, Run& run)
{
    auto rows = database.prepare("SELECT time_ns, process_cpu_percent, core_cpu_percent, resident_bytes, "
                                 "allocated_bytes, peak_allocated_bytes FROM samples ORDER BY rowid");
    while (rows.step()) {
        MachineSample sample;
        sample.timeNs = rows.integer(0);
        sample.processCpuPercent = float(rows.real(1));
        const auto cores = rows.blob(2);
        sample.coreCpuPercent.resize(cores.size() / sizeof(float));
        std::memcpy(sample.coreCpuPercent.data(), cores.data(), sample.coreCpuPercent.size() * sizeof(float));
        sample.residentBytes = rows.integer(3);
        sample.allocatedBytes = rows.integer(4);
        sample.peakAllocatedBytes = rows.integer(5);
        run.samples.push_back(std::move(sample));
    }
    auto gpus =
        database.prepare("SELECT sample, utilization_percent, memory_used_bytes, power_watts, "
                         "graphics_clock_mhz, temperature_celsius FROM gpu_samples ORDER BY sample, gpu");
    while (gpus.step()) {
        const auto sample = gpus.integer(0);
        if (sample < 0 || sample >= int64_t(run.samples.size()))
            throw Error(fmt::format("sample {} is missing", sample));
        run.samples[size_t(sample)].gpus.push_back({.utilizationPercent = float(gpus.real(1)),
                                                    .memoryUsedBytes = gpus.integer(2),
                                                    .powerWatts = float(gpus.real(3)),
                                                    .graphicsClockMHz = int32_t(gpus.integer(4)),
                                                    .temperatureCelsius = int32_t(gpus.integer(5))});
    }
}

void readState(RunFileMeta& meta, Run& run)
{
    const auto summary = readSummary(meta);
    run.kind = summary.kind;
    run.outcome = summary.outcome;
    run.failure = summary.failure;
    run.failureDetail = meta.text("failure_detail").value_or("");
    run.startUnixMs = summary.startUnixMs;
    run.endUnixMs = summary.outcome == RunOutcome::Running ? 0 : summary.endUnixMs;
    if (const auto stage = meta.integer("stage"); stage >= 0 && stage <= int64_t(RunStage::Finishing))
        run.stage = RunStage(stage);
}

/// Throws when the file is shorter than its header says, as after a download that broke off.
void checkLength(const std::filesystem::path& path)
{
    if (std::filesystem::exists(path.string() + "-wal"))
        return; // it may be growing
    std::array<unsigned char, 32> header{};
    std::ifstream(path, std::ios::binary).read(reinterpret_cast<char*>(header.data()), header.size());
    const int64_t pageSize = header[16] == 0 && header[17] == 1 ? 65536 : header[16] << 8 | header[17];
    const int64_t pages = int64_t(header[28]) << 24 | int64_t(header[29]) << 16 | int64_t(header[30]) << 8 |
                          int64_t(header[31]);
    if (const auto size = int64_t(std::filesystem::file_size(path)); size < pages * pageSize)
        throw Error(fmt::format("only {} of {} bytes are there", size, pages * pageSize));
}

} // namespace

StoredRun readRunFile(const std::filesystem::path& path)
{
    auto database = openRunFile(path);
    StoredRun stored;
    auto& run = stored.run;
    const auto part = [&](const char* what, const auto& read) {
        try {
            read();
        } catch (const Error& error) {
            stored.problems.push_back(
                fmt::format("{}: {} cannot be read: {}", path.filename().string(), what, error.what()));
        }
    };
    part("the end of the file", [&] { checkLength(path); });
    // All of one moment, though another process may be writing.
    part("the file", [&] { database.execute("BEGIN"); });
    part("the table of single values", [&] {
        RunFileMeta meta(database);
        part("the experiment", [&] {
            run.experiment =
                experimentFromJson(meta.text("experiment").value_or(""), path.filename().string());
        });
        part("the state", [&] { readState(meta, run); });
        part("the plan", [&] {
            if (const auto plan = meta.text("plan"))
                run.plan = planFromJson(*plan);
        });
        part("the network's graph", [&] {
            if (const auto graph = meta.text("graph"))
                run.graph = std::make_shared<const NetworkGraph>(graphFromJson(*graph));
        });
        part("the label", [&] {
            if (const auto label = meta.text("label"))
                stored.label = labelFromJson(*label);
        });
        part("the environment", [&] {
            if (const auto environment = meta.text("environment"))
                stored.environment = environmentFromJson(*environment);
        });
    });
    part("the training steps", [&] { readSteps(database, run); });
    part("the epochs", [&] { readEpochs(database, run); });
    part("the samples of the machine", [&] { readSamples(database, run); });
    part("the log", [&] { readLog(database, run); });
    part("the trace", [&] { readTrace(database, run.trace); });
    part("the operators' totals", [&] { readOperatorTotals(database, run.trace, run.totals); });
    return stored;
}

RunSummary readRunSummary(const std::filesystem::path& path)
{
    auto database = openRunFile(path);
    try {
        RunFileMeta meta(database);
        auto summary = readSummary(meta);
        if (const auto label = meta.text("label"))
            summary.label = labelFromJson(*label);
        return summary;
    } catch (const Error& error) {
        throw Error(fmt::format("{} is damaged: {}", path.string(), error.what()));
    }
}

void writeRunOutcome(const std::filesystem::path& path, RunOutcome outcome, const std::string& failure,
                     const std::string& detail)
{
    openRunFile(path); // refuses what is no run file
    try {
        SqliteDatabase database(path, SqliteDatabase::Access::Write);
        auto summary = summaryFromJson(RunFileMeta(database).text("summary").value_or(""));
        summary.outcome = outcome;
        summary.failure = failure;
        setMeta(database, "summary", toJson(summary));
        setMeta(database, "failure_detail", detail);
    } catch (const Error& error) {
        throw Error(fmt::format("{} cannot be changed: {}.", path.string(), error.what()));
    }
}

void removeRunFile(const std::filesystem::path& path)
{
    for (const char* suffix : {"-wal", "-shm", ""}) {
        std::error_code problem;
        std::filesystem::remove(path.string() + suffix, problem);
        if (problem)
            throw Error(fmt::format("{} cannot be removed: {}.", path.string(), problem.message()));
    }
}

void writeRunLabel(const std::filesystem::path& path, const RunLabel& label)
{
    openRunFile(path); // refuses what is no run file
    try {
        SqliteDatabase database(path, SqliteDatabase::Access::Write);
        setMeta(database, "label", toJson(label));
    } catch (const Error& error) {
        throw Error(fmt::format("{} cannot be changed: {}.", path.string(), error.what()));
    }
}

} // namespace stepscope
