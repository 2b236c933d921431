#pragma once

#include "core/base/error.h"

#include <exception>
#include <string>

namespace stepscope {

/// What went wrong inside LibTorch, in one sentence. `doing` says what was tried, "Training step 12".
Error torchError(const std::exception& exception, const std::string& doing);

} // namespace stepscope
