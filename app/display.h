#pragma once

#include <string>

namespace stepscope {

/// Why no window can be opened, as the start of a sentence: "There is no display for a window". Empty if one
/// can be opened.
std::string displayProblem();

} // namespace stepscope
