#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace stepscope {

struct ScriptToken
{
    enum class Kind : uint8_t { Name, Number, Text, Sign, NewLine, Indent, Dedent, End };
    Kind kind = Kind::End;
    std::string_view text; ///< of a text what stands between its quotes
    uint32_t line = 1;
};

/// Cuts source code into tokens as Python does: lines that are deeper than the one before begin with an
/// Indent, and within brackets lines do not count. The last token is End. Throws Error for a text without
/// end.
std::vector<ScriptToken> scriptTokens(std::string_view text);

} // namespace stepscope
