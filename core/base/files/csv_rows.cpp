#include "core/base/files/csv_rows.h"

#include "core/base/files/csv.h"

#include <nlohmann/json.hpp>

namespace stepscope {

namespace {

void writeField(CsvWriter& csv, const nlohmann::ordered_json& value)
{
    if (value.is_null())
        csv.field("");
    else if (value.is_string())
        csv.field(value.get<std::string>());
    else if (value.is_number_integer())
        csv.field(value.get<int64_t>());
    else
        csv.field(value.get<double>());
}

} // namespace

std::string csvOfRows(const nlohmann::ordered_json& rows)
{
    CsvWriter csv;
    for (const auto& row : rows) {
        if (csv.text().empty()) {
            for (const auto& column : row.items())
                csv.field(column.key());
            csv.endRow();
        }
        for (const auto& column : row.items())
            writeField(csv, column.value());
        csv.endRow();
    }
    return csv.text();
}

} // namespace stepscope
