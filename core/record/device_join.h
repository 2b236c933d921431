#pragma once

#include "core/record/device_trace.h"
#include "core/record/program_names.h"
#include "core/record/wall_clock.h"
#include "core/trace/trace.h"

#include <vector>

namespace stepscope {

/// A window of a program's steps with the work of devices in it.
struct JoinedWindow
{
    TraceChunk chunk;
    size_t works = 0; ///< kernels, copies and the like in these steps
};

/// Joins what the probe has recorded in a program with what PyTorch's profiler has seen of devices meanwhile.
///
/// A call of the runtime belongs to the operator that runs on its thread at that time, and work on a device
/// to the call that launched it. Both count where the call is in one of the window's steps; work whose call
/// is not known, or was made outside of the steps, where it begins in one. A thread that only the profiler
/// knows by its number is taken for the one in whose operators its calls are; where there is none, it becomes
/// a thread of its own. `names` and `threads` are those of the program's trace, and get what is new; `device`
/// has its devices.
JoinedWindow joinDeviceWork(TraceChunk window, const DeviceTrace& device, const WallClock& clock,
                            ProgramNames& names, std::vector<TraceThread>& threads);

} // namespace stepscope
