#pragma once

#include <string>
#include <string_view>

namespace stepscope {

/// A JSON string's text without its escapes, as UTF-8 on one line. Control characters become spaces, bytes
/// that are no UTF-8 the replacement character; `wasRepaired` is set when there were any.
std::string decodedJsonText(std::string_view raw, bool& wasRepaired);

/// Any text the same way, in which a backslash means nothing.
std::string plainText(std::string_view raw, bool& wasRepaired);

} // namespace stepscope
