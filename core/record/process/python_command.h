#pragma once

#include <string>
#include <vector>

namespace stepscope {

/// Whether the command starts a Python that runs the hook in its environment: an interpreter that is not
/// isolated (-I, -E or -S), or a script run by one, such as torchrun.
bool runsPythonHook(const std::vector<std::string>& command);

} // namespace stepscope
