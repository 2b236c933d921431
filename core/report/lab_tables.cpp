#include "core/report/lab_tables.h"

#include "core/base/files/csv.h"
#include "core/base/text/format.h"
#include "core/base/text/format_amount.h"
#include "core/exchange/comparison_tables.h"
#include "core/exchange/operator_comparison_tables.h"
#include "core/exchange/run_tables.h"
#include "core/experiment/experiment_fields.h"
#include "core/language/sentences.h"
#include "core/run/imported_experiment.h"
#include "core/run/run_words.h"
#include "core/trace/operators/operator_statistics.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <span>

namespace stepscope {

namespace {

using enum SentenceId;
using Cell = DocumentTable::Cell;

std::vector<DocumentTable::Column> wordColumns(std::initializer_list<SentenceId> titles)
{
    std::vector<DocumentTable::Column> columns;
    for (const auto id : titles)
        columns.push_back({.title = sentence(id)});
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
    return experiment.steps > 0 ? sentence(LengthSteps, {{"count", formatCount(experiment.steps)}})
                                : sentence(LengthEpochs, {{"count", formatCount(experiment.epochs)}});
}

std::string gpuText(const Environment& environment)
{
    if (environment.gpus.empty())
        return sentence(NoGpu);
    std::string text;
    for (size_t i = 0; i < environment.gpus.size();) {
        const auto& name = environment.gpus[i].name;
        size_t count = 0;
        while (i + count < environment.gpus.size() && environment.gpus[i + count].name == name)
            ++count;
        const int64_t bytes = environment.gpus[i].memoryBytes;
        text += fmt::format("{}{} × {}", text.empty() ? "" : ", ", count, name);
        text += bytes > 0 ? fmt::format(" ({})", formatBytes(double(bytes))) : std::string();
        i += count;
    }
    return text;
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

/// The text of a number that may not be known.
template<typename Number>
Cell settingCell(const Experiment& experiment, std::string_view key, Number value, std::string text)
{
    if (!isKnown(experiment, key))
        return {.text = absentText};
    return {.text = std::move(text), .value = value};
}

/// All of the table, in columns of single values.
std::string runsCsv(const LabReportInput& input)
{
    CsvWriter csv{"run",       "network",       "dataset", "device",  "batch_size",    "epochs", "steps",
                  "optimizer", "learning_rate", "seed",    "threads", "start_unix_ms", "outcome"};
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
        csv.field(shownOutcomeName(stored)).endRow();
    }
    return csv.text();
}

struct EnvironmentRow
{
    SentenceId name;
    std::string (*text)(const Environment& environment);
};

std::span<const EnvironmentRow> environmentRows()
{
    using E = const Environment&;
    static constexpr std::array<EnvironmentRow, 15> rows = {{
        {PartProcessors, [](E e) { return e.processors > 0 ? formatCount(e.processors) : std::string(); }},
        {PartCpu, [](E e) { return e.cpuModel; }},
        {PartMemory,
         [](E e) { return e.memoryBytes > 0 ? formatBytes(double(e.memoryBytes)) : std::string(); }},
        {PartGpus, [](E e) { return e.cpuModel.empty() && e.gpus.empty() ? std::string() : gpuText(e); }},
        {PartGpuDriver, [](E e) { return e.gpuDriver; }},
        {PartOperatingSystem, [](E e) { return e.operatingSystem; }},
        {PartKernel, [](E e) { return e.kernel; }},
        {PartFramework,
         [](E e) { return e.engine.version.empty() ? std::string() : "LibTorch " + e.engine.version; }},
        {PartPython, [](E e) { return e.program.python; }},
        {PartBlas, [](E e) { return e.engine.blas; }},
        {PartOneDnn, [](E e) { return e.engine.oneDnn; }},
        {PartCudaBuild, [](E e) { return e.engine.cudaBuild; }},
        {PartCudaRuntime, [](E e) { return e.engine.cudaRuntime; }},
        {PartCudnn, [](E e) { return e.engine.cudnn; }},
        {PartStepscope,
         [](E e) {
             return e.compiler.empty()
                        ? e.stepscopeVersion
                        : sentence(BuiltWith, {{"version", e.stepscopeVersion}, {"compiler", e.compiler}});
         }},
    }};
    return rows;
}

/// The machine and the software, without facts that change from run to run.
std::vector<std::string> describe(const Environment& environment)
{
    std::vector<std::string> texts;
    for (const auto& row : environmentRows())
        texts.push_back(row.text(environment));
    return texts;
}

struct Machine
{
    std::vector<std::string> texts;
    std::vector<std::string> runs;
};

std::vector<Machine> machinesOf(const LabReportInput& input)
{
    std::vector<Machine> machines;
    for (const auto& run : input.runs) {
        auto texts = describe(run.stored.environment);
        const bool isKnown = std::ranges::any_of(texts, [](const auto& text) { return !text.empty(); });
        if (!isKnown)
            continue;
        auto machine = std::ranges::find(machines, texts, &Machine::texts);
        if (machine == machines.end())
            machine = machines.insert(machine, {std::move(texts), {}});
        machine->runs.push_back(run.name);
    }
    return machines;
}

/// The columns with names of runs.
DocumentTable::Column runColumn(const LabReportInput& input, size_t run)
{
    const auto& name = input.runs[run].name;
    const bool isBaseline = run == input.baseline && input.runs.size() > 1;
    return {.title = isBaseline ? sentence(BaselineColumn, {{"run", name}}) : name,
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
                        .columns = wordColumns({HeadRun, HeadNetwork, HeadData, HeadDevice}),
                        .rows = {}};
    for (const auto id : {BatchSize, HeadLength, HeadLearningRate, HeadSeed, HeadThreads})
        table.columns.push_back({.title = sentence(id), .isNumber = true});
    table.columns.push_back({sentence(HeadBegan)});
    const bool allFinished = std::ranges::all_of(
        input.runs, [](const LabReportRun& run) { return run.stored.run.outcome == RunOutcome::Finished; });
    if (!allFinished)
        table.columns.push_back({sentence(HeadOutcome)});
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
        cells.push_back(
            textCell(stored.startUnixMs > 0 ? formatLocalTime(stored.startUnixMs) : std::string()));
        if (!allFinished)
            cells.push_back(textCell(isImported(stored) ? std::string() : outcomeWord(stored.outcome)));
    }
    table.csv = runsCsv(input);
    return table;
}

size_t environmentCount(const LabReportInput& input)
{
    return machinesOf(input).size();
}

DocumentTable environmentTable(const LabReportInput& input)
{
    const auto machines = machinesOf(input);
    DocumentTable table{.id = "environment",
                        .caption = {},
                        .columns = wordColumns({HeadPart}),
                        .rows = {},
                        .sortable = false};
    for (const auto& machine : machines)
        table.columns.push_back({.title = machines.size() == 1
                                              ? sentence(HeadValue)
                                              : fmt::format("{}", fmt::join(machine.runs, "; "))});
    for (size_t row = 0; row < environmentRows().size() && !machines.empty(); ++row) {
        std::vector<Cell> cells{{.text = sentence(environmentRows()[row].name)}};
        for (const auto& machine : machines)
            cells.push_back(textCell(machine.texts[row]));
        const bool isKnown = std::ranges::any_of(
            machines, [&](const Machine& machine) { return !machine.texts[row].empty(); });
        if (isKnown)
            table.rows.push_back(std::move(cells));
    }
    return table;
}

DocumentTable comparisonTable(const LabReportInput& input, const LabFigures& figures)
{
    DocumentTable table{.id = "comparison",
                        .caption = {},
                        .columns = wordColumns({HeadFigure}),
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
    DocumentTable table{
        .id = id, .caption = {}, .columns = wordColumns({HeadOperator, HeadPass}), .rows = {}};
    const bool oneStep = statistics.steps <= 1; // or a profile without steps
    const auto amountCell = [&](double value) {
        return Cell{.text = formatBareAmount(value, statistics.unit), .value = value};
    };
    const auto amountTitle = [&](SentenceId ofTime, SentenceId ofUnit) {
        return statistics.unit.empty() ? sentence(ofTime)
                                       : fmt::format("{} ({})", sentence(ofUnit), statistics.unit);
    };
    for (const auto& title :
         {sentence(oneStep ? HeadCalls : HeadCallsPerStep),
          amountTitle(oneStep ? HeadSelfTime : HeadSelfTimePerStep, HeadSelf), sentence(HeadSelf),
          amountTitle(oneStep ? HeadTotalTime : HeadTotalTimePerStep, HeadTotal), sentence(HeadTotal),
          sentence(HeadMeanOfCall)})
        table.columns.push_back({.title = title, .isNumber = true});
    const auto steps = double(std::max<int64_t>(1, statistics.steps));
    for (size_t i = 0; i < std::min(limit, statistics.rows.size()); ++i) {
        const auto& row = statistics.rows[i];
        const double calls = double(row.calls) / steps;
        const bool hasCalls = row.calls > 0;
        table.rows.push_back(
            {textCell(trace.names[row.name]),
             textCell(statistics.isOfSums ? std::string() : passWord(row.pass)),
             hasCalls ? Cell{.text = fmt::format("{:.4g}", calls), .value = calls} : textCell({}),
             amountCell(double(row.selfNs) / steps), shareCell(row.selfShare),
             amountCell(double(row.totalNs) / steps), shareCell(row.totalShare),
             hasCalls ? amountCell(row.meanNs) : textCell({})});
    }
    table.csv = operatorsCsv(statistics, trace);
    return table;
}

DocumentTable operatorComparisonTable(const LabReportInput& input, const LabFigures& figures, size_t limit)
{
    const auto& comparison = figures.operators;
    DocumentTable table{.id = "operator-comparison",
                        .caption = {},
                        .columns = wordColumns({HeadOperator, HeadPass}),
                        .rows = {}};
    std::vector<size_t> runs;
    for (size_t i = 0; i < comparison.runs.size(); ++i) {
        if (!comparison.runs[i].isRecorded)
            continue;
        runs.push_back(i);
        table.columns.push_back(runColumn(input, i));
    }
    for (size_t row = 0; row < std::min(limit, comparison.rows.size()); ++row) {
        const auto& [name, pass, cells] = comparison.rows[row];
        std::vector<Cell> shown{textCell(name), textCell(passWord(pass))};
        for (const size_t run : runs) {
            shown.push_back({.text = operatorCellText(cells[run]),
                             .value = cells[run].calls > 0.0 ? TableValue(cells[run].selfNs) : TableValue()});
        }
        table.rows.push_back(std::move(shown));
    }
    table.csv = operatorComparisonCsv(comparison);
    return table;
}

} // namespace stepscope
