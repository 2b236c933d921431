#include "core/exchange/step_tables.h"

#include "core/base/files/csv.h"
#include "core/base/text/ascii.h"
#include "core/base/text/format.h"
#include "core/exchange/table_value.h"
#include "core/run/imported_experiment.h"
#include "core/run/run_contents.h"
#include "core/run_file/run_file.h"
#include "core/run_file/run_file_trace.h"
#include "core/run_file/trace_pieces.h"
#include "core/trace/event_kind.h"

#include <algorithm>
#include <array>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <tuple>
#include <vector>

namespace stepscope {

namespace {

/// Separate columns for the device's split, in which "other" has another meaning.
std::string deviceColumnOf(StepPart part)
{
    return part == StepPart::Other ? "other_recorded_us" : stepPartColumn(part);
}

struct Row
{
    StepPhase phase = StepPhase::Off;
    int64_t wallNs = 0; ///< duration of the host's step
    const StepBreakdown* split = nullptr;
    const StepBreakdown* device = nullptr;
};

/// Which passes the run tells apart: an imported trace and a recorded program may not mark all of them.
std::array<bool, stepPartCount> knownPasses(const Run& run)
{
    const bool isOwnTraining = !isImported(run) && run.kind == RunKind::Training;
    const bool hasSteps = contentsOf(run).hasSteps;
    std::array<bool, stepPartCount> known{};
    known.fill(isOwnTraining);
    const auto add = [&](const Trace& piece) {
        if (hasSteps && piece.steps.empty())
            return; // its events are in no step
        const auto parts = partsWithEvents(piece);
        std::ranges::transform(known, parts, known.begin(), std::logical_or());
    };
    if (!isOwnTraining)
        std::ignore = forTracePieces(run, add);
    return known;
}

/// Writes the rows of all steps in order; steps without events are filled from the run's metrics.
class StepPartsTable
{
public:
    explicit StepPartsTable(const Run& run)
        : m_withDevice(hasStreams(run.trace))
        , m_csv(header(m_withDevice))
        , m_run(run)
        , m_metrics(run.steps)
        , m_knownPasses(knownPasses(run))
    {
        if (run.stepsLeftOut > 0)
            m_stored.emplace(run.traceFile, run.stepsLeftOut);
    }

    /// Adds a whole trace or a piece of one.
    void addPiece(const Trace& piece, const TextSink& sink)
    {
        const auto splits = stepBreakdowns(piece);
        const auto devices = m_withDevice ? m_splitter.addPiece(piece) : std::vector<StepBreakdown>();
        std::map<int64_t, Row> rows; // by step number
        for (size_t i = 0; i < splits.size(); ++i) {
            const auto& split = splits[i];
            const auto* device = m_withDevice && devices[i].isSplit ? &devices[i] : nullptr;
            rows[split.number] = {split.phase, split.wallNs, split.isSplit ? &split : nullptr, device};
        }
        for (const auto& [number, row] : rows) {
            addMetrics(number, sink);
            if (hasMetrics() && nextNumber() == number)
                m_metrics = m_metrics.subspan(1);
            addRow(number, row, sink);
        }
    }

    /// `read`: which of the run's events were in the pieces.
    void end(const PiecesRead& read, const TextSink& sink)
    {
        const bool hasAll = read.events >= positionOf(m_run.trace, m_run.leftOut).events;
        const bool isBeingWritten = !hasAll && read.problem.empty() && !m_run.isOver();
        m_isRecordedKnown = read.problem.empty();
        if (!isBeingWritten)
            addMetrics(std::numeric_limits<int64_t>::max(), sink);
        m_csv.handTo(sink, true);
    }

    /// A sentence about steps that cannot be read; empty: all can.
    std::string problem() const { return m_stored ? m_stored->problem() : std::string(); }

private:
    static std::vector<std::string> header(bool withDevice)
    {
        std::vector<std::string> header{"step", "phase", "recorded", "wall_us"};
        for (const StepPart part : partsOf(StepSplit::Passes))
            header.push_back(stepPartColumn(part));
        header.emplace_back("between_operators_us");
        if (withDevice)
            header.emplace_back("wall_with_device_us");
        for (const StepPart part : partsOf(StepSplit::Device)) {
            if (withDevice)
                header.push_back(deviceColumnOf(part));
        }
        return header;
    }

    /// Adds the metrics of steps before the number.
    void addMetrics(int64_t number, const TextSink& sink)
    {
        for (; hasMetrics() && nextNumber() < number; m_metrics = m_metrics.subspan(1)) {
            const StepMetrics& step = m_metrics.front();
            addRow(nextNumber(), {.phase = step.phase, .wallNs = step.durationNs}, sink);
        }
    }

    void addRow(int64_t number, const Row& row, const TextSink& sink)
    {
        m_csv.field(number)
            .field(stepPhaseName(row.phase))
            .field(row.split || row.device ? "yes"
                   : m_isRecordedKnown     ? "no"
                                           : "")
            .field(microseconds(row.wallNs));
        for (const StepPart part : partsOf(StepSplit::Passes))
            addField(row.split && m_knownPasses[size_t(part)] ? row.split : nullptr, part);
        row.split ? m_csv.field(microseconds(row.split->betweenNs)) : m_csv.field("");
        if (m_withDevice)
            row.device ? m_csv.field(microseconds(row.device->wallNs)) : m_csv.field("");
        for (const StepPart part : partsOf(StepSplit::Device)) {
            if (m_withDevice)
                addField(row.device, part);
        }
        m_csv.endRow();
        m_csv.handTo(sink);
    }

    void addField(const StepBreakdown* split, StepPart part)
    {
        split ? m_csv.field(microseconds(split->part(part))) : m_csv.field("");
    }

    bool hasMetrics()
    {
        if (m_metrics.empty() && m_stored)
            m_metrics = m_stored->next();
        return !m_metrics.empty();
    }

    int64_t nextNumber() const { return shownStepNumber(m_run, m_metrics.front().step); }

    bool m_withDevice;
    CsvWriter m_csv;
    const Run& m_run;
    DeviceSplitter m_splitter;
    bool m_isRecordedKnown = true;          ///< for steps without events
    std::span<const StepMetrics> m_metrics; ///< in memory, without a row so far
    std::array<bool, stepPartCount> m_knownPasses;
    std::optional<StoredSteps> m_stored; ///< for a run that was read without its steps
};

} // namespace

std::string stepPartColumn(StepPart part)
{
    std::string name = lowerCase(stepPartName(part));
    std::ranges::replace(name, ' ', '_');
    return name + "_us";
}

std::string writeStepPartsCsv(const Run& run, const TextSink& sink)
{
    StepPartsTable table(run);
    auto read = forTracePieces(run, [&](const Trace& piece) { table.addPiece(piece, sink); });
    table.end(read, sink);
    return joinedSentences(table.problem(), read.problem);
}

} // namespace stepscope
