#include "app/options/csv_option.h"

#include "core/language/translation.h"

namespace stepscope {

void addCsvRawOption(CLI::App& command, bool& raw)
{
    command.add_flag(
        "--csv-raw", raw,
        translated("Write CSV texts unchanged. Otherwise a text that starts with = + - @, a tab or a "
                   "carriage return gets an apostrophe prefix, so that no spreadsheet runs it as a formula, "
                   "and control characters and direction marks are escaped, as in \\u202e"));
}

} // namespace stepscope
