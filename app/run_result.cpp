#include "app/run_result.h"

#include "app/text_table.h"
#include "core/base/text/format.h"
#include "core/base/text/format_amount.h"
#include "core/base/text/text_width.h"
#include "core/base/text/visible_text.h"
#include "core/comparison/reference_loop.h"
#include "core/exchange/kernel_tables.h"
#include "core/experiment/experiment_json.h"
#include "core/language/translation.h"
#include "core/run/fused_update.h"
#include "core/run/imported_experiment.h"
#include "core/run/run_figures.h"
#include "core/run/run_words.h"
#include "core/run/validation.h"
#include "core/run_file/run_file.h"
#include "core/run_file/trace_pieces.h"
#include "core/trace/event_kind.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace stepscope {

namespace {

using Json = nlohmann::ordered_json;

constexpr size_t topCount = 10;
constexpr size_t longestName = 48;

std::string shortened(const std::string& name, size_t longest = longestName)
{
    return shortLine(name, longest);
}

/// Without the return type of most kernels, "void", which says nothing.
std::string shortKernelName(const std::string& name)
{
    constexpr std::string_view prefix = "void ";
    return shortened(name.starts_with(prefix) ? name.substr(prefix.size()) : name);
}

std::string orUnknown(std::string text)
{
    return text.empty() ? "–" : text;
}

Json correctJson(const EpochMetrics& epoch)
{
    return epoch.testCorrect >= 0 ? Json(epoch.testCorrect) : Json();
}

Json epochJson(const EpochMetrics& epoch, const Run& run)
{
    const auto validation = validationAfter(run, epoch.lastStep);
    return {{"epoch", epoch.epoch},
            {"steps", epoch.steps},
            {"train_loss", epoch.trainLoss},
            {"train_accuracy", epoch.trainAccuracy()},
            {"test_loss", epoch.testLoss},
            {"test_accuracy", epoch.testAccuracy()},
            {"test_correct", correctJson(epoch)},
            {"test_images", epoch.testImages},
            {"validation_correct",
             validation && validation->correct() >= 0 ? Json(validation->correct()) : Json()},
            {"validation_images", validation && validation->samples > 0 ? Json(validation->samples) : Json()},
            {"validation_loss", validation ? Json(validation->loss) : Json()},
            {"validation_accuracy", validation ? Json(validation->accuracy) : Json()},
            {"train_seconds", double(epoch.trainNs) / 1e9},
            {"test_seconds", double(epoch.testNs) / 1e9},
            {"images_per_second", epoch.imagesPerSecond()},
            {"learning_rate", epoch.learningRate}};
}

Json stepTimeJson(const StepTimes& times)
{
    const auto us = [](double nanoseconds) { return nanoseconds / 1e3; };
    const auto percentile = [&](double nanoseconds) {
        return times.hasPercentiles() ? Json(us(nanoseconds)) : Json();
    };
    return {{"steps", times.count},
            {"median", us(times.medianNs)},
            {"p5", percentile(times.p5Ns)},
            {"p95", percentile(times.p95Ns)},
            {"first", us(times.firstNs)}};
}

Json operatorsJson(const Run& run, const OperatorStatistics& statistics)
{
    Json top = Json::array();
    for (size_t i = 0; i < std::min(topCount, statistics.rows.size()); ++i) {
        const auto& row = statistics.rows[i];
        const auto key = [&](const char* what) { return amountKey(what, statistics.unit); };
        const auto amount = [&](double value) { return plainAmount(value, statistics.unit); };
        const bool areCallsKnown = row.calls > 0;
        top.push_back({{"operator", run.trace.names[row.name]},
                       {"pass", passName(row.pass)},
                       {"calls", areCallsKnown ? Json(row.calls) : Json()},
                       {key("self"), amount(double(row.selfNs))},
                       {"self_percent", 100.0 * row.selfShare},
                       {key("total"), amount(double(row.totalNs))},
                       {"total_percent", 100.0 * row.totalShare},
                       {key("mean"), areCallsKnown ? Json(amount(row.meanNs)) : Json()}});
    }
    Json json = {{"steps", statistics.steps}};
    json["covers"] = statistics.rows.empty() ? "nothing" : coveredSteps(statistics, run.trace);
    json["top"] = std::move(top);
    return json;
}

/// Null for a figure that was not recorded.
Json kernelJson(const KernelStatisticsRow& row, const Trace& trace)
{
    const auto known = [](bool isKnown, auto value) { return isKnown ? Json(value) : Json(); };
    return {{"kernel", trace.names[row.name]},
            {"operator", row.launcher == noName ? Json() : Json(trace.names[row.launcher])},
            {"calls", row.calls},
            {"total_us", double(row.totalNs) / 1e3},
            {"percent", 100.0 * row.share},
            {"mean_us", row.meanNs() / 1e3},
            {"grid", known(row.isGridKnown(), row.grid)},
            {"block", known(row.block[0] > 0, row.block)},
            {"registers_per_thread", known(row.registers > 0, row.registers)},
            {"shared_memory_bytes", known(row.sharedBytes >= 0, row.sharedBytes)},
            {"occupancy_percent", known(row.occupancy >= 0.0, 100.0 * row.occupancy)},
            {"ran_in_steps", kernelStepsText(row)}};
}

Json kernelsJson(const Run& run, const KernelStatistics& statistics)
{
    Json top = Json::array();
    for (size_t i = 0; i < std::min(topCount, statistics.rows.size()); ++i)
        top.push_back(kernelJson(statistics.rows[i], run.trace));
    return {{"calls", statistics.kernels},
            {"total_us", double(statistics.totalNs) / 1e3},
            {"covers", coveredSteps(statistics)},
            {"top", std::move(top)}};
}

/// The last value of each tag.
Json scalarsJson(const Run& run)
{
    Json scalars = Json::array();
    for (const auto* series : loggedScalars(run)) {
        if (series->points.empty())
            continue;
        const auto& last = series->points.back();
        scalars.push_back({{"tag", series->tag},
                           {"points", series->points.size()},
                           {"last_step", last.step},
                           {"last_value", std::isfinite(last.value) ? Json(last.value) : Json()}});
    }
    return scalars;
}

Json warningsJson(const Run& run)
{
    Json warnings = Json::array();
    for (const auto& entry : run.log) {
        if (entry.level == LogLevel::Warning)
            warnings.push_back(entry.text);
    }
    return warnings;
}

} // namespace

