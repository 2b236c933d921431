#pragma once

#include <span>
#include <string>
#include <string_view>

namespace stepscope {

/// The name that a misspelt one most likely means: one that begins with it, if it has three letters or more;
/// otherwise the one with the fewest edits, at most a third of its letters, rounded, and none in a name of
/// one or two letters. Capitals count as small letters. Empty when no name is that close.
std::string_view nearestName(std::string_view misspelt, std::span<const std::string_view> names);

/// The sentence about a key of a JSON file that is not one of these names; it proposes the nearest one.
std::string unknownKeyText(const std::string& source, std::string_view key,
                           std::span<const std::string_view> names);

} // namespace stepscope
