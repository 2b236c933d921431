#include "core/base/text/format.h"
#include "core/exchange/setting_tables.h"
#include "core/language/translation.h"
#include "core/report/lab_tables.h"

namespace stepscope {

DocumentTable settingsTable(const std::vector<SettingFigures>& settings)
{
    DocumentTable table{.id = "settings",
                        .caption = {},
                        .columns = {{translated("Setting")}, {.title = translated("Runs"), .isNumber = true}},
                        .rows = {}};
    for (const auto& setting : settings) {
        const auto count = int64_t(setting.runs.size());
        table.rows.push_back({{.text = setting.name}, {.text = formatCount(count), .value = count}});
    }
    for (auto& column : settingColumns(settings)) {
        table.columns.push_back({.title = std::move(column.title), .isNumber = true});
        for (size_t i = 0; i < settings.size(); ++i)
            table.rows[i].push_back(
                {.text = std::move(column.cells[i].text), .value = column.cells[i].value});
    }
    table.csv = settingsCsv(settings);
    return table;
}

} // namespace stepscope