static TrainingFigures trainingFigures(const Run& run, std::string& problem)
{
    TrainingFiguresBuilder builder(isImported(run));
    builder.add(run.steps);
    if (run.stepsLeftOut == 0)
        return builder.figures();
    StoredSteps stored(run.traceFile, run.stepsLeftOut, StepColumns::OfFigures);
    for (auto steps = stored.next(); !steps.empty(); steps = stored.next())
        builder.add(steps);
    problem = stored.problem();
    return builder.figures();
}

TopFigures topFigures(const Run& run)
{
    TopFigures figures;
    figures.steps = trainingFigures(run, figures.problem);
    std::string eventProblem;
    // Totals that a run has counted over all its steps need no events; an imported run has only events.
    if (run.totals.rows.empty()) {
        auto recorded = recordedStatistics(run, OperatorGrouping::ByOperator);
        figures.operators = std::move(recorded.figures);
        eventProblem = std::move(recorded.problem);
    } else {
        figures.operators = runStatistics(run, OperatorGrouping::ByOperator);
    }
    auto kernels = recordedKernels(run, KernelGrouping::ByLaunch);
    figures.kernels = std::move(kernels.figures);
    if (eventProblem.empty())
        eventProblem = std::move(kernels.problem);
    figures.problem = joinedSentences(figures.problem, eventProblem);
    return figures;
}

