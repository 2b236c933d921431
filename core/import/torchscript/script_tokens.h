#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace stepscope {

struct ScriptToken
{
    enum class Kind : uint8_t { Name, Number, Text, Sign, NewLine, Indent, Dedent, End };
    Kind kind = Kind::End;
    std::string_view text; ///< of a string, without its quotes
    uint32_t line = 1;
};

/// Cuts source code into tokens as Python does: a line indented deeper than the previous one begins with an
/// Indent, and line breaks within brackets do not count. The last token is End. Throws Error for an
/// unterminated string.
std::vector<ScriptToken> scriptTokens(std::string_view text);

} // namespace stepscope
