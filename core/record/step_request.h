#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

namespace stepscope {

/// Another process, such as the window, can ask the recorder of a running program for the events of its next
/// steps, with a small hidden file next to the run file.

/// Requests the events of this many steps. A pending request is replaced. Throws Error if the file cannot be
/// written.
void requestSteps(const std::filesystem::path& runFile, int64_t steps);

/// For the recorder: returns a new request and removes it, or nullopt.
std::optional<int64_t> takeRequestedSteps(const std::filesystem::path& runFile);

} // namespace stepscope
