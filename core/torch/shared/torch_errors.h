#pragma once

#include "core/base/error.h"

#include <exception>
#include <string>

namespace stepscope {

/// Converts an exception of LibTorch to an error with one sentence. `doing` is the failed action, such as
/// "Training step 12".
Error torchError(const std::exception& exception, const std::string& doing);

} // namespace stepscope
