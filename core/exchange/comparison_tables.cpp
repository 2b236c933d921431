#include "core/exchange/comparison_tables.h"

#include "core/base/files/csv.h"
#include "core/base/text/format.h"
#include "core/comparison/verdict_words.h"
#include "core/exchange/setting_tables.h"
#include "core/exchange/table_value.h"
#include "core/language/translation.h"
#include "core/run/run_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

namespace stepscope {

namespace {

/// One figure of a run, for programs and for readers.
struct Figure
{
    std::string key;
    std::string label;
    TableValue value;
    std::string shown;
};

std::string differenceCell(const std::optional<RatioEstimate>& estimate)
{
    return estimate ? differenceText(*estimate) : absentText;
}

std::string intervalText(const RatioEstimate& estimate)
{
    if (estimate.verdict == Verdict::TooFewSamples)
        return absentText;
    return translated("{ratio} ({low} to {high})", {{"ratio", fmt::format("{:.3f}", estimate.ratio)},
                                                    {"low", ratioBoundText(estimate.interval.low)},
                                                    {"high", ratioBoundText(estimate.interval.high)}});
}

std::string shareText(const DataTime& data)
{
    constexpr int decimals = 2;
    if (!data.interval)
        return translated("{share} (interval not known)", {{"share", formatShare(data.share, decimals)}});
    return translated("{share} ({low} to {high})", {{"share", formatShare(data.share, decimals)},
                                                    {"low", formatShare(data.interval->low, decimals)},
                                                    {"high", formatShare(data.interval->high, decimals)}});
}

/// Collects a run's figures in the order of the table.
class Figures
{
public:
    std::vector<Figure> all;

