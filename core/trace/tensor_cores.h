#pragma once

#include <string_view>

namespace stepscope {

/// Determined from a kernel's name: no recorder reports it.
bool usesTensorCores(std::string_view kernel);
/// Whether an operator has kernels that use them.
bool canUseTensorCores(std::string_view operatorName);

} // namespace stepscope
