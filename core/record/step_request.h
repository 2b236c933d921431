#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

namespace stepscope {

/// How another process, such as the window, asks the recorder of a running program for the events of its next
/// steps: by a small hidden file beside the run file.

/// Asks for the events of so many steps. A request that has not been seen yet is replaced. Throws Error when
/// the file cannot be written.
void requestSteps(const std::filesystem::path& runFile, int64_t steps);

/// For the recorder: the request that has come since the last call, if any.
std::optional<int64_t> takeRequestedSteps(const std::filesystem::path& runFile);

} // namespace stepscope
