#pragma once

#include <string>

namespace stepscope {

/// Why no window can be opened here, as the start of a sentence: "There is no display for a window". Empty:
/// one can be.
std::string displayProblem();

} // namespace stepscope
