#pragma once

#include <string>
#include <vector>

namespace stepscope {

/// Whether the command starts a Python that runs the hook in its environment by itself: an interpreter that
/// is not isolated (-I, -E or -S), or a script that is run by one, such as torchrun.
bool runsPythonHook(const std::vector<std::string>& command);

} // namespace stepscope
