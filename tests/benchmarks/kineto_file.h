#pragma once

#include <cstdint>
#include <filesystem>

namespace stepscope {

/// Writes a trace in the format of the current PyTorch profiler, of about this many bytes of JSON: steps of a
/// network with shapes, types, occasional call stacks, runtime calls, kernels with all arguments, and flows.
/// Returns the number of complete events.
int64_t writeKinetoFile(const std::filesystem::path& path, int64_t bytes);

} // namespace stepscope
