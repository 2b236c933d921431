#include "core/run_file/run_file.h"

#include "core/base/clock.h"
#include "core/base/error.h"
#include "core/base/files/atomic_file.h"
#include "core/base/processes/process_identity.h"
#include "core/base/text/format.h"
#include "core/base/text/name_list.h"
#include "core/experiment/experiment_fields.h"
#include "core/experiment/experiment_json.h"
#include "core/graph/graph_json.h"
#include "core/language/translation.h"
#include "core/run/imported_experiment.h"
#include "core/run_file/run_file_rows.h"
#include "core/run_file/run_file_schema.h"
#include "core/run_file/run_file_steps.h"
#include "core/run_file/run_file_trace.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <span>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace stepscope {

namespace {

constexpr int64_t silenceMs = 30'000; // after this time, a writer on another machine counts as gone

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

/// The experiment of a training until it is read. Without a data set it would be an imported run.
Experiment unreadExperiment()
{
    auto experiment = unknownExperiment();
    experiment.network = translated("unknown network");
    experiment.dataset = translated("unknown data set");
    experiment.device = translated("unknown device");
    return experiment;
}

RunSummary readSummary(RunFileMeta& meta)
{
    auto summary = summaryFromJson(meta.text("summary").value_or(""));
    const bool isOver = summary.outcome >= RunOutcome::Finished;
    // Not the end time, which does not follow when the clock is set.
    const auto heardUnixMs = meta.integer("heard_unix_ms");
    if (!isOver && writerIsGone(meta, heardUnixMs ? heardUnixMs : summary.endUnixMs))
        summary.outcome = RunOutcome::Crashed;
    return summary;
}

std::optional<RunStage> stageOf(RunFileMeta& meta)
{
    const auto stage = meta.integer("stage");
    const bool isKnown = stage >= 0 && stage <= int64_t(RunStage::Finishing);
    return isKnown ? std::optional(RunStage(stage)) : std::nullopt;
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
    run.stage = stageOf(meta).value_or(run.stage);
}

/// Throws when the file is shorter than its header says, as after an interrupted download.
void checkLength(const std::filesystem::path& path)
{
    if (std::error_code unknown; std::filesystem::exists(path.string() + "-wal", unknown))
        return; // it may be growing
    std::array<unsigned char, 32> header{};
    std::ifstream(path, std::ios::binary).read(reinterpret_cast<char*>(header.data()), header.size());
    const int64_t pageSize = header[16] == 0 && header[17] == 1 ? 65536 : header[16] << 8 | header[17];
    const int64_t pages = int64_t(header[28]) << 24 | int64_t(header[29]) << 16 | int64_t(header[30]) << 8 |
                          int64_t(header[31]);
    if (const auto size = int64_t(std::filesystem::file_size(path)); size < pages * pageSize)
        throw Error(translated("it has only {size} of {all} bytes",
                               {{"size", std::to_string(size)}, {"all", std::to_string(pages * pageSize)}}));
}

/// Throws when the file of a run that has not ended properly has lost its journal, as in a copy without it. A
/// new file whose process was killed immediately may have had none yet.
void checkJournal(const std::filesystem::path& path, RunOutcome outcome, RunFileMeta& meta)
{
    const bool hasClosed = outcome >= RunOutcome::Finished && outcome != RunOutcome::Crashed;
    if (!hasClosed && lacksJournal(path) && meta.integer("is_new") == 0)
        throw Error(translated("{file}-wal is not next to it, so the latest data may be missing",
                               {{"file", path.filename().string()}}));
}

struct UnreadPart
{
    std::string part; ///< "the epochs"
    std::string reason;
};

/// One sentence for each reason; one for all parts of a file that is cut off, whose first part says so.
std::vector<std::string> problemsOf(const std::filesystem::path& path, std::span<const UnreadPart> unread,
                                    bool isCutOff)
{
    std::vector<std::string> problems;
    std::vector<std::string_view> reasons;
    for (const UnreadPart& first : unread) {
        if (std::ranges::find(reasons, first.reason) != reasons.end() || (isCutOff && !reasons.empty()))
            continue;
        reasons.push_back(first.reason);
        std::vector<std::string_view> parts;
        for (const UnreadPart& other : unread) {
            if (isCutOff || other.reason == first.reason)
                parts.push_back(other.part);
        }
        problems.push_back(translated(
            "{file}: {part} cannot be read: {reason}",
            {{"file", path.filename().string()}, {"part", listOfNames(parts)}, {"reason", first.reason}}));
    }
    return problems;
}

} // namespace

