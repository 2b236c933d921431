#pragma once

#include <string_view>

namespace stepscope {

/// Whether an event seems to begin at this brace: behind a comma or a bracket, and with a key that events
/// have. Texts can hold the like, so what is cut here must be checked.
bool looksLikeEvent(std::string_view text, size_t brace);

/// The first such brace from `from` on, or npos.
size_t nextEventBrace(std::string_view text, size_t from);
/// The last such brace, or npos.
size_t lastEventBrace(std::string_view text);

} // namespace stepscope
