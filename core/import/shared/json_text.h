#pragma once

#include <string>
#include <string_view>

namespace stepscope {

/// The text of a JSON string with its escapes decoded, as UTF-8 on one line. Control characters become
/// spaces, invalid UTF-8 becomes the replacement character; `wasRepaired` is set if there were any.
std::string decodedJsonText(std::string_view raw, bool& wasRepaired);

/// The same for any text, without escapes.
std::string plainText(std::string_view raw, bool& wasRepaired);

} // namespace stepscope