    void text(std::string key, std::string label, std::string value, std::string shown)
    {
        all.push_back({std::move(key), std::move(label), std::move(value), std::move(shown)});
    }
    void count(std::string key, std::string label, int64_t value, bool isKnown)
    {
        all.push_back({std::move(key), std::move(label), isKnown ? TableValue(value) : TableValue(),
                       isKnown ? formatCount(value) : absentText});
    }
    /// A value is given in `unit` of the key's unit.
    void number(std::string key, std::string label, std::optional<double> value, double unit,
                const std::function<std::string(double)>& format)
    {
        all.push_back({std::move(key), std::move(label), value ? TableValue(*value / unit) : TableValue(),
                       value ? format(*value) : absentText});
    }
    void recorderCost(const std::optional<RecorderCost>& cost)
    {
        const auto percent = [](double share) { return TableValue(share / 0.01); };
        all.push_back({"recorder_percent", translated("Recorder's cost"),
                       cost ? percent(cost->share) : TableValue(),
                       cost ? recorderCostText(*cost) : absentText});
        all.push_back({"recorder_percent_low", "", cost ? percent(cost->interval.low) : TableValue(), ""});
        all.push_back({"recorder_percent_high", "", cost ? percent(cost->interval.high) : TableValue(), ""});
    }
    void dataShare(const std::optional<DataTime>& data)
    {
        TableValue share;
        TableValue low;
        TableValue high;
        if (data)
            share = data->share / 0.01;
        if (data && data->interval) {
            low = data->interval->low / 0.01;
            high = data->interval->high / 0.01;
        }
        all.push_back({"data_percent", translated("Data part of a step: share, 95 % interval"), share,
                       data ? shareText(*data) : absentText});
        all.push_back({"data_percent_low", "", low, ""});
        all.push_back({"data_percent_high", "", high, ""});
    }
    void ratio(const std::string& key, const std::string& label, const std::optional<RatioEstimate>& estimate)
    {
        const bool known = estimate && estimate->verdict != Verdict::TooFewSamples;
        const auto part = [&](double value) { return known ? TableValue(value) : TableValue(); };
        all.push_back(
            {key, label, estimate ? TableValue(estimate->ratio) : TableValue(), differenceCell(estimate)});
        all.push_back({key + "_low", "", part(known ? estimate->interval.low : 0), ""});
        all.push_back({key + "_high", "", part(known ? estimate->interval.high : 0), ""});
        all.push_back({key + "_verdict", translated("{figure}: ratio, 95 % interval", {{"figure", label}}),
                       estimate ? TableValue(verdictName(estimate->verdict)) : TableValue(),
                       estimate ? intervalText(*estimate) : absentText});
    }
};

std::vector<Figure> figuresOf(const RunComparison& run, double accuracy)
{
    const auto share = [](double value) { return formatShare(value, 2); };
    const auto of = [](const auto& whole, auto member) {
        return whole ? std::optional<double>((*whole).*member) : std::nullopt;
    };
    Figures figures;
    figures.text("outcome", translated("Outcome"),
                 run.imported ? importedOutcomeName : runOutcomeName(run.outcome),
                 run.imported ? importedWord() : outcomeWord(run.outcome));
    // These may not be known for an imported log.
    const auto known = [](double ns) { return ns > 0.0 ? std::optional(ns) : std::nullopt; };
    figures.count("batch_size", translated("Batch size"), run.batchSize, run.batchSize > 0);
    figures.count("parameters", translated("Parameters"), run.parameters, run.parameters > 0);
    figures.count("steps", translated("Steps"), run.steps,
                  run.steps > 0 || run.outcome != RunOutcome::Finished);
    figures.number("training_s", translated("Training"), known(run.trainingNs), 1e9, formatNs);
    figures.number("testing_s", translated("Testing"), known(run.testingNs), 1e9, formatNs);
    figures.number("epoch_s", translated("Training per epoch"), run.epochNs, 1e9, formatNs);
    figures.number("images_per_s", translated("Samples per second"), run.imagesPerSecond, 1,
                   formatImagesPerSecond);
    figures.number("first_step_us", translated("First step"), run.firstStepNs, 1e3, formatNs);
    figures.number("step_median_us", translated("Step time, median"), of(run.stepTimes, &StepTimes::medianNs),
                   1e3, formatNs);
    const auto spread = run.stepTimes && run.stepTimes->hasPercentiles() ? run.stepTimes : std::nullopt;
    figures.number("step_p5_us", translated("Step time, 5th percentile"), of(spread, &StepTimes::p5Ns), 1e3,
                   formatNs);
    figures.number("step_p95_us", translated("Step time, 95th percentile"), of(spread, &StepTimes::p95Ns),
                   1e3, formatNs);
    const bool isSpread = run.dataTime && run.dataTime->hasPercentiles();
    figures.number("data_median_us", translated("Data part of a step, median"),
                   of(run.dataTime, &DataTime::medianNs), 1e3, formatNs);
    figures.number("data_p95_us", translated("Data part of a step, 95th percentile"),
                   isSpread ? std::optional(run.dataTime->p95Ns) : std::nullopt, 1e3, formatNs);
    figures.dataShare(run.dataTime);
    figures.ratio("step_time_ratio", translated("Step time against the baseline"), run.stepTime);
    figures.ratio("image_time_ratio", translated("Time per sample against the baseline"), run.imageTime);
    figures.number("to_accuracy_s",
                   translated("Time to {accuracy} test accuracy", {{"accuracy", formatShare(accuracy)}}),
                   run.nsToAccuracy, 1e9, formatNs);
    figures.number("final_test_loss", translated("Test loss, final"), of(run.test, &TestResults::finalLoss),
                   1, formatLoss);
    figures.number("best_test_loss", translated("Test loss, best"), of(run.test, &TestResults::bestLoss), 1,
                   formatLoss);
    figures.number("final_test_accuracy", translated("Test accuracy, final"),
                   run.test ? run.test->finalAccuracy : std::nullopt, 1, share);
    figures.number("best_test_accuracy", translated("Test accuracy, best"),
                   run.test ? run.test->bestAccuracy : std::nullopt, 1, share);
    figures.number("final_validation_loss", translated("Validation loss, final"),
                   of(run.validation, &TestResults::finalLoss), 1, formatLoss);
    figures.number("best_validation_loss", translated("Validation loss, best"),
                   of(run.validation, &TestResults::bestLoss), 1, formatLoss);
    figures.number("final_validation_accuracy", translated("Validation accuracy, final"),
                   run.validation ? run.validation->finalAccuracy : std::nullopt, 1, share);
    figures.number("best_validation_accuracy", translated("Validation accuracy, best"),
                   run.validation ? run.validation->bestAccuracy : std::nullopt, 1, share);
    figures.number("cpu_percent", translated("CPU use (100 % = one processor)"), run.cpuPercent, 1,
                   [](double percent) { return fmt::format("{:.0f} %", percent); });
    figures.number("peak_resident_bytes", translated("Peak memory"),
                   run.peakResidentBytes ? std::optional(double(*run.peakResidentBytes)) : std::nullopt, 1,
                   formatBytes);
    figures.number("reference_loop_us", translated("Reference loop"), run.referenceNs, 1e3, formatNs);
    figures.recorderCost(run.recorderCost);
    return figures.all;
}

} // namespace

bool ComparisonRow::isShown() const
{
    return !label.empty() &&
           std::ranges::any_of(cells, [](const Cell& cell) { return cell.shown != absentText; });
}

std::vector<ComparisonRow> comparisonRows(const Comparison& comparison)
{
    std::vector<ComparisonRow> rows;
    for (const auto& run : comparison.runs) {
        auto figures = figuresOf(run, comparison.accuracy);
        rows.resize(figures.size());
        for (size_t i = 0; i < figures.size(); ++i) {
            rows[i].key = std::move(figures[i].key);
            rows[i].label = std::move(figures[i].label);
            rows[i].cells.push_back({std::move(figures[i].value), std::move(figures[i].shown)});
        }
    }
    return rows;
}

std::string comparisonCsv(const Comparison& comparison)
{
    CsvWriter csv;
    csv.field("figure");
    for (const auto& run : comparison.runs)
        csv.field(run.name);
    csv.endRow();
    for (const auto& row : comparisonRows(comparison)) {
        csv.field(row.key);
        for (const auto& cell : row.cells)
            writeField(csv, cell.value);
        csv.endRow();
    }
    return csv.text();
}

std::string comparisonJson(const Comparison& comparison)
{
    using Json = nlohmann::ordered_json;
    Json json{{"baseline", comparison.baseline},
              {"accuracy", comparison.accuracy},
              {"same_within_percent", 100 * comparison.test.sameWithin},
              {"runs", Json::array()}};
    for (const auto& run : comparison.runs) {
        Json one{{"name", run.name}};
        for (const auto& figure : figuresOf(run, comparison.accuracy))
            one[figure.key] = jsonOf(figure.value);
        json["runs"].push_back(std::move(one));
    }
    json["settings"] = settingsJson(settingFigures(comparison));
    return jsonText(json);
}

std::string comparisonMarkdown(const Comparison& comparison)
{
    std::string text = "| |";
    for (size_t i = 0; i < comparison.runs.size(); ++i)
        text += markdownRunHeader(comparison.runs[i].name, i == comparison.baseline);
    text += "\n" + markdownRule(1, comparison.runs.size());
    for (const auto& row : comparisonRows(comparison)) {
        if (!row.isShown())
            continue;
        text += fmt::format("| {} |", row.label);
        for (const auto& cell : row.cells)
            text += fmt::format(" {} |", markdownText(cell.shown));
        text += "\n";
    }
    for (const auto& note : {otherSamplesText(comparison), otherEpochsText(comparison)}) {
        if (!note.empty())
            text += "\n" + note + "\n";
    }
    return text;
}

} // namespace stepscope
