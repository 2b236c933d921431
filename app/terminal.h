#pragma once

#include "core/base/text/visible_text.h"

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>

namespace stepscope {

/// All output to stdout and stderr goes through these functions. Names, logs and files of other programs
/// cannot control the terminal: see visibleText().

void printText(std::string_view text);
/// Prints one JSON value, or one per line.
void printJson(std::string_view json);
/// Prints data for another program: byte for byte, unless stdout is a terminal.
void printData(std::string_view data);
/// Prints to stderr. Failures are ignored.
void printErrorText(std::string_view text);

template<typename... Values>
void print(fmt::format_string<Values...> format, Values&&... values)
{
    printText(fmt::format(format, std::forward<Values>(values)...));
}

template<typename... Values>
void printError(fmt::format_string<Values...> format, Values&&... values)
{
    printErrorText(fmt::format(format, std::forward<Values>(values)...));
}

/// Draws a progress line, which the next one replaces. Call clearLine() before any other output.
void drawLine(std::string_view line);
void clearLine();

/// Keeps the descriptors 0 to 2 occupied. Call it before anything is opened: otherwise a file could get the
/// number of a closed stream, and output would be written to that file.
void holdStandardStreams();

/// Writes everything printed so far. Throws Error if some of it could not be written.
void flushOutput();

} // namespace stepscope
