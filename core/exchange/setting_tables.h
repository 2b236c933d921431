#pragma once

#include "core/comparison/setting_figures.h"
#include "core/exchange/table_value.h"

#include <nlohmann/json.hpp>

#include <span>
#include <string>
#include <vector>

namespace stepscope {

/// One figure of all settings, for readers.
struct SettingColumn
{
    struct Cell
    {
        std::string text;
        TableValue value = {}; ///< of the median, or the ratio
    };
    std::string title;
    std::vector<Cell> cells; ///< one per setting
};

/// The figures that at least one setting has.
std::vector<SettingColumn> settingColumns(std::span<const SettingFigures> settings);

/// One row per setting. CSV and JSON contain plain numbers, with units in the figures' names; figures that a
/// setting does not have are empty.
std::string settingsCsv(std::span<const SettingFigures> settings);
nlohmann::ordered_json settingsJson(std::span<const SettingFigures> settings);
std::string settingsMarkdown(std::span<const SettingFigures> settings);

} // namespace stepscope
