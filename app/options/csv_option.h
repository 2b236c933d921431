#pragma once

#include <CLI/CLI.hpp>

namespace stepscope {

/// The option --csv-raw of the commands that write CSV.
void addCsvRawOption(CLI::App& command, bool& raw);

} // namespace stepscope
