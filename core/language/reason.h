#pragma once

#include <exception>
#include <string>

namespace stepscope {

/// Why something failed, to follow a colon: the sentence of an Error, or "there is not enough memory."
std::string reasonOf(const std::exception& problem);

} // namespace stepscope
