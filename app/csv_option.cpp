#include "app/csv_option.h"

namespace stepscope {

void addCsvRawOption(CLI::App& command, bool& raw)
{
    command.add_flag("--csv-raw", raw,
                     "Leave texts of CSV as they are. Otherwise a text that starts with\n= + - @, a tab or a "
                     "carriage return gets an\n"
                     "apostrophe before it, so that no spreadsheet runs it as a formula,\n"
                     "and control characters and marks of writing direction are written\nout, as \\u202e");
}

} // namespace stepscope
