#pragma once

#include <string>
#include <string_view>

namespace stepscope {

/// A string as a quoted label in DOT, with its quotes, that reads back unchanged: a backslash is doubled,
/// because "\N" has a meaning in labels. ASCII control characters become spaces, other characters that a
/// terminal would obey are escaped as in visibleLine(), and invalid UTF-8 becomes U+FFFD.
std::string dotQuoted(std::string_view text);

/// A string as text inside DOT's HTML-like labels.
std::string dotHtml(std::string_view text);

} // namespace stepscope
