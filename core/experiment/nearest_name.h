#pragma once

#include <span>
#include <string_view>

namespace stepscope {

/// The name that a misspelt one most likely stands for: the fewest edits away, and no more than a third of
/// its letters. Empty when none is that near.
std::string_view nearestName(std::string_view misspelt, std::span<const std::string_view> names);

} // namespace stepscope
