#include "core/exchange/setting_tables.h"

#include "core/base/files/csv.h"
#include "core/base/text/format.h"
#include "core/comparison/verdict_words.h"
#include "core/language/translation.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace stepscope {

namespace {

struct Figure
{
    Translatable title;
    const char* key; ///< for programs
    double unit;     ///< the key's unit in the figure's unit
    std::optional<RepeatedFigure> SettingFigures::*figure;
    std::string (*text)(double value);
};

std::string shareText(double share)
{
    return formatShare(share, 2);
}

constexpr std::array<Figure, 7> figures = {{
    // Each run's is the mean over its steps; of the repeats it is the median, as with the other figures.
    {translatable("Samples per second, median of the runs' means"), "images_per_s", 1,
     &SettingFigures::imagesPerSecond, formatImagesPerSecond},
    {translatable("Step time, median of the runs' medians"), "step_us", 1e3, &SettingFigures::stepNs,
     formatNs},
    {translatable("Data part of a step, share"), "data_percent", 0.01, &SettingFigures::dataShare, shareText},
    {translatable("Speedup, by median time per sample"), "speedup", 1, &SettingFigures::speedup, formatTimes},
    {translatable("Training per epoch"), "epoch_s", 1e9, &SettingFigures::epochNs, formatNs},
    {translatable("Test accuracy, final"), "final_test_accuracy", 1, &SettingFigures::finalAccuracy,
     shareText},
    {translatable("Validation accuracy, final"), "final_validation_accuracy", 1,
     &SettingFigures::finalValidationAccuracy, shareText},
}};

struct Ratio
{
    Translatable title;
    const char* key;
    std::optional<RatioEstimate> SettingFigures::*estimate;
};

constexpr std::array<Ratio, 2> ratios = {{
    {translatable("Step time against the baseline"), "step_time_ratio", &SettingFigures::stepTime},
    {translatable("Time per sample against the baseline"), "image_time_ratio", &SettingFigures::imageTime},
}};

/// "300 samples/s (268 to 372)": the unit only once if it is the same.
std::string rangeText(const Figure& shown, const RepeatedFigure& figure)
{
    const auto median = shown.text(figure.median);
    auto low = shown.text(figure.lowest);
    auto high = shown.text(figure.highest);
    if (const auto blank = median.rfind(' '); blank != std::string::npos) {
        const auto unit = median.substr(blank);
        if (low.ends_with(unit) && high.ends_with(unit)) {
            low.erase(low.size() - unit.size());
            high.erase(high.size() - unit.size());
        }
    }
    return translated("{median} ({low} to {high})", {{"median", median}, {"low", low}, {"high", high}});
}

SettingColumn::Cell cellOf(const Figure& shown, const std::optional<RepeatedFigure>& figure)
{
    if (!figure)
        return {.text = absentText};
    return {.text = figure->runs == 1 ? shown.text(figure->median) : rangeText(shown, *figure),
            .value = figure->median};
}

/// Without an interval there are too few steps, or too few repeats; or neither of them would help.
bool hasInterval(const RatioEstimate& estimate)
{
    return std::isfinite(estimate.interval.high);
}

std::string verdictWordOf(const SettingFigures& setting, const RatioEstimate& estimate)
{
    if (estimate.verdict != Verdict::TooFewSamples || setting.isOfSteps)
        return verdictWord(estimate);
    return setting.canHaveRepeats ? translated("too few repeats") : translated("repeats are not known");
}

SettingColumn::Cell cellOf(const SettingFigures& setting, const std::optional<RatioEstimate>& estimate)
{
    if (!estimate)
        return {.text = absentText};
    const auto number = [](double ratio) { return fmt::format("{:.3f}", ratio); };
    if (!hasInterval(*estimate))
        return {.text = translated("{ratio}, {verdict}", {{"ratio", number(estimate->ratio)},
                                                          {"verdict", verdictWordOf(setting, *estimate)}}),
                .value = estimate->ratio};
    return {.text = translated("{ratio} ({low} to {high}), {verdict}",
                               {{"ratio", number(estimate->ratio)},
                                {"low", ratioBoundText(estimate->interval.low)},
                                {"high", ratioBoundText(estimate->interval.high)},
                                {"verdict", verdictWord(*estimate)}}),
            .value = estimate->ratio};
}

/// Calls put(key, value) for each figure of a setting.
template<typename Put>
void forValues(const SettingFigures& setting, const Put& put)
{
    for (const auto& shown : figures) {
        const auto& figure = setting.*shown.figure;
        constexpr std::array parts = {std::pair("median", &RepeatedFigure::median),
                                      std::pair("lowest", &RepeatedFigure::lowest),
                                      std::pair("highest", &RepeatedFigure::highest)};
        for (const auto& [name, part] : parts) {
            TableValue value;
            if (figure)
                value = (*figure).*part / shown.unit;
            put(fmt::format("{}_{}", shown.key, name), value);
        }
    }
    for (const auto& shown : ratios) {
        const auto& estimate = setting.*shown.estimate;
        const bool judged = estimate && estimate->verdict != Verdict::TooFewSamples;
        const bool bounded = estimate && hasInterval(*estimate);
        put(shown.key, estimate ? TableValue(estimate->ratio) : TableValue());
        put(fmt::format("{}_low", shown.key), bounded ? TableValue(estimate->interval.low) : TableValue());
        put(fmt::format("{}_high", shown.key), bounded ? TableValue(estimate->interval.high) : TableValue());
        put(fmt::format("{}_verdict", shown.key),
            judged ? TableValue(verdictName(estimate->verdict)) : TableValue());
    }
}

} // namespace

