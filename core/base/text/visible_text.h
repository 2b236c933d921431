#pragma once

#include <string>
#include <string_view>

namespace stepscope {

/// Text for a terminal, or a person, in which nothing can move the cursor, change colours or titles, or
/// reverse what is read: control characters (C0, DEL, C1), Unicode's separators of lines and paragraphs,
/// marks of writing direction and bytes that are no UTF-8 are written out, as "\x1b" and "\u202e". Line
/// breaks and tabs stay.
std::string visibleText(std::string_view text);

/// The same for what belongs on one line, such as a name: line breaks and tabs are written out, too.
std::string visibleLine(std::string_view text);

/// The same for a cell of a spreadsheet: line breaks, tabs and carriage returns stay.
std::string visibleCell(std::string_view text);

/// visibleLine(), at most `longest` bytes long: of a longer one the end is left out, with "..." in its place,
/// and no character is cut in two.
std::string shortLine(std::string_view text, size_t longest);

/// How long a name from a file may be in a message, for shortLine().
inline constexpr size_t longestShownName = 80;

/// visibleText() for JSON, which stays what it is: such characters, which can only be in its strings, become
/// "\u009b".
std::string visibleJson(std::string_view json);

} // namespace stepscope
