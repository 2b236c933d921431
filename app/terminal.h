#pragma once

#include "core/base/text/visible_text.h"

#include <fmt/format.h>

#include <string>
#include <string_view>

namespace stepscope {

/// The one way to stdout and stderr. What names, logs and files of others bring along cannot control the
/// terminal: see visibleText().

void printText(std::string_view text);
/// One JSON value, or lines of them.
void printJson(std::string_view json);
/// What was asked for to be read by another program: byte for byte, unless stdout is a terminal.
void printData(std::string_view data);
/// On stderr, where a failure is no reason to stop.
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

/// A line of progress, which the next one replaces on a terminal. Nothing may be behind it but clearLine().
void drawLine(std::string_view line);
void clearLine();

/// Before anything is opened: a stream that is closed must not become a file's number, into which output
/// would go.
void holdStandardStreams();

/// What was printed has been written when it returns. Throws Error when some of it could not be.
void flushOutput();

} // namespace stepscope
