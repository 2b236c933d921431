#pragma once

#include "core/trace/trace.h"

#include <cstdint>
#include <filesystem>

namespace stepscope {

/// The device activities that PyTorch's profiler recorded in a program.
struct DeviceTrace
{
    Trace trace;             ///< its times start at the first event
    int64_t firstUnixNs = 0; ///< wall-clock time at the trace's time 0
};

inline constexpr uint64_t longestDeviceTrace = uint64_t(256) << 20; ///< size of its file in bytes

/// Reads the Chrome trace that the profiler has written for the recorder, and always removes the file. Throws
/// Error if it is missing, larger than `mostBytes`, damaged, or has no wall-clock times: the text is the end
/// of a sentence, as in "its file is damaged".
DeviceTrace takeDeviceTrace(const std::filesystem::path& file, uint64_t mostBytes = longestDeviceTrace);

} // namespace stepscope
