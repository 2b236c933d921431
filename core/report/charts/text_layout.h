#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace stepscope {

/// The approximate width of a text in pixels, rather too wide than too narrow: the font on a reader's machine
/// is not known.
double textWidth(std::string_view text, double size, bool bold = false);

/// The text, cut off with an ellipsis if it is wider than `width`.
std::string elided(std::string_view text, double size, double width, bool bold = false);

/// The name; if it is wider than `width`, an ellipsis replaces its middle, because names of kernels often
/// differ only at the end.
std::string elidedName(std::string_view name, double size, double width);

/// The text in at most `lines` lines, broken at spaces; the last is cut off with an ellipsis.
std::vector<std::string> wrapped(std::string_view text, double size, double width, size_t lines);

} // namespace stepscope