static std::string topOperatorsTitle(const Run& run, const OperatorStatistics& statistics, size_t shown)
{
    const auto count = formatCount(int64_t(shown));
    if (statistics.contents.areFunctions)
        return translatedPlural("The most expensive function by its own {amount}:",
                                "The {count} most expensive functions by their own {amount}:", int64_t(shown),
                                {{"count", count}, {"amount", amountNoun(statistics.unit)}});
    return translatedPlural("The most expensive operator by self time, {steps}:",
                            "The {count} most expensive operators by self time, {steps}:", int64_t(shown),
                            {{"count", count}, {"steps", coveredSteps(statistics, run.trace)}});
}

std::string topOperatorsText(const Run& run, const OperatorStatistics& statistics, size_t count)
{
    if (statistics.rows.empty())
        return {};
    const size_t shown = std::min(count, statistics.rows.size());
    size_t nameWidth = 8;
    for (size_t i = 0; i < shown; ++i)
        nameWidth = std::max(nameWidth, displayWidth(shortened(run.trace.names[statistics.rows[i].name])));

    using enum TextTable::Align;
    const std::string& unit = statistics.unit;
    TextTable table("  ",
                    {{statistics.contents.areFunctions ? translated("function") : translated("operator"),
                      Left, nameWidth},
                     {translated("pass"), Left, 9},
                     {translated("calls"), Right, 9},
                     {translated("self"), Right, 9},
                     {translated("self %"), Right, 7},
                     {translated("total"), Right, 9},
                     {translated("total %"), Right, 7},
                     {translated("mean"), Right, 9}});
    for (size_t i = 0; i < shown; ++i) {
        const auto& row = statistics.rows[i];
        table.add({shortened(run.trace.names[row.name]),
                   statistics.contents.hasPasses ? passWord(row.pass) : std::string(),
                   row.calls > 0 ? formatCount(row.calls) : "–", formatBareAmount(double(row.selfNs), unit),
                   formatShare(row.selfShare), formatBareAmount(double(row.totalNs), unit),
                   formatShare(row.totalShare), row.calls > 0 ? formatBareAmount(row.meanNs, unit) : "–"});
    }
    std::string text = topOperatorsTitle(run, statistics, shown) + "\n" + table.text();
    if (std::ranges::any_of(statistics.rows,
                            [&](const auto& row) { return isFusedUpdate(statistics, row, run.trace); }))
        text += fusedUpdateText() + "\n";
    return text;
}

static std::string topKernelsTitle(const KernelStatistics& statistics, size_t shown)
{
    const auto all = int64_t(statistics.rows.size());
    const TextValues counts = {{"shown", std::to_string(shown)}, {"count", formatCount(all)}};
    const auto kernels =
        all == 1 ? translated("The only kernel")
        : int64_t(shown) == all
            ? translatedPlural("The {count} kernel by operator and launch configuration",
                               "The {count} kernels by operator and launch configuration", all, counts)
            : translatedPlural(
                  "The {shown} most expensive of {count} kernel by operator and launch configuration",
                  "The {shown} most expensive of {count} kernels by operator and launch configuration", all,
                  counts);
    const auto calls = translatedPlural(
        "{count} call of {time}", "{count} calls whose durations add up to {time}", statistics.kernels,
        {{"count", formatCount(statistics.kernels)}, {"time", formatNs(double(statistics.totalNs))}});
    return translated("{kernels}, {calls}, {steps}:",
                      {{"kernels", kernels}, {"calls", calls}, {"steps", coveredSteps(statistics)}});
}