std::vector<SettingColumn> settingColumns(std::span<const SettingFigures> settings)
{
    std::vector<SettingColumn> columns;
    const auto add = [&](Translatable title, const auto& member, const auto& cell) {
        const auto isKnown = [&](const SettingFigures& setting) { return bool(setting.*member); };
        if (std::ranges::none_of(settings, isKnown))
            return;
        SettingColumn& column = columns.emplace_back(SettingColumn{.title = translated(title), .cells = {}});
        for (const auto& setting : settings)
            column.cells.push_back(cell(setting, setting.*member));
    };
    for (const auto& shown : figures)
        add(shown.title, shown.figure,
            [&](const SettingFigures&, const auto& figure) { return cellOf(shown, figure); });
    for (const auto& shown : ratios)
        add(shown.title, shown.estimate,
            [](const SettingFigures& setting, const auto& estimate) { return cellOf(setting, estimate); });
    return columns;
}

std::string settingsCsv(std::span<const SettingFigures> settings)
{
    CsvWriter csv;
    csv.field("setting").field("runs");
    forValues({}, [&](const std::string& key, const TableValue&) { csv.field(key); });
    csv.endRow();
    for (const auto& setting : settings) {
        csv.field(setting.name).field(int64_t(setting.runs.size()));
        forValues(setting, [&](const std::string&, const TableValue& value) { writeField(csv, value); });
        csv.endRow();
    }
    return csv.text();
}

nlohmann::ordered_json settingsJson(std::span<const SettingFigures> settings)
{
    using Json = nlohmann::ordered_json;
    Json json = Json::array();
    for (const auto& setting : settings) {
        Json one{{"name", setting.name}, {"runs", setting.runs}};
        forValues(setting,
                  [&](const std::string& key, const TableValue& value) { one[key] = jsonOf(value); });
        json.push_back(std::move(one));
    }
    return json;
}

std::string settingsMarkdown(std::span<const SettingFigures> settings)
{
    const auto columns = settingColumns(settings);
    std::string text = fmt::format("| {} | {} |", translated("Setting"), translated("Runs"));
    for (const auto& column : columns)
        text += fmt::format(" {} |", markdownText(column.title));
    text += "\n" + markdownRule(1, columns.size() + 1);
    for (size_t i = 0; i < settings.size(); ++i) {
        text += fmt::format("| {} | {} |", markdownText(settings[i].name), settings[i].runs.size());
        for (const auto& column : columns)
            text += fmt::format(" {} |", markdownText(column.cells[i].text));
        text += "\n";
    }
    return text;
}

} // namespace stepscope
