#pragma once

#include <string_view>

namespace stepscope {

/// Whether an event seems to begin at this brace: after a comma or a bracket, and with a key that events
/// have. Strings can contain the same, so a cut here must be checked.
bool looksLikeEvent(std::string_view text, size_t brace);

/// The first such brace at or after `from`, or npos.
size_t nextEventBrace(std::string_view text, size_t from);
/// The last such brace, or npos.
size_t lastEventBrace(std::string_view text);

} // namespace stepscope
