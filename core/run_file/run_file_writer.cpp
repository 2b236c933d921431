#include "core/run_file/run_file_writer.h"

#include "core/base/clock.h"
#include "core/base/files/atomic_file.h"
#include "core/base/processes/process_identity.h"
#include "core/experiment/experiment_json.h"
#include "core/graph/graph_json.h"
#include "core/language/translation.h"
#include "core/run/scalar_roles.h"
#include "core/run/validation.h"
#include "core/run_file/run_file_schema.h"
#include "core/run_file/run_file_steps.h"
#include "core/run_file/run_file_sums.h"
#include "core/run_file/run_file_trace.h"
#include "core/run_file/trace_block.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <system_error>
#include <utility>

namespace stepscope {

/// If the last block has fewer steps than this, it is replaced when more steps arrive, so that a slow
/// training does not create many small blocks.
constexpr size_t fewStepsInBlock = 512;

/// Readers read one block at a time. A chunk is never cut: events that refer to each other are in one block.
constexpr size_t mostEventsInBlock = 1 << 18;

static Error notWritten(const std::filesystem::path& path, const char* reason)
{
    return Error(translated("The run file {file} cannot be written: {reason}.",
                            {{"file", path.string()}, {"reason", std::string(reason)}}));
}

namespace {

/// Releases the reserved name in its destructor.
class ReservationEnd
{
public:
    explicit ReservationEnd(const std::filesystem::path& runFile)
        : m_file(reservationOf(runFile))
    {
    }
    ~ReservationEnd()
    {
        std::error_code ignored;
        std::filesystem::remove(m_file, ignored);
    }
    ReservationEnd(const ReservationEnd&) = delete;
    ReservationEnd& operator=(const ReservationEnd&) = delete;

private:
    std::filesystem::path m_file;
};

} // namespace

RunFileWriter::RunFileWriter(std::filesystem::path path, const Experiment& experiment, RunKind kind)
    : m_path(std::move(path))
{
    const ReservationEnd reservation(m_path); // whether the file can be created or not
    bool isMade = false;
    const auto fail = [&](const char* reason) {
        if (isMade)
            discard();
        throw notWritten(m_path, reason);
    };
    try {
        if (m_path.has_parent_path())
            std::filesystem::create_directories(m_path.parent_path());
        Run run;
        run.kind = kind;
        run.experiment = experiment;
        m_at.summary = summarize(run);
        m_at.isValidated = hasValidation(run);
        // The file is a complete run file as soon as it appears: neither a reader nor a kill ever finds half
        // of its tables, or tables that are only in the journal.
        createFileAtomically(m_path, [&](const std::filesystem::path& temporary) {
            removeJournals(m_path); // of a removed file; SQLite would add them to this one
            create(temporary, experiment);
        });
        isMade = true;
        m_database.emplace(m_path, SqliteDatabase::Access::Write);
        // Full: each commit is on the disk, even if the power fails. Only the file's own thread waits for it.
        m_database->execute("PRAGMA synchronous = FULL;");
        // From now on there is a journal, which tells readers that the file is being written. The file itself
        // also says that it has one, so that a copy without it is not taken for a new file.
        setMeta(*m_database, "is_new", int64_t(0));
        m_database->execute("PRAGMA wal_checkpoint;");
    } catch (const std::filesystem::filesystem_error& error) {
        fail(error.code().message().c_str());
    } catch (const Error& error) {
        fail(error.what());
    } catch (...) { // out of memory
        if (isMade)
            discard();
        throw;
    }
}

void RunFileWriter::create(const std::filesystem::path& temporary, const Experiment& experiment) const
{
    SqliteDatabase database(temporary, SqliteDatabase::Access::Write);
    database.execute("PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF;");
    SqliteTransaction transaction(database);
    createRunFileTables(database);
    const auto process = thisProcess();
    setMeta(database, "writer_pid", process.pid);
    setMeta(database, "writer_start", process.startTicks);
    setMeta(database, "writer_host", process.host);
    setMeta(database, "is_new", int64_t(1));
    setMeta(database, "experiment", toJson(experiment));
    setMeta(database, "summary", toJson(m_at.summary));
    transaction.commit();
    database.execute("PRAGMA journal_mode = WAL;");
}

void RunFileWriter::write(const RunUpdate& update)
{
    const auto before = m_at;
    try {
        SqliteTransaction transaction(*m_database);
        writeSteps(update);
        writeEpochs(update);
        writeLog(update);
        writeSamples(update);
        writeScalars(update);
        writeTrace(update);
        if (update.totals)
            writeTotals(*update.totals);
        writeState(update);
        transaction.commit();
    } catch (const Error& error) {
        m_at = before;
        throw notWritten(m_path, error.what());
    } catch (...) { // out of memory: the same update may be written later
        m_at = before;
        throw;
    }
}

void RunFileWriter::setEnvironment(const std::string& json)
{
    try {
        setMeta(*m_database, "environment", json);
    } catch (const Error& error) {
        throw notWritten(m_path, error.what());
    }
}

void RunFileWriter::setSums(const Trace& trace)
{
    try {
        writeSums(*m_database, trace);
    } catch (const Error& error) {
        throw notWritten(m_path, error.what());
    }
}

void RunFileWriter::close()
{
    try {
        // While somebody reads, the file keeps its journal; the last reader removes it.
        m_database->execute("PRAGMA busy_timeout = 200; PRAGMA journal_mode = DELETE;");
    } catch (const Error&) {
    }
    m_database.reset();
}

void RunFileWriter::discard()
{
    m_database.reset();
    try {
        removeJournals(m_path);
    } catch (const Error&) {
        // a file with this name is not ours
    }
    std::error_code ignored; // nothing else can be done
    std::filesystem::remove(m_path, ignored);
}

void RunFileWriter::writeState(const RunUpdate& update)
{
    auto& summary = m_at.summary;
    if (update.plan) {
        setMeta(*m_database, "plan", toJson(*update.plan));
        summary.totalSteps = update.plan->totalSteps;
    }
    if (update.stage)
        setMeta(*m_database, "stage", int64_t(*update.stage));
    if (update.graph)
        setMeta(*m_database, "graph", toJson(*update.graph));
    if (update.startUnixMs)
        summary.startUnixMs = update.startUnixMs;
    if (update.outcome) {
        summary.outcome = *update.outcome;
        summary.failure = update.failure;
        setMeta(*m_database, "failure_detail", update.failureDetail);
    }
    const bool isUndated = summary.startUnixMs == 0 && summary.outcome == RunOutcome::Finished; // an import
    summary.endUnixMs =
        update.endUnixMs || isUndated ? update.endUnixMs : std::max(m_clock.unixMs(), summary.startUnixMs);
    setMeta(*m_database, "heard_unix_ms", unixMsNow());
    summary.imagesPerSecond = m_at.speed.imagesPerSecond();
    setMeta(*m_database, "summary", toJson(summary));
}

void RunFileWriter::writeSteps(const RunUpdate& update)
{
    if (update.steps.empty())
        return;
    if (m_at.summary.steps == 0 && update.steps.front().step > 0) {
        m_at.firstStep = update.steps.front().step;
        setMeta(*m_database, firstStepKey, m_at.firstStep);
    }
    for (const auto& step : update.steps) {
        const int64_t expected = m_at.firstStep + m_at.summary.steps;
        if (step.step != expected)
            throw Error(
                translated("step {step} was given, but step {expected} is expected",
                           {{"step", std::to_string(step.step)}, {"expected", std::to_string(expected)}}));
        ++m_at.summary.steps;
        m_at.speed.add(step);
    }
    auto steps = std::exchange(m_at.lastSteps, {}); // their block is replaced by a larger one
    steps.insert(steps.end(), update.steps.begin(), update.steps.end());
    for (std::span rest(steps); !rest.empty();) {
        const auto block = rest.first(std::min(rest.size(), mostStepsInBlock));
        writeStepBlock(*m_database, block);
        rest = rest.subspan(block.size());
        if (rest.empty() && block.size() < fewStepsInBlock)
            m_at.lastSteps.assign(block.begin(), block.end());
    }
}

void RunFileWriter::writeEpochs(const RunUpdate& update)
{
    auto insert = m_database->prepare("INSERT INTO epochs VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    for (const auto& epoch : update.epochs) {
        insert.bind(0, int64_t(epoch.epoch))
            .bind(1, epoch.steps)
            .bind(2, epoch.lastStep)
            .bind(3, epoch.endNs);
        insert.bind(4, epoch.trainNs)
            .bind(5, epoch.testNs)
            .bind(6, epoch.trainImages)
            .bind(7, epoch.trainCorrect);
        insert.bind(8, epoch.testImages).bind(9, epoch.testCorrect).bind(10, epoch.trainLoss);
        insert.bind(11, epoch.testLoss).bind(12, epoch.learningRate).run();
        if (epoch.testImages > 0) {
            m_at.summary.testAccuracy = epoch.testAccuracy();
            m_at.summary.testLoss = epoch.testLoss;
        }
    }
    m_at.summary.epochs += int64_t(update.epochs.size());
}

void RunFileWriter::writeLog(const RunUpdate& update)
{
    auto insert = m_database->prepare("INSERT INTO log (unix_ms, level, text) VALUES (?, ?, ?)");
    for (const auto& entry : update.log)
        insert.bind(0, entry.unixMs).bind(1, int64_t(entry.level)).bind(2, entry.text).run();
}

void RunFileWriter::writeSamples(const RunUpdate& update)
{
    auto insert = m_database->prepare("INSERT INTO samples VALUES (?, ?, ?, ?, ?, ?)");
    auto insertGpu = m_database->prepare("INSERT INTO gpu_samples VALUES (?, ?, ?, ?, ?, ?, ?)");
    for (const auto& sample : update.samples) {
        insert.bind(0, sample.timeNs).bind(1, double(sample.processCpuPercent));
        insert.bindBlob(2, std::as_bytes(std::span(sample.coreCpuPercent))).bind(3, sample.residentBytes);
        insert.bind(4, sample.allocatedBytes).bind(5, sample.peakAllocatedBytes).run();
        for (size_t gpu = 0; gpu < sample.gpus.size(); ++gpu) {
            const auto& state = sample.gpus[gpu];
            insertGpu.bind(0, m_at.samples).bind(1, int64_t(gpu)).bind(2, double(state.utilizationPercent));
            insertGpu.bind(3, state.memoryUsedBytes).bind(4, double(state.powerWatts));
            insertGpu.bind(5, int64_t(state.graphicsClockMHz))
                .bind(6, int64_t(state.temperatureCelsius))
                .run();
        }
        ++m_at.samples;
    }
}

static void summarizeValidation(RunSummary& summary, const std::vector<ScalarSeries>& scalars)
{
    const auto* loss = scalarSeries(scalars, validationLossTag);
    const auto* accuracy = scalarSeries(scalars, validationAccuracyTag);
    if (loss && !loss->points.empty())
        summary.validationLoss = loss->points.back().value;
    if (accuracy && !accuracy->points.empty())
        summary.validationAccuracy = accuracy->points.back().value;
}

void RunFileWriter::writeScalars(const RunUpdate& update)
{
    auto insert = m_database->prepare("INSERT INTO scalars VALUES (?, ?, ?, ?, ?, ?)");
    for (const auto& series : update.scalars) {
        if (series.points.empty())
            continue;
        insert.bind(0, m_at.scalars).bind(1, series.tag).bind(2, int64_t(series.points.size()));
        const auto columns = packScalars(series.points);
        for (size_t column = 0; column < columns.size(); ++column)
            insert.bindBlob(int(3 + column), columns[column].frame);
        insert.run();
        m_at.scalars += int64_t(series.points.size());
    }
    if (m_at.isValidated)
        summarizeValidation(m_at.summary, update.scalars);
    if (!m_at.summary.dataset.empty())
        return; // the tests of a training are in its epochs
    const auto roles = roleSeries(update.scalars, m_at.summary.network);
    const auto* loss = roles[size_t(ScalarRole::TestLoss)];
    const auto* accuracy = roles[size_t(ScalarRole::TestAccuracy)];
    if (loss && !loss->points.empty())
        m_at.summary.testLoss = loss->points.back().value;
    if (accuracy && !accuracy->points.empty()) {
        constexpr double perCent = 100.0;
        m_at.isPerCent = m_at.isPerCent || perCentFactor(*accuracy) != perCent;
        m_at.summary.testAccuracy = accuracy->points.back().value / (m_at.isPerCent ? perCent : 1.0);
    }
}

void RunFileWriter::writeStrings(const TraceChunk& chunk)
{
    auto name = m_database->prepare("INSERT INTO trace_names VALUES (?, ?)");
    for (const auto& text : chunk.newNames)
        name.bind(0, m_at.names++).bind(1, text).run();
    auto shape = m_database->prepare("INSERT INTO trace_shapes VALUES (?, ?)");
    for (const auto& text : chunk.newShapes)
        shape.bind(0, m_at.shapes++).bind(1, text).run();
    auto thread = m_database->prepare("INSERT INTO trace_threads VALUES (?, ?, ?, ?, ?)");
    for (const auto& t : chunk.newThreads) {
        thread.bind(0, m_at.threads++).bind(1, t.id).bind(2, t.name).bind(3, t.process);
        thread.bind(4, int64_t(t.device)).run();
    }
    auto device = m_database->prepare("INSERT INTO trace_devices VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)");
    for (const auto& d : chunk.newDevices) {
        device.bind(0, m_at.devices++).bind(1, int64_t(d.number)).bind(2, d.name).bind(3, d.memoryBytes);
        device.bind(4, int64_t(d.computeMajor)).bind(5, int64_t(d.computeMinor));
        device.bind(6, int64_t(d.processors)).bind(7, int64_t(d.threadsPerProcessor));
        device.bind(8, int64_t(d.warpSize)).run();
    }
}

void RunFileWriter::writeTrace(const RunUpdate& update)
{
    std::vector<StoredTraceStep> steps;
    TraceChunk block;
    for (const auto& chunk : update.chunks) {
        writeStrings(chunk);
        const auto first = m_at.events + int64_t(block.events.size());
        for (const auto& step : chunk.steps)
            steps.push_back({.number = step.number,
                             .startNs = step.startNs,
                             .durationNs = step.durationNs,
                             .firstEvent = first + step.firstEvent,
                             .endEvent = first + step.endEvent,
                             .phase = uint8_t(step.phase)});
        if (block.events.empty() && block.allocations.empty() && chunk.events.size() >= mostEventsInBlock) {
            writeBlock(chunk); // without a copy: that of an imported trace would take as much memory again
            continue;
        }
        appendEvents(block, chunk);
        if (block.events.size() >= mostEventsInBlock) {
            writeBlock(block);
            block = {};
        }
    }
    writeBlock(block);
    writeTraceSteps(steps);
    writeCounters(update.counters);
    writeLost(update.leftOut);
}

void RunFileWriter::writeLost(const EventsLeftOut& lost)
{
    if (!lost.any())
        return;
    m_at.lost.add(lost);
    setMeta(*m_database, lostEventsKey, m_at.lost.events);
    setMeta(*m_database, lostStepsKey, m_at.lost.steps);
}

void RunFileWriter::writeBlock(const TraceChunk& block)
{
    if (block.events.empty() && block.allocations.empty())
        return;
    m_database->prepare("INSERT INTO trace_blocks VALUES (?, ?, ?)")
        .bind(0, m_at.blocks)
        .bind(1, m_at.events)
        .bind(2, int64_t(block.events.size()))
        .run();
    auto insert = m_database->prepare("INSERT INTO trace_columns VALUES (?, ?, ?)");
    const auto insertColumns = [&](const std::vector<PackedColumn>& columns) {
        for (const auto& column : columns)
            insert.bind(0, m_at.blocks).bind(1, column.name).bindBlob(2, column.frame).run();
    };
    const auto insertCount = [&](const char* sql, size_t rows) {
        m_database->prepare(sql).bind(0, m_at.blocks).bind(1, int64_t(rows)).run();
    };
    insertColumns(packEvents(block.events));
    if (!block.allocations.empty()) {
        insertCount("INSERT INTO allocation_blocks VALUES (?, ?)", block.allocations.size());
        insertColumns(packAllocations(block.allocations));
    }
    if (!block.deviceWork.empty()) {
        insertCount("INSERT INTO device_work_blocks VALUES (?, ?)", block.deviceWork.size());
        insertColumns(packDeviceWork(block.deviceWork));
    }
    ++m_at.blocks;
    m_at.events += int64_t(block.events.size());
}

void RunFileWriter::writeTraceSteps(const std::vector<StoredTraceStep>& steps)
{
    for (std::span rest(steps); !rest.empty();) {
        const auto block = rest.first(std::min(rest.size(), mostStepsInBlock));
        writeTraceStepBlock(*m_database, block);
        rest = rest.subspan(block.size());
    }
}

void RunFileWriter::writeCounters(const std::vector<TraceCounter>& counters)
{
    auto insert = m_database->prepare("INSERT INTO trace_counters VALUES (?, ?, ?, ?, ?, ?, ?)");
    for (const auto& counter : counters) {
        insert.bind(0, m_at.counters++).bind(1, counter.name).bind(2, counter.process);
        insert.bind(3, int64_t(counter.device)).bind(4, int64_t(counter.values.size()));
        const auto columns = packCounter(counter.values);
        insert.bindBlob(5, columns[0].frame).bindBlob(6, columns[1].frame).run();
    }
}

void RunFileWriter::writeTotals(const OperatorTotals& totals)
{
    m_database->execute("DELETE FROM operator_totals");
    setMeta(*m_database, "totals_steps", totals.steps);
    auto insert = m_database->prepare("INSERT INTO operator_totals VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    for (const auto& row : totals.rows) {
        insert.bind(0, int64_t(row.name))
            .bind(1, int64_t(row.shape))
            .bind(2, int64_t(row.pass))
            .bind(3, row.calls);
        insert.bind(4, row.selfNs).bind(5, row.totalNs).bind(6, row.totalAnyShapeNs).bind(7, row.durationNs);
        insert.bind(8, row.minNs).bind(9, row.maxNs).run();
    }
}

} // namespace stepscope