StoredRun readRunFile(const std::filesystem::path& path, const RunFileParts& parts)
{
    auto database = openRunFile(path);
    StoredRun stored;
    auto& run = stored.run;
    std::vector<UnreadPart> unread;
    const auto part = [&](Translatable what, const auto& read) {
        try {
            read();
        } catch (const Error& error) {
            unread.push_back({translated(what), error.what()});
        }
    };
    part(translatable("the end of the file"), [&] { checkLength(path); });
    const bool isCutOff = !unread.empty();
    // Reads everything in one state, though another process may be writing.
    part(translatable("the file"), [&] { database.execute("BEGIN"); });
    part(translatable("the table of single values"), [&] {
        RunFileMeta meta(database);
        run.experiment = unreadExperiment();
        part(translatable("the experiment"), [&] {
            const auto json = meta.text("experiment").value_or("");
            const auto imported = importedExperiment(json);
            run.experiment = imported ? *imported : experimentFromJson(json, path.filename().string());
        });
        part(translatable("the state"), [&] { readState(meta, run); });
        part(translatable("the plan"), [&] {
            if (const auto plan = meta.text("plan"))
                run.plan = planFromJson(*plan);
        });
        part(translatable("the network's graph"), [&] {
            if (const auto graph = meta.text("graph"))
                run.graph = std::make_shared<const NetworkGraph>(graphFromJson(*graph));
        });
        part(translatable("the label"), [&] {
            if (const auto label = meta.text("label"))
                stored.label = labelFromJson(*label);
        });
        part(translatable("the environment"), [&] {
            if (const auto environment = meta.text("environment"))
                stored.environment = environmentFromJson(*environment);
        });
    });
    part(translatable("the journal"), [&] {
        RunFileMeta meta(database);
        checkJournal(path, run.outcome, meta);
    });
    part(translatable("the training steps"), [&] {
        if (parts.steps)
            readSteps(database, run.steps, 0);
        else
            run.stepsLeftOut = countSteps(database);
    });
    part(translatable("the epochs"), [&] { readEpochs(database, run.epochs, 0); });
    part(translatable("the machine samples"), [&] {
        if (parts.samples)
            readSamples(database, run.samples, 0);
    });
    part(translatable("the log"), [&] { readLog(database, run.log, 0); });
    part(translatable("the scalars"), [&] { readScalars(database, run.scalars, 0); });
    part(translatable("the trace"), [&] {
        run.traceFile = path;
        readTrace(database, {parts.eventBytes, parts.onlyAllEvents}, run.trace, run.leftOut);
    });
    part(translatable("the operators' totals"),
         [&] { readOperatorTotals(database, positionOf(run.trace, run.leftOut), run.totals); });
    stored.problems = problemsOf(path, unread, isCutOff);
    return stored;
}

std::string forStoredSteps(const std::filesystem::path& path,
                           const std::function<void(const StepMetrics&)>& take)
{
    StoredSteps steps(path);
    for (auto next = steps.next(); !next.empty(); next = steps.next())
        std::ranges::for_each(next, take);
    return steps.problem();
}

StoredSteps::StoredSteps(std::filesystem::path path, int64_t most, StepColumns columns)
    : m_path(std::move(path))
    , m_left(most)
    , m_columns(columns)
{
}

std::span<const StepMetrics> StoredSteps::next()
{
    if (!m_problem.empty() || m_left <= 0)
        return {};
    try {
        if (!m_reader) {
            m_database.emplace(openRunFile(m_path));
            m_database->execute("BEGIN");
            m_reader.emplace(*m_database, 0, m_columns);
        }
        auto steps = m_reader->next();
        steps = steps.first(size_t(std::min(int64_t(steps.size()), m_left)));
        m_left -= int64_t(steps.size());
        return steps;
    } catch (const Error& error) {
        m_problem =
            translated("{file}: the training steps cannot be read: {reason}.",
                       {{"file", m_path.filename().string()}, {"reason", withoutFullStop(error.what())}});
        return {};
    }
}

RunFilePosition positionOf(const Run& run)
{
    int64_t points = 0;
    for (const auto& series : run.scalars)
        points += int64_t(series.points.size());
    return {.outcome = run.outcome,
            .stage = run.stage,
            .startUnixMs = run.startUnixMs,
            .hasPlan = run.plan.totalSteps > 0 || run.plan.threads > 0, // programs have no planned steps
            .hasGraph = run.graph != nullptr,
            .steps = int64_t(run.steps.size()),
            .epochs = int64_t(run.epochs.size()),
            .logEntries = int64_t(run.log.size()),
            .samples = int64_t(run.samples.size()),
            .trace = positionOf(run.trace, run.leftOut),
            .totalsSteps = run.totals.steps,
            .scalars = points};
}

static void readNewState(RunFileMeta& meta, const RunFilePosition& position, RunUpdate& update)
{
    const auto summary = readSummary(meta);
    if (position.startUnixMs != 0 && summary.startUnixMs != position.startUnixMs)
        throw Error(translated("it contains another run now"));
    if (summary.outcome != position.outcome) {
        update.outcome = summary.outcome;
        update.failure = summary.failure;
        update.failureDetail = meta.text("failure_detail").value_or("");
        update.endUnixMs = summary.outcome == RunOutcome::Running ? 0 : summary.endUnixMs;
    }
    if (summary.startUnixMs != position.startUnixMs)
        update.startUnixMs = summary.startUnixMs;
    if (const auto stage = stageOf(meta); stage && *stage != position.stage)
        update.stage = stage;
    if (const auto plan = position.hasPlan ? std::nullopt : meta.text("plan"))
        update.plan = planFromJson(*plan);
    if (const auto graph = position.hasGraph ? std::nullopt : meta.text("graph"))
        update.graph = std::make_shared<const NetworkGraph>(graphFromJson(*graph));
}

