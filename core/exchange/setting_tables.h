#pragma once

#include "core/comparison/setting_figures.h"
#include "core/exchange/table_value.h"

#include <nlohmann/json.hpp>

#include <span>
#include <string>
#include <vector>

namespace stepscope {

/// One figure of the settings, for readers.
struct SettingColumn
{
    struct Cell
    {
        std::string text;
        TableValue value = {}; ///< of the median, or the ratio
    };
    std::string title;
    std::vector<Cell> cells; ///< one a setting
};

/// What some setting has a figure of.
std::vector<SettingColumn> settingColumns(std::span<const SettingFigures> settings);

/// Rows are settings. CSV and JSON hold plain numbers, their units in the figures' names, and nothing for
/// what a setting has not.
std::string settingsCsv(std::span<const SettingFigures> settings);
nlohmann::ordered_json settingsJson(std::span<const SettingFigures> settings);
std::string settingsMarkdown(std::span<const SettingFigures> settings);

} // namespace stepscope
