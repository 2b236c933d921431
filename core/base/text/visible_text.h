#pragma once

#include <string>
#include <string_view>

namespace stepscope {

/// Text for a terminal or a person that cannot move the cursor, change colors or titles, or reverse the
/// displayed text: control characters (C0, DEL, C1), Unicode's line and paragraph separators, characters that
/// change the writing direction and bytes that are not UTF-8 are escaped, as "\x1b" and "\u202e". Line breaks
/// and tabs stay.
std::string visibleText(std::string_view text);

/// The same for a text that belongs on one line, such as a name: line breaks and tabs are escaped, too.
std::string visibleLine(std::string_view text);

/// The same for a cell of a spreadsheet: line breaks, tabs and carriage returns stay.
std::string visibleCell(std::string_view text);

/// visibleLine(), at most `longest` bytes long: a longer text ends in "...", and no character is cut in two.
std::string shortLine(std::string_view text, size_t longest);

/// The maximum length of a name from a file in a message, for shortLine().
inline constexpr size_t longestShownName = 80;

/// visibleText() for JSON, which stays equivalent: such characters, which can only be in its strings, become
/// "\u009b".
std::string visibleJson(std::string_view json);

} // namespace stepscope
