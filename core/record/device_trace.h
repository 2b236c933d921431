#pragma once

#include "core/trace/trace.h"

#include <cstdint>
#include <filesystem>

namespace stepscope {

/// What PyTorch's profiler has seen of devices while it ran in a program.
struct DeviceTrace
{
    Trace trace;             ///< its times count from the first event on
    int64_t firstUnixNs = 0; ///< wall clock at the trace's time 0
};

inline constexpr uint64_t longestDeviceTrace = uint64_t(256) << 20; ///< bytes of its file

/// Reads the Chrome trace that the profiler has written for the recorder, and removes the file in any case.
/// Throws Error when it is missing, longer than `mostBytes`, damaged, or without wall-clock times:
/// the text is the end of a sentence, as in "its file is damaged".
DeviceTrace takeDeviceTrace(const std::filesystem::path& file, uint64_t mostBytes = longestDeviceTrace);

} // namespace stepscope