std::optional<RunUpdate> readRunFileSince(const std::filesystem::path& path, const RunFilePosition& position,
                                          int64_t eventBytes)
{
    auto database = openRunFile(path);
    try {
        database.execute("BEGIN");
        RunFileMeta meta(database);
        RunUpdate update;
        readNewState(meta, position, update);
        readSteps(database, update.steps, position.steps);
        readEpochs(database, update.epochs, position.epochs);
        readSamples(database, update.samples, position.samples);
        readLog(database, update.log, position.logEntries);
        readScalars(database, update.scalars, position.scalars);
        auto chunk = readTraceSince(database, position.trace, eventBytes, update.leftOut);
        const auto traceNow = positionAfter(position.trace, chunk);
        const bool anyTrace = traceNow != position.trace || update.leftOut.any();
        if (anyTrace)
            update.chunks.push_back(std::move(chunk));
        readCounters(database, position.trace.counters, update.counters);
        if (meta.integer("totals_steps") != position.totalsSteps)
            readOperatorTotals(database, traceNow, update.totals.emplace());
        if (const auto text = position.hasEnvironment ? std::nullopt : meta.text("environment")) {
            auto environment = environmentFromJson(*text);
            if (isKnown(environment))
                update.environment = std::move(environment);
        }
        const bool any = update.environment || update.outcome || update.stage || update.startUnixMs ||
                         update.plan || update.graph || update.totals || anyTrace ||
                         !update.counters.empty() || !update.steps.empty() || !update.epochs.empty() ||
                         !update.samples.empty() || !update.log.empty() || !update.scalars.empty();
        return any ? std::optional(std::move(update)) : std::nullopt;
    } catch (const Error& error) {
        throw Error(translated("{file} cannot be followed: {reason}.",
                               {{"file", path.string()}, {"reason", error.what()}}),
                    error.detail());
    }
}

RunSummary readRunSummary(const std::filesystem::path& path)
{
    auto database = openRunFile(path);
    try {
        RunFileMeta meta(database);
        auto summary = readSummary(meta);
        summary.settings = meta.text("experiment").value_or("");
        if (const auto label = meta.text("label"))
            summary.label = labelFromJson(*label);
        return summary;
    } catch (const Error& error) {
        throw Error(
            translated("{file} is damaged: {reason}", {{"file", path.string()}, {"reason", error.what()}}));
    }
}

/// For a run whose writer is gone: the last process that closes a file removes its journal, and the file must
/// say so.
static void leaveOneFile(SqliteDatabase& database)
{
    {
        RunFileMeta meta(database);
        if (!writerIsGone(meta, unixMsNow()))
            return;
    }
    try {
        database.execute("PRAGMA busy_timeout = 0; PRAGMA journal_mode = DELETE;");
    } catch (const Error&) {
        // Somebody reads, so the journal stays.
    }
}

void writeRunOutcome(const std::filesystem::path& path, RunOutcome outcome, const std::string& failure,
                     const std::string& detail)
{
    auto database = openRunFileToChange(path);
    try {
        auto summary = summaryFromJson(RunFileMeta(database).text("summary").value_or(""));
        summary.outcome = outcome;
        summary.failure = failure;
        setMeta(database, "summary", toJson(summary));
        setMeta(database, "failure_detail", detail);
        leaveOneFile(database);
    } catch (const Error& error) {
        throw Error(translated("{file} cannot be changed: {reason}.",
                               {{"file", path.string()}, {"reason", error.what()}}));
    }
}

void copyRunFile(const std::filesystem::path& from, const std::filesystem::path& to)
{
    auto database = openRunFile(from);
    std::error_code ignored; // the file may not exist yet
    if (std::filesystem::equivalent(from, to, ignored))
        throw Error(
            translated("{file} is the run itself; give the copy a different name.", {{"file", to.string()}}));
    writeFileAtomically(to, [&](const std::filesystem::path& temporary) {
        try {
            database.prepare("VACUUM INTO ?").bind(0, std::string_view(temporary.native())).run();
        } catch (const Error& error) {
            throw Error(
                translated("{file} cannot be copied to {copy}: {reason}.",
                           {{"file", from.string()}, {"copy", to.string()}, {"reason", error.what()}}));
        }
    });
}

void removeRunFile(const std::filesystem::path& path)
{
    removeJournals(path);
    std::error_code problem;
    std::filesystem::remove(path, problem);
    if (problem)
        throw Error(translated("{file} cannot be removed: {reason}.",
                               {{"file", path.string()}, {"reason", problem.message()}}));
}

void writeRunLabel(const std::filesystem::path& path, const RunLabel& label)
{
    auto database = openRunFileToChange(path);
    try {
        setMeta(database, "label", toJson(label));
        leaveOneFile(database);
    } catch (const Error& error) {
        throw Error(translated("{file} cannot be changed: {reason}.",
                               {{"file", path.string()}, {"reason", error.what()}}));
    }
}

} // namespace stepscope
