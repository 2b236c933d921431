#include "core/report/lab_tables.h"

#include "core/base/files/csv.h"
#include "core/base/text/format.h"
#include "core/base/text/format_amount.h"
#include "core/base/text/symbol_name.h"
#include "core/exchange/comparison_tables.h"
#include "core/exchange/kernel_tables.h"
#include "core/exchange/operator_comparison_tables.h"
#include "core/exchange/run_tables.h"
#include "core/experiment/experiment_fields.h"
#include "core/language/translation.h"
#include "core/report/environment_facts.h"
#include "core/run/imported_experiment.h"
#include "core/run/run_words.h"
#include "core/trace/operators/operator_statistics.h"
#include "core/trace/steps/counted_steps.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>

namespace stepscope {

namespace {
using Cell = DocumentTable::Cell;

std::vector<DocumentTable::Column> wordColumns(std::initializer_list<Translatable> titles)
{
    std::vector<DocumentTable::Column> columns;
    for (const auto id : titles)
        columns.push_back({.title = translated(id)});
    return columns;
}

Cell textCell(std::string text)
{
    return {.text = text.empty() ? std::string(absentText) : std::move(text)};
}

Cell countCell(int64_t value)
{
    return {.text = formatCount(value), .value = value};
}

Cell shareCell(double share)
{
    return {.text = formatShare(share), .value = 100 * share};
}

std::string lengthText(const Experiment& experiment)
{
    return experiment.steps > 0 ? translatedPlural("{count} step", "{count} steps", experiment.steps,
                                                   {{"count", formatCount(experiment.steps)}})
                                : translatedPlural("{count} epoch", "{count} epochs", experiment.epochs,
                                                   {{"count", formatCount(experiment.epochs)}});
}

/// A setting as text; empty if it is not known.
std::string knownText(const Experiment& experiment, std::string_view key)
{
    return isKnown(experiment, key) ? fieldText(experiment, *findExperimentField(key)) : std::string();
}

/// "0.01 (sgd)", as far as it is known.
std::string learningRateText(const Experiment& experiment)
{
    std::string text = isKnown(experiment, "optimizer.learning_rate")
                           ? fmt::format("{:g}", experiment.learningRate)
                           : std::string(absentText);
    if (!experiment.optimizer.empty())
        text += fmt::format(" ({})", experiment.optimizer);
    return text;
}

/// Leaves out the columns after the first that have no value in any row: little is known of imported runs.
void leaveOutUnknownColumns(DocumentTable& table)
{
    for (size_t column = table.columns.size(); column-- > 1;) {
        const auto isUnknown = [column](const auto& row) { return row[column].text == absentText; };
        if (!std::ranges::all_of(table.rows, isUnknown))
            continue;
        table.columns.erase(table.columns.begin() + int64_t(column));
        for (auto& row : table.rows)
            row.erase(row.begin() + int64_t(column));
    }
}

/// The text of a number that may not be known.
template<typename Number>
Cell settingCell(const Experiment& experiment, std::string_view key, Number value, std::string text)
{
    if (!isKnown(experiment, key))
        return {.text = absentText};
    return {.text = std::move(text), .value = value};
}

/// Most runs set no samples aside.
bool validationSharesDiffer(const LabReportInput& input)
{
    const auto shareOf = [](const LabReportRun& run) { return run.stored.run.experiment.validationShare; };
    return std::ranges::adjacent_find(input.runs, std::ranges::not_equal_to(), shareOf) != input.runs.end();
}

/// All of the table, in columns of single values.
std::string runsCsv(const LabReportInput& input)
{
    std::vector<std::string> columns{"run",     "network",       "dataset",   "device",        "batch_size",
                                     "epochs",  "steps",         "optimizer", "learning_rate", "seed",
                                     "threads", "start_unix_ms", "outcome"};
    const bool hasValidation = validationSharesDiffer(input);
    if (hasValidation)
        columns.push_back("validation_share");
    CsvWriter csv(columns);
    for (const auto& run : input.runs) {
        const Run& stored = run.stored.run;
        const auto& experiment = stored.experiment;
        csv.field(run.name).field(isImported(stored) ? std::string() : experiment.network);
        csv.field(experiment.dataset).field(experiment.device);
        for (const auto* key :
             {"batch_size", "epochs", "steps", "optimizer.name", "optimizer.learning_rate", "seed"})
            csv.field(knownText(experiment, key));
        csv.field(stored.plan.threads > 0 ? std::to_string(stored.plan.threads) : std::string());
        csv.field(stored.startUnixMs > 0 ? std::to_string(stored.startUnixMs) : std::string());
        csv.field(shownOutcomeName(stored));
        if (hasValidation)
            csv.field(knownText(experiment, "validation_share"));
        csv.endRow();
    }
    return csv.text();
}

/// Runs of which the same is known.
struct EnvironmentColumn
{
    std::vector<EnvironmentFact> facts;
    std::vector<std::string> runs;
};

bool areEqual(const std::vector<EnvironmentFact>& some, const std::vector<EnvironmentFact>& others)
{
    return std::ranges::equal(some, others, {}, &EnvironmentFact::text, &EnvironmentFact::text);
}

/// Without runs of which nothing is known.
std::vector<EnvironmentColumn> environmentColumns(const LabReportInput& input)
{
    std::vector<EnvironmentColumn> columns;
    for (const auto& run : input.runs) {
        auto facts = environmentFacts(run.stored);
        if (std::ranges::all_of(facts, [](const EnvironmentFact& fact) { return fact.text.empty(); }))
            continue;
        auto column = std::ranges::find_if(
            columns, [&facts](const EnvironmentColumn& each) { return areEqual(each.facts, facts); });
        if (column == columns.end())
            column = columns.insert(column, {std::move(facts), {}});
        column->runs.push_back(run.name);
    }
    return columns;
}

/// The columns with names of runs.
DocumentTable::Column runColumn(const LabReportInput& input, size_t run)
{
    const auto& name = input.runs[run].name;
    const bool isBaseline = run == input.baseline && input.runs.size() > 1;
    return {.title = isBaseline ? translated("{run} (baseline)", {{"run", name}}) : name,
            .isNumber = true,
            .color = input.runs[run].color};
}

} // namespace

std::string filePart(const std::string& name)
{
    std::string part;
    for (const char c : name.substr(0, 80)) {
        const bool isPlain = std::isalnum(static_cast<unsigned char>(c)) || c == '-' || c == '_' || c == '.';
        if (isPlain)
            part += c;
        else if (!part.empty() && part.back() != '-')
            part += '-';
    }
    while (!part.empty() && (part.back() == '-' || part.back() == '.'))
        part.pop_back();
    return part.empty() ? "run" : part;
}

DocumentTable runsTable(const LabReportInput& input)
{
    DocumentTable table{.id = "runs",
                        .caption = {},
                        .columns = wordColumns({translatable("Run"), translatable("Network"),
                                                translatable("Data"), translatable("Device")}),
                        .rows = {}};
    for (const auto id : {translatable("Batch size"), translatable("Length"), translatable("Learning rate"),
                          translatable("Seed"), translatable("Threads")})
        table.columns.push_back({.title = translated(id), .isNumber = true});
    const bool hasValidation = validationSharesDiffer(input);
    if (hasValidation)
        table.columns.push_back({.title = translated("Validation share"), .isNumber = true});
    table.columns.push_back({translated("Started")});
    const bool allFinished = std::ranges::all_of(
        input.runs, [](const LabReportRun& run) { return run.stored.run.outcome == RunOutcome::Finished; });
    if (!allFinished)
        table.columns.push_back({translated("Outcome")});
    for (const auto& run : input.runs) {
        const Run& stored = run.stored.run;
        const auto& experiment = stored.experiment;
        auto& cells = table.rows.emplace_back();
        cells.push_back({.text = run.name, .color = run.color});
        cells.push_back(textCell(isImported(stored) ? std::string() : experiment.network)); // a file name
        cells.push_back(textCell(experiment.dataset));
        cells.push_back(textCell(experiment.device));
        cells.push_back(
            settingCell(experiment, "batch_size", experiment.batchSize, formatCount(experiment.batchSize)));
        cells.push_back(settingCell(experiment, experiment.steps > 0 ? "steps" : "epochs",
                                    experiment.steps > 0 ? experiment.steps : experiment.epochs,
                                    lengthText(experiment)));
        cells.push_back({.text = learningRateText(experiment)});
        if (isKnown(experiment, "optimizer.learning_rate"))
            cells.back().value = experiment.learningRate;
        cells.push_back(settingCell(experiment, "seed", experiment.seed, fmt::format("{}", experiment.seed)));
        cells.push_back(stored.plan.threads > 0 ? countCell(stored.plan.threads) : textCell({}));
        if (hasValidation)
            cells.push_back(settingCell(experiment, "validation_share", experiment.validationShare,
                                        knownText(experiment, "validation_share")));
        cells.push_back(
            textCell(stored.startUnixMs > 0 ? formatLocalTimeWithZone(stored.startUnixMs) : std::string()));
        if (!allFinished)
            cells.push_back(textCell(isImported(stored) ? std::string() : outcomeWord(stored.outcome)));
    }
    leaveOutUnknownColumns(table);
    table.csv = runsCsv(input);
    return table;
}

size_t environmentCount(const LabReportInput& input)
{
    auto columns = environmentColumns(input);
    std::vector<std::vector<EnvironmentFact>> machines;
    for (auto& column : columns) {
        std::erase_if(column.facts, [](const EnvironmentFact& fact) { return !fact.isOfMachine; });
        if (std::ranges::all_of(column.facts, &std::string::empty, &EnvironmentFact::text))
            continue; // nothing is known of its machine
        const auto isSame = [&column](const auto& machine) { return areEqual(machine, column.facts); };
        if (std::ranges::none_of(machines, isSame))
            machines.push_back(std::move(column.facts));
    }
    return std::max<size_t>(machines.size(), 1);
}

DocumentTable environmentTable(const LabReportInput& input)
{
    const auto columns = environmentColumns(input);
    DocumentTable table{.id = "environment",
                        .caption = {},
                        .columns = wordColumns({translatable("Part")}),
                        .rows = {},
                        .sortable = false};
    for (const auto& column : columns)
        table.columns.push_back({.title = columns.size() == 1
                                              ? translated("Value")
                                              : fmt::format("{}", fmt::join(column.runs, "; "))});
    for (size_t row = 0; !columns.empty() && row < columns.front().facts.size(); ++row) {
        std::vector<Cell> cells{{.text = columns.front().facts[row].name}};
        for (const auto& column : columns)
            cells.push_back(textCell(column.facts[row].text));
        const bool isKnown = std::ranges::any_of(
            columns, [&](const EnvironmentColumn& column) { return !column.facts[row].text.empty(); });
        if (isKnown)
            table.rows.push_back(std::move(cells));
    }
    return table;
}

DocumentTable comparisonTable(const LabReportInput& input, const LabFigures& figures)
{
    DocumentTable table{.id = "comparison",
                        .caption = {},
                        .columns = wordColumns({translatable("Figure")}),
                        .rows = {},
                        .sortable = false};
    for (size_t i = 0; i < input.runs.size(); ++i)
        table.columns.push_back(runColumn(input, i));
    for (const auto& row : comparisonRows(figures.comparison)) {
        if (!row.isShown())
            continue;
        std::vector<Cell> cells{{.text = row.label}};
        for (const auto& cell : row.cells)
            cells.push_back({.text = cell.shown, .value = cell.value});
        table.rows.push_back(std::move(cells));
    }
    table.csv = comparisonCsv(figures.comparison);
    return table;
}

DocumentTable operatorTable(const OperatorStatistics& statistics, const Trace& trace, const std::string& id,
                            size_t limit)
{
    DocumentTable table{.id = id,
                        .caption = {},
                        .columns = wordColumns({translatable("Operator"), translatable("Pass")}),
                        .rows = {}};
    // Steps without work are in no mean.
    const auto working = int64_t(countedSteps(trace).size());
    const int64_t counted = working > 0 ? std::min(working, statistics.steps) : statistics.steps;
    const bool oneStep = counted <= 1; // or a profile without steps
    const auto amountCell = [&](double value) {
        return Cell{.text = formatBareAmount(value, statistics.unit), .value = value};
    };
    const auto amountTitle = [&](Translatable ofTime, Translatable ofUnit) {
        return statistics.unit.empty() ? translated(ofTime)
                                       : fmt::format("{} ({})", translated(ofUnit), statistics.unit);
    };
    std::vector<std::string> titles{
        translated(oneStep ? translatable("Calls") : translatable("Calls per step"))};
    if (statistics.hasDevice) {
        titles.push_back(
            translated(oneStep ? translatable("Device time") : translatable("Device time per step")));
        titles.push_back(translated("Device"));
    }
    for (const auto& title :
         {amountTitle(oneStep ? translatable("Self time") : translatable("Self time per step"),
                      translatable("Self")),
          translated("Self"),
          amountTitle(oneStep ? translatable("Total time") : translatable("Total time per step"),
                      translatable("Total")),
          translated("Total"), translated("Mean per call")})
        titles.push_back(title);
    for (const std::string& title : titles)
        table.columns.push_back({.title = title, .isNumber = true});
    const auto steps = double(std::max<int64_t>(1, counted));
    for (const OperatorRow* each : costliestRows(statistics, limit)) {
        const OperatorRow& row = *each;
        const double calls = double(row.calls) / steps;
        const bool hasCalls = row.calls > 0;
        std::vector<Cell> cells{textCell(trace.names[row.name]),
                                textCell(statistics.contents.hasPasses ? passWord(row.pass) : std::string()),
                                hasCalls ? Cell{.text = fmt::format("{:.4g}", calls), .value = calls}
                                         : textCell({})};
        if (statistics.hasDevice) {
            cells.push_back(amountCell(double(row.deviceSelfNs) / steps));
            cells.push_back(shareCell(row.deviceShare));
        }
        for (Cell cell : {amountCell(double(row.selfNs) / steps), shareCell(row.selfShare),
                          amountCell(double(row.totalNs) / steps), shareCell(row.totalShare),
                          hasCalls ? amountCell(row.meanNs) : textCell({})})
            cells.push_back(std::move(cell));
        table.rows.push_back(std::move(cells));
    }
    table.csv = operatorsCsv(statistics, trace);
    return table;
}

DocumentTable kernelTable(const KernelStatistics& statistics, const Trace& trace, const std::string& id,
                          size_t limit)
{
    DocumentTable table{
        .id = id, .caption = {}, .columns = wordColumns({translatable("Kernel")}), .rows = {}};
    const bool oneStep = statistics.steps <= 1;
    for (const auto& title :
         {translated(oneStep ? translatable("Launches") : translatable("Launches per step")),
          translated(oneStep ? translatable("Device time") : translatable("Device time per step")),
          translated("Device"), translated("Mean per launch"), translated("Occupancy")})
        table.columns.push_back({.title = title, .isNumber = true});
    const auto steps = double(std::max<int64_t>(1, statistics.steps));
    const auto timeCell = [](double ns) { return Cell{.text = formatNs(ns), .value = ns}; };
    for (size_t i = 0; i < std::min(limit, statistics.rows.size()); ++i) {
        const KernelStatisticsRow& row = statistics.rows[i];
        const double launches = double(row.calls) / steps;
        table.rows.push_back({textCell(shortSymbol(trace.names[row.name])),
                              Cell{.text = fmt::format("{:.4g}", launches), .value = launches},
                              timeCell(double(row.totalNs) / steps), shareCell(row.share),
                              timeCell(row.meanNs()),
                              row.occupancy >= 0.0 ? shareCell(row.occupancy) : textCell({})});
    }
    table.csv = kernelsCsv(statistics, trace);
    return table;
}

namespace {

/// `name`: the title of the first column.
DocumentTable comparedTable(const LabReportInput& input, const OperatorComparison& comparison,
                            const std::vector<OperatorComparisonRow>& rows, const std::string& id,
                            Translatable name, size_t limit)
{
    DocumentTable table{
        .id = id, .caption = {}, .columns = wordColumns({name, translatable("Pass")}), .rows = {}};
    std::vector<size_t> runs;
    for (size_t i = 0; i < comparison.runs.size(); ++i) {
        if (!comparison.runs[i].isRecorded)
            continue;
        runs.push_back(i);
        table.columns.push_back(runColumn(input, i));
    }
    for (size_t row = 0; row < std::min(limit, rows.size()); ++row) {
        const std::string& rowName = rows[row].name;
        const std::vector<OperatorCell>& cells = rows[row].cells;
        std::vector<Cell> shown{textCell(&rows == &comparison.kernels ? shortSymbol(rowName) : rowName),
                                textCell(passWord(rows[row]))};
        for (const size_t run : runs) {
            shown.push_back({.text = operatorCellText(cells[run]),
                             .value = cells[run].calls > 0.0 ? TableValue(cells[run].selfNs) : TableValue()});
        }
        table.rows.push_back(std::move(shown));
    }
    return table;
}

} // namespace

DocumentTable kernelComparisonTable(const LabReportInput& input, const LabFigures& figures, size_t limit)
{
    return comparedTable(input, figures.operators, figures.operators.kernels, "kernel-comparison",
                         translatable("Kernel"), limit);
}

DocumentTable operatorComparisonTable(const LabReportInput& input, const LabFigures& figures, size_t limit)
{
    auto table = comparedTable(input, figures.operators, figures.operators.rows, "operator-comparison",
                               translatable("Operator"), limit);
    table.csv = operatorComparisonCsv(figures.operators);
    return table;
}

} // namespace stepscope
