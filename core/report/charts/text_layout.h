#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace stepscope {

/// About how wide a text will be, in pixels, rather too wide than too narrow: which font a reader's machine
/// has is not known.
double textWidth(std::string_view text, double size, bool bold = false);

/// The text, cut off with an ellipsis where it is wider than `width`.
std::string elided(std::string_view text, double size, double width, bool bold = false);

/// The text in at most `lines` lines, broken at blanks; the last is cut off with an ellipsis.
std::vector<std::string> wrapped(std::string_view text, double size, double width, size_t lines);

} // namespace stepscope
