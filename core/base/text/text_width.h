#pragma once

#include <string>
#include <string_view>

namespace stepscope {

/// The columns that a text takes in a terminal, as fmt counts them when it pads.
size_t displayWidth(std::string_view text);

/// The start of a text that takes at most this many columns. No character is cut in two.
std::string cutToWidth(std::string text, size_t columns);

/// The text in lines of at most this many columns, broken at blanks; a longer word has a line of its own. The
/// text's own line breaks are kept.
std::string wrappedToWidth(std::string_view text, size_t columns);

} // namespace stepscope
