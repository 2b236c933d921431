#include "core/run_file/run_file_steps.h"

#include "core/base/error.h"
#include "core/language/translation.h"
#include "core/run_file/run_file_schema.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <limits>

namespace stepscope {

namespace {

constexpr int64_t versionWithBlocks = 5;

bool hasRows(SqliteDatabase& database)
{
    return database.integer("PRAGMA user_version") < versionWithBlocks;
}

constexpr auto rowsOfSteps = "SELECT step, start_ns, duration_ns, epoch, images, correct, loss, phase "
                             "FROM steps WHERE step >= ? ORDER BY step";
constexpr auto blocksOfSteps =
    "SELECT first_step, count, durations, images, phases, starts, losses, correct, epochs FROM step_blocks "
    "WHERE first_step >= coalesce((SELECT max(first_step) FROM step_blocks WHERE first_step <= ?), 0) "
    "ORDER BY first_step";
constexpr auto rowsOfTraceSteps =
    "SELECT number, start_ns, duration_ns, first_event, end_event, phase FROM trace_steps WHERE number > ? "
    "ORDER BY number";
constexpr auto blocksOfTraceSteps =
    "SELECT count, numbers, starts, durations, first_events, end_events, phases FROM trace_step_blocks "
    "WHERE last_number > ? ORDER BY last_number";

/// The columns of a row starting at `column`, one per call.
FrameOfColumn framesFrom(const SqliteStatement& row, int column)
{
    return [&row, column](std::string_view) mutable { return row.blob(column++); };
}

size_t checkedCount(int64_t count)
{
    if (count <= 0 || count > int64_t(mostStepsInBlock))
        throw Error(translated("there is a block of {count} steps", {{"count", std::to_string(count)}}));
    return size_t(count);
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
    if (const auto phase = row.integer(7); phase >= 0 && phase <= int64_t(StepPhase::WithoutRecorder))
        step.phase = StepPhase(phase);
    return step;
}

uint8_t phaseOf(int64_t phase)
{
    constexpr uint8_t none = std::numeric_limits<uint8_t>::max();
    return phase >= 0 && phase < none ? uint8_t(phase) : none;
}

std::string missing(int64_t step)
{
    return translated("step {step} is missing", {{"step", std::to_string(step)}});
}

int64_t bytesOf(SqliteDatabase& database)
{
    return database.integer("PRAGMA page_count") * database.integer("PRAGMA page_size");
}

} // namespace

StepLimit::StepLimit(SqliteDatabase& database)
{
    // A measured step takes about ten bytes; a fifth of that is allowed.
    constexpr int64_t inAnyFile = 1 << 20;
    m_left = inAnyFile + bytesOf(database) / 2;
}

void StepLimit::count(size_t steps)
{
    m_left -= int64_t(steps);
    if (m_left < 0)
        throw Error(translated("there are more steps than a file of this size can have"));
}

static int64_t firstStepOf(SqliteDatabase& database)
{
    constexpr int64_t most = int64_t(1) << 60;
    return std::clamp<int64_t>(RunFileMeta(database).integer(firstStepKey), 0, most);
}

StepReader::StepReader(SqliteDatabase& database, int64_t from, StepColumns columns)
    : m_areRows(hasRows(database))
    , m_statement(database.prepare(m_areRows ? rowsOfSteps : blocksOfSteps))
    , m_columns(columns)
    , m_limit(database)
    , m_next(firstStepOf(database) + from)
{
    m_statement.bind(0, m_next);
}

std::span<const StepMetrics> StepReader::next()
{
    m_steps.clear();
    try {
        if (m_failure.empty())
            m_areRows ? readRows() : readBlock();
    } catch (const Error& error) {
        m_failure = error.what();
    }
    if (m_steps.empty() && !m_failure.empty())
        throw Error(m_failure);
    return m_steps;
}

void StepReader::readRows()
{
    constexpr size_t most = 1 << 12;
    while (m_steps.size() < most && m_statement.step()) {
        const auto step = stepOf(m_statement);
        if (step.step != m_next)
            throw Error(missing(m_next));
        m_steps.push_back(step);
        ++m_next;
    }
}

void StepReader::readBlock()
{
    while (m_steps.empty() && m_statement.step()) {
        const auto first = m_statement.integer(0);
        if (first < 0 || first > m_next)
            throw Error(missing(m_next));
        if (first < m_next && !m_isFirstBlock)
            throw Error(
                translated("step {step} comes after step {previous}",
                           {{"step", std::to_string(first)}, {"previous", std::to_string(m_next - 1)}}));
        m_isFirstBlock = false;
        const auto count = checkedCount(m_statement.integer(1));
        if (first + int64_t(count) <= m_next)
            continue;
        m_limit.count(count);
        m_steps = unpackSteps(count, first, m_columns, framesFrom(m_statement, 2));
        m_steps.erase(m_steps.begin(), m_steps.begin() + (m_next - first));
        m_next = first + int64_t(count);
    }
}

int64_t countSteps(SqliteDatabase& database)
{
    if (hasRows(database))
        return std::max<int64_t>(database.integer("SELECT coalesce(max(step), -1) FROM steps"), -1) + 1;
    const int64_t before = firstStepOf(database);
    auto last =
        database.prepare("SELECT first_step, count FROM step_blocks ORDER BY first_step DESC LIMIT 1");
    if (!last.step())
        return 0;
    const auto first = last.integer(0);
    constexpr auto most = std::numeric_limits<int64_t>::max() - int64_t(mostStepsInBlock);
    if (first < 0 || first > most)
        throw Error(translated("there is a step {step}", {{"step", std::to_string(first)}}));
    return std::max<int64_t>(first + int64_t(checkedCount(last.integer(1))) - before, 0);
}

/// Growing in small amounts would copy the existing steps again and again, but a damaged number must not
/// claim more memory than a file of this size can need.
static void reserveFor(SqliteDatabase& database, std::vector<StepMetrics>& steps, int64_t from)
{
    constexpr int64_t most = 10'000'000;
    try {
        const auto expected = std::min(countSteps(database) - from, bytesOf(database) / 4);
        steps.reserve(steps.size() + size_t(std::clamp<int64_t>(expected, 0, most)));
    } catch (const Error&) {
        // Reading the steps reports the damage.
    }
}

void readSteps(SqliteDatabase& database, std::vector<StepMetrics>& steps, int64_t from)
{
    reserveFor(database, steps, from);
    StepReader reader(database, from);
    for (auto next = reader.next(); !next.empty(); next = reader.next())
        steps.insert(steps.end(), next.begin(), next.end());
}

TraceStepReader::TraceStepReader(SqliteDatabase& database, int64_t after)
    : m_areRows(hasRows(database))
    , m_statement(database.prepare(m_areRows ? rowsOfTraceSteps : blocksOfTraceSteps))
    , m_limit(database)
    , m_after(after)
    , m_last(after)
{
    m_statement.bind(0, after);
}

std::optional<StoredTraceStep> TraceStepReader::next()
{
    if (m_areRows) {
        if (!m_statement.step())
            return std::nullopt;
        return StoredTraceStep{.number = m_statement.integer(0),
                               .startNs = m_statement.integer(1),
                               .durationNs = m_statement.integer(2),
                               .firstEvent = m_statement.integer(3),
                               .endEvent = m_statement.integer(4),
                               .phase = phaseOf(m_statement.integer(5))};
    }
    if (m_at == m_block.size() && !readBlock())
        return std::nullopt;
    const auto& step = m_block[m_at++];
    if (step.number <= m_last)
        throw Error(
            translated("step {step} comes after step {previous}",
                       {{"step", std::to_string(step.number)}, {"previous", std::to_string(m_last)}}));
    m_last = step.number;
    return step;
}

bool TraceStepReader::readBlock()
{
    m_at = 0;
    m_block.clear();
    while (m_block.empty() && m_statement.step()) {
        const auto count = checkedCount(m_statement.integer(0));
        m_limit.count(count);
        m_block = unpackTraceSteps(count, framesFrom(m_statement, 1));
        std::erase_if(m_block, [this](const StoredTraceStep& step) { return step.number <= m_after; });
    }
    return !m_block.empty();
}

TraceStepCount countTraceSteps(SqliteDatabase& database, int64_t after)
{
    const bool areRows = hasRows(database);
    auto sums = database.prepare(
        areRows
            ? "SELECT count(*), coalesce(max(number), -1) FROM trace_steps WHERE number > ?"
            : fmt::format("SELECT coalesce(sum(min(max(count, 0), {})), 0), coalesce(max(last_number), -1) "
                          "FROM trace_step_blocks WHERE last_number > ?",
                          mostStepsInBlock));
    sums.bind(0, after).step();
    TraceStepCount count{.steps = sums.integer(0), .lastStep = sums.integer(1)};
    if (areRows || count.steps == 0)
        return count;
    // The first of these blocks may start with steps that do not count.
    try {
        auto blocks = database.prepare(blocksOfTraceSteps);
        blocks.bind(0, after).step();
        const auto block = unpackTraceSteps(checkedCount(blocks.integer(0)), framesFrom(blocks, 1));
        count.steps -= std::ranges::count_if(
            block, [after](const StoredTraceStep& step) { return step.number <= after; });
    } catch (const Error&) {
        // Reading the steps reports the damage.
    }
    return count;
}

void writeStepBlock(SqliteDatabase& database, std::span<const StepMetrics> steps)
{
    auto insert = database.prepare("INSERT OR REPLACE INTO step_blocks VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)");
    insert.bind(0, steps.front().step).bind(1, int64_t(steps.size()));
    const auto columns = packSteps(steps);
    for (size_t i = 0; i < columns.size(); ++i)
        insert.bindBlob(int(2 + i), columns[i].frame);
    insert.run();
}

void writeTraceStepBlock(SqliteDatabase& database, std::span<const StoredTraceStep> steps)
{
    if (std::ranges::adjacent_find(steps, std::greater_equal(), &StoredTraceStep::number) != steps.end())
        throw Error(translated("the numbers of recorded steps do not increase"));
    auto insert = database.prepare("INSERT INTO trace_step_blocks VALUES (?, ?, ?, ?, ?, ?, ?, ?)");
    insert.bind(0, steps.back().number).bind(1, int64_t(steps.size()));
    const auto columns = packTraceSteps(steps);
    for (size_t i = 0; i < columns.size(); ++i)
        insert.bindBlob(int(2 + i), columns[i].frame);
    insert.run();
}

} // namespace stepscope
