#pragma once

#include <cstdint>
#include <filesystem>

namespace stepscope {

/// Writes a trace as PyTorch's profiler of today does, of about so many bytes of JSON: steps of a network
/// with shapes, types, call stacks now and then, runtime calls, kernels with all their arguments, and flows.
/// Returns how many complete events are in it.
int64_t writeKinetoFile(const std::filesystem::path& path, int64_t bytes);

} // namespace stepscope
