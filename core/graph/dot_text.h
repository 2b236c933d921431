#pragma once

#include <string>
#include <string_view>

namespace stepscope {

/// A string as DOT's quoted label, quotes included, that reads back as it is: a backslash is doubled, for
/// "\N" has a meaning in labels. Control characters of ASCII become spaces, what else a terminal would obey
/// is written out as visibleLine() does it, and what is no UTF-8 becomes U+FFFD.
std::string dotQuoted(std::string_view text);

/// A string as text inside DOT's HTML-like labels.
std::string dotHtml(std::string_view text);

} // namespace stepscope
