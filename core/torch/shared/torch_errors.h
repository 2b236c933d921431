#pragma once

#include "core/base/error.h"

#include <exception>
#include <string>
#include <string_view>

namespace stepscope {

/// What an exception of LibTorch says, without the backtrace in C++.
std::string torchMessage(const std::exception& exception);

/// The first line of a message that is not blank: some of LibTorch's begin with an empty one.
std::string firstLine(std::string_view message);

/// Converts an exception of LibTorch to an error with one sentence. `doing` is the failed action, such as
/// "Training step 12".
Error torchError(const std::exception& exception, const std::string& doing);

} // namespace stepscope