std::string topKernelsText(const Run& run, const KernelStatistics& statistics, size_t count)
{
    if (statistics.rows.empty())
        return {};
    constexpr size_t longestOperator = 32;
    const size_t shown = std::min(count, statistics.rows.size());
    size_t nameWidth = 6;
    size_t operatorWidth = 8;
    std::vector<std::string> launchers;
    for (size_t i = 0; i < shown; ++i) {
        const auto& row = statistics.rows[i];
        launchers.push_back(
            row.launcher == noName ? "–" : shortened(run.trace.names[row.launcher], longestOperator));
        nameWidth = std::max(nameWidth, displayWidth(shortKernelName(run.trace.names[row.name])));
        operatorWidth = std::max(operatorWidth, displayWidth(launchers.back()));
    }
    using enum TextTable::Align;
    TextTable table("  ", {{translated("kernel"), Left, nameWidth},
                           {translated("operator"), Left, operatorWidth},
                           {translated("calls"), Right, 7},
                           {translated("time"), Right, 9},
                           {translated("time %"), Right, 7},
                           {translated("mean"), Right, 9},
                           {translated("grid"), Right, 12},
                           {translated("block"), Right, 10},
                           {translated("registers"), Right, 9},
                           {translated("shared"), Right, 9},
                           {translated("occupancy"), Right, 9},
                           {translated("ran in steps")}});
    for (size_t i = 0; i < shown; ++i) {
        const auto& row = statistics.rows[i];
        table.add({shortKernelName(run.trace.names[row.name]), launchers[i], formatCount(row.calls),
                   formatNs(double(row.totalNs)), formatShare(row.share), formatNs(row.meanNs()),
                   orUnknown(launchSizeText(row.grid)), orUnknown(launchSizeText(row.block)),
                   orUnknown(row.registers > 0 ? std::to_string(row.registers) : ""),
                   orUnknown(row.sharedBytes >= 0 ? formatBytes(double(row.sharedBytes)) : ""),
                   orUnknown(row.occupancy >= 0.0 ? formatShareAboveZero(row.occupancy, 0) : ""),
                   orUnknown(kernelStepsText(row))});
    }
    return topKernelsTitle(statistics, shown) + "\n" + table.text();
}

std::string resultJson(const Run& run, const TopFigures& figures, const WrittenReport& report)
{
    Json json;
    json["outcome"] = shownOutcomeName(run);
    json["failure"] = run.failure.empty() ? Json() : Json(run.failure);
    if (!run.failureDetail.empty())
        json["failure_detail"] = run.failureDetail;
    json["experiment"] = Json::parse(toJson(shownExperiment(run)));
    json["device_name"] = run.plan.deviceName.empty() ? Json() : Json(run.plan.deviceName);
    const auto known = [](auto value) { return value > 0 ? Json(value) : Json(); };
    json["imported"] = isImported(run);
    json["threads"] = known(run.plan.threads);
    json["parameters"] = known(run.plan.parameters);
    json["steps"] = figures.steps.steps;
    json["planned_steps"] = isImported(run) ? Json() : Json(run.plan.totalSteps);
    json["seconds"] = run.startUnixMs > 0 && run.endUnixMs > run.startUnixMs
                          ? Json(double(run.endUnixMs - run.startUnixMs) / 1e3)
                          : Json();
    json["images_per_second"] = known(figures.steps.imagesPerSecond);
    json["step_time_us"] = figures.steps.steps == 0 ? Json() : stepTimeJson(figures.steps.times);
    json["test"] = run.epochs.empty() || run.epochs.back().testImages == 0
                       ? Json()
                       : Json{{"loss", run.epochs.back().testLoss},
                              {"correct", correctJson(run.epochs.back())},
                              {"images", run.epochs.back().testImages},
                              {"accuracy", run.epochs.back().testAccuracy()},
                              {"line", testLine(run.epochs.back())}};
    const auto validation = lastValidation(run);
    json["validation"] =
        validation ? Json{{"loss", validation->loss}, {"accuracy", validation->accuracy}} : Json();
    json["epochs"] = Json::array();
    for (const auto& epoch : run.epochs)
        json["epochs"].push_back(epochJson(epoch, run));
    json["scalars"] = scalarsJson(run);
    json["operators"] = operatorsJson(run, figures.operators);
    json["kernels"] = hasStreams(run.trace) ? kernelsJson(run, figures.kernels) : Json();
    json["report"] = report.folder.empty() ? Json()
                                           : Json{{"folder", report.folder.string()},
                                                  {"files", report.files},
                                                  {"not_written", report.omissions.all()}};
    json["warnings"] = warningsJson(run);
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace stepscope
