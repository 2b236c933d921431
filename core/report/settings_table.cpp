#include "core/base/csv.h"
#include "core/base/format.h"
#include "core/language/sentences.h"
#include "core/report/analysis_parts.h"
#include "core/report/lab_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace stepscope {

namespace {

struct Figure
{
    SentenceId title;
    const char* key; ///< in the CSV
    double unit;     ///< of the CSV, in that of the figure
    std::optional<RepeatedFigure> SettingFigures::*figure;
    std::string (*text)(double value);
};

constexpr std::array<Figure, 4> shownFigures = {{
    {SentenceId::ImagesPerSecond, "images_per_s", 1, &SettingFigures::imagesPerSecond, formatImagesPerSecond},
    {SentenceId::Speedup, "speedup", 1, &SettingFigures::speedup, formatTimes},
    {SentenceId::TrainingPerEpoch, "epoch_s", 1e9, &SettingFigures::epochNs, formatNs},
    {SentenceId::TestAccuracyFinal, "final_test_accuracy", 1, &SettingFigures::finalAccuracy,
     [](double share) { return formatShare(share, 2); }},
}};

/// "300 images/s (268 to 372)": the unit once where it is the same.
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
    return sentence(SentenceId::MedianWithRange, {{"median", median}, {"low", low}, {"high", high}});
}

std::string settingsCsv(const std::vector<SettingFigures>& settings)
{
    CsvWriter csv;
    csv.field("setting").field("runs");
    for (const auto& shown : shownFigures) {
        for (const char* part : {"median", "lowest", "highest"})
            csv.field(fmt::format("{}_{}", shown.key, part));
    }
    csv.endRow();
    for (const auto& setting : settings) {
        csv.field(setting.name).field(int64_t(setting.runs.size()));
        for (const auto& shown : shownFigures) {
            const auto& figure = setting.*shown.figure;
            for (const auto part :
                 {&RepeatedFigure::median, &RepeatedFigure::lowest, &RepeatedFigure::highest}) {
                if (figure)
                    csv.field((*figure).*part / shown.unit);
                else
                    csv.field("");
            }
        }
        csv.endRow();
    }
    return csv.text();
}

} // namespace

DocumentTable settingsTable(const std::vector<SettingFigures>& settings)
{
    DocumentTable table{.id = "settings",
                        .caption = {},
                        .columns = {{sentence(SentenceId::HeadSetting)},
                                    {.title = sentence(SentenceId::HeadRepeats), .isNumber = true}},
                        .rows = {}};
    for (const auto& setting : settings) {
        const auto count = int64_t(setting.runs.size());
        table.rows.push_back({{.text = setting.name}, {.text = formatCount(count), .value = count}});
    }
    for (const auto& shown : shownFigures) {
        const auto isKnown = [&](const SettingFigures& setting) { return bool(setting.*shown.figure); };
        if (std::ranges::none_of(settings, isKnown))
            continue;
        table.columns.push_back({.title = sentence(shown.title), .isNumber = true});
        for (size_t i = 0; i < settings.size(); ++i) {
            const auto& figure = settings[i].*shown.figure;
            DocumentTable::Cell cell{.text = absentText};
            if (figure && figure->runs == 1)
                cell = {.text = shown.text(figure->median), .value = figure->median};
            else if (figure)
                cell = {.text = rangeText(shown, *figure), .value = figure->median};
            table.rows[i].push_back(std::move(cell));
        }
    }
    table.csv = settingsCsv(settings);
    return table;
}

} // namespace stepscope
