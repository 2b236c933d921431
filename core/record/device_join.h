#pragma once

#include "core/record/devices/device_trace.h"
#include "core/record/devices/wall_clock.h"
#include "core/record/program_names.h"
#include "core/trace/trace.h"

#include <cstdint>
#include <span>
#include <vector>

namespace stepscope {

/// A window of a program's steps together with the device work in it.
struct JoinedWindow
{
    TraceChunk chunk;
    size_t works = 0; ///< kernels, copies and other device activities in these steps
};

/// Joins the probe's recording of a program with the device activities that PyTorch's profiler recorded at
/// the same time.
///
/// A runtime call belongs to the operator that runs on its thread at that time, and device work belongs to
/// the call that launched it. Both are included if the call is in one of the window's steps. Work whose call
/// is not known, or was made outside of the steps, is included if it starts in a step. If the profiler uses
/// another number for a thread, the thread is identified by its handle or else by the operators around its
/// calls; otherwise it becomes a new thread. `names` and `threads` are those of the program's trace; new ones
/// are added. `handles`: pthread_self() of the first threads; 0 if not known. `device` has its devices.
JoinedWindow joinDeviceWork(TraceChunk window, const DeviceTrace& device, const WallClock& clock,
                            ProgramNames& names, std::vector<TraceThread>& threads,
                            std::span<const uint64_t> handles = {});

} // namespace stepscope
