#include "core/report/overview_section.h"

#include "core/advise/root_cause.h"
#include "core/base/palette.h"
#include "core/base/text/format.h"
#include "core/base/text/symbol_name.h"
#include "core/base/text/visible_text.h"
#include "core/exchange/table_value.h"
#include "core/language/translation.h"
#include "core/report/analysis_topics.h"
#include "core/run/imported_experiment.h"
#include "core/run/run_figures.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <functional>

namespace stepscope {

namespace {

constexpr size_t mostCosts = 5;

/// Facts are written in the same order for each run. An empty text: not known.
struct Fact
{
    std::string name;
    std::string text;
};

std::string lines(const std::vector<std::string>& texts)
{
    return fmt::format("{}", fmt::join(texts, "\n"));
}

std::string throughputText(const RunComparison& run)
{
    if (!run.imagesPerSecond)
        return {};
    auto text = formatImagesPerSecond(*run.imagesPerSecond);
    const auto usual = run.stepTimes ? usualSpeeds(*run.stepTimes, run.batchSize) : std::nullopt;
    if (usual)
        text += "\n" + translated("{low} to {high} in 90 % of the steps",
                                  {{"low", formatImagesPerSecond(usual->low)},
                                   {"high", formatImagesPerSecond(usual->high)}});
    return text;
}

std::string stepTimeText(const RunComparison& run)
{
    if (!run.stepTimes || run.stepTimes->count == 0)
        return {};
    const StepTimes& times = *run.stepTimes;
    const TextValues values = {
        {"median", formatNs(times.medianNs)}, {"low", formatNs(times.p5Ns)}, {"high", formatNs(times.p95Ns)}};
    if (times.count == 1)
        return formatNs(times.medianNs);
    return times.hasPercentiles()
               ? translated("median {median}, 5th to 95th percentile {low} to {high}", values)
               : translated("median {median}", values);
}

/// "backward 42.1 %, forward 30.0 %", the largest first; parts that take nothing are left out.
std::string partsText(const RunOverview& overview)
{
    std::vector<StepPart> parts;
    for (const StepPart part : partsOf(overview.split)) {
        if (overview.parts.steps > 0 && overview.parts.part(part).totalNs > 0)
            parts.push_back(part);
    }
    std::ranges::stable_sort(parts, std::greater(),
                             [&](StepPart part) { return overview.parts.part(part).totalNs; });
    std::vector<std::string> texts;
    for (const StepPart part : parts)
        texts.push_back(
            fmt::format("{} {}", stepPartWord(part), formatShareAboveZero(overview.parts.part(part).share)));
    return lines(texts);
}

std::string operatorsText(const Run& run, const OperatorStatistics& statistics)
{
    std::vector<std::string> texts;
    for (const OperatorRow* row : costliestRows(statistics, mostCosts)) {
        const bool isInOtherPass = std::ranges::count(statistics.rows, row->name, &OperatorRow::name) > 1;
        texts.push_back(
            fmt::format("{}{} {}", shortLine(spokenName(run.trace, *row), longestShownName),
                        isInOtherPass ? fmt::format(" ({})", passInText(row->pass)) : std::string(),
                        formatShare(statistics.hasDevice ? row->deviceShare : row->selfShare)));
    }
    return lines(texts);
}

std::string kernelsText(const Run& run, const AdviceFigures& figures)
{
    std::vector<std::string> texts;
    for (const KernelCost& kernel : kernelCosts(figures.devices)) {
        if (texts.size() == mostCosts)
            break;
        texts.push_back(fmt::format("{} {}",
                                    shortLine(shortSymbol(run.trace.names[kernel.name]), longestShownName),
                                    formatShare(kernel.share)));
    }
    return lines(texts);
}

/// "12.3 ms, busy 78.0 % of the time"; with several devices, a line for each.
std::string deviceText(const AdviceFigures& figures)
{
    std::vector<std::string> texts;
    const auto steps = double(std::max<int64_t>(figures.countedSteps, 1));
    for (const DeviceFigures& device : figures.devices) {
        const std::string text =
            translated("{time}, busy {share} of the time",
                       {{"time", formatNs(double(device.busyNs) / steps)},
                        {"share", formatShare(DeviceFigures::share(device.busyNs, device.spanNs))}});
        texts.push_back(figures.devices.size() == 1
                            ? text
                            : translated("device {device}: {text}",
                                         {{"device", std::to_string(device.device)}, {"text", text}}));
    }
    return lines(texts);
}

std::string memoryText(const AdviceFigures& figures)
{
    std::vector<std::string> texts;
    const auto add = [&](int64_t bytes, const auto& textOf) {
        if (bytes >= 0)
            texts.push_back(textOf({{"bytes", formatBytes(double(bytes))}}));
    };
    add(figures.machine.peakResidentBytes,
        [](const TextValues& values) { return translated("process {bytes}", values); });
    add(figures.machine.peakAllocatedBytes,
        [](const TextValues& values) { return translated("LibTorch on the device {bytes}", values); });
    add(figures.machine.peakGpuMemoryBytes,
        [](const TextValues& values) { return translated("most used GPU {bytes}", values); });
    for (const DevicePeak& peak : figures.peaks) {
        const TextValues values = {{"device", std::to_string(peak.device)},
                                   {"bytes", formatBytes(double(peak.bytes))}};
        texts.push_back(peak.isLowerBound ? translated("device {device} at least {bytes}", values)
                                          : translated("device {device} {bytes}", values));
    }
    return lines(texts);
}

/// The mean of the last training steps; of programs, whose correct answers are not counted, the last loss.
std::string lossText(const Run& run)
{
    if (run.steps.empty() || isImported(run)) // imported steps have no loss
        return {};
    double loss = std::nan("");
    if (run.kind != RunKind::Program) {
        loss = recentTraining(run).loss;
    } else {
        const auto last = std::find_if(run.steps.rbegin(), run.steps.rend(),
                                       [](const StepMetrics& step) { return std::isfinite(step.loss); });
        if (last != run.steps.rend())
            loss = double(last->loss);
    }
    return std::isfinite(loss) ? formatLoss(loss) : std::string();
}

/// The last of the tests or validations.
std::string lastResultText(const std::optional<TestResults>& results)
{
    if (!results)
        return {};
    const std::string loss = formatLoss(results->finalLoss);
    if (!results->finalAccuracy)
        return translated("loss {loss}", {{"loss", loss}});
    return translated("{accuracy} correct, loss {loss}",
                      {{"accuracy", formatShare(*results->finalAccuracy, 2)}, {"loss", loss}});
}

std::vector<Fact> factsOf(const LabReportInput& input, const LabFigures& figures, size_t index)
{
    const Run& run = input.runs[index].stored.run;
    const RunComparison& compared = figures.comparison.runs[index];
    const RunOverview& overview = figures.overviews[index];
    return {
        {translated("Device time per step"), deviceText(overview.advice)},
        {translated("Most expensive kernels"), kernelsText(run, overview.advice)},
        {translated("Throughput"), throughputText(compared)},
        {translated("Time per step"), stepTimeText(compared)},
        {translated("Parts of a step"), partsText(overview)},
        {translated("Most expensive operators"), operatorsText(run, figures.statistics[index])},
        {translated("Peak memory"), memoryText(overview.advice)},
        {translated("Training loss"), lossText(run)},
        {translated("Last validation"), lastResultText(compared.validation)},
        {translated("Last test"), lastResultText(compared.test)},
    };
}

/// As in the window, as far as the palette of charts goes.
std::string_view partColor(StepPart part)
{
    const auto& series = lightPalette().series;
    switch (part) {
    case StepPart::Data:
    case StepPart::DataLoader:
        return series[4];
    case StepPart::Copy:
    case StepPart::MemorySet:
        return series[5];
    case StepPart::Forward:
    case StepPart::Operator:
        return series[0];
    case StepPart::Loss:
    case StepPart::MemoryCopy:
        return series[1];
    case StepPart::Backward:
    case StepPart::Communication:
        return series[3];
    case StepPart::Optimizer:
    case StepPart::Runtime:
        return series[2];
    case StepPart::Kernel:
        return series[6];
    case StepPart::Other:
        break;
    case StepPart::Idle:
        return "#b8c0ca";
    }
    return series[7];
}

} // namespace

DocumentTable overviewTable(const LabReportInput& input, const LabFigures& figures, size_t first)
{
    const size_t end = std::min(first + mostOverviewColumns, input.runs.size());
    DocumentTable table{.id = first == 0 ? "overview" : fmt::format("overview-{}", first + 1),
                        .caption = {},
                        .columns = {{.title = translated("Figure")}},
                        .rows = {},
                        .sortable = false};
    for (size_t i = first; i < end; ++i) {
        table.columns.push_back({.title = input.runs[i].name, .color = input.runs[i].color});
        const auto facts = factsOf(input, figures, i);
        table.rows.resize(facts.size());
        for (size_t row = 0; row < facts.size(); ++row) {
            if (i == first)
                table.rows[row].push_back({.text = facts[row].name});
            table.rows[row].push_back(
                {.text = facts[row].text.empty() ? std::string(absentText) : facts[row].text});
        }
    }
    std::erase_if(table.rows, [](const auto& row) {
        return std::all_of(row.begin() + 1, row.end(),
                           [](const auto& cell) { return cell.text == absentText; });
    });
    return table;
}

std::optional<Chart> stepPartsChart(const LabReportInput& input, const LabFigures& figures, StepSplit split)
{
    const bool isOfDevice = split == StepSplit::Device;
    Chart chart{.id = isOfDevice ? "device_parts_of_step" : "parts_of_step",
                .title = isOfDevice ? translated("Step time by activity of device and host")
                                    : translated("Step time by pass"),
                .kind = ChartKind::StackedBars};
    chart.x = {.title = translated("mean time per step"), .quantity = Quantity::Nanoseconds};
    std::vector<const StepFigures*> shown;
    for (size_t i = 0; i < input.runs.size(); ++i) {
        const RunOverview& overview = figures.overviews[i];
        if (overview.split != split || overview.parts.steps == 0)
            continue;
        chart.categories.push_back(input.runs[i].name);
        shown.push_back(&overview.parts);
    }
    if (shown.empty())
        return std::nullopt;
    for (const StepPart part : partsOf(split)) {
        ChartSeries series{.name = stepPartWord(part), .color = std::string(partColor(part))};
        for (const StepFigures* each : shown)
            series.y.push_back(each->perStepNs(each->part(part)));
        if (std::ranges::any_of(series.y, [](double ns) { return ns > 0.0; }))
            chart.series.push_back(std::move(series));
    }
    return chart;
}

std::vector<std::string> improvementSentences(const LabReportInput& input, const LabFigures& figures)
{
    std::vector<std::string> sentences;
    for (size_t i = 0; i < input.runs.size(); ++i) {
        const auto& findings = figures.overviews[i].findings;
        if (findings.empty())
            continue;
        if (const RootCause cause = rootCause(findings); cause.isJudged)
            sentences.push_back(
                translated("“{run}”: {cause}", {{"run", input.runs[i].name}, {"cause", cause.sentence()}}));
    }
    return sentences;
}

} // namespace stepscope
