#pragma once

#include "core/trace/trace.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace stepscope {

/// An activity that a device's profiler recorded: work on a stream, or a runtime call that launches it.
struct DeviceActivity
{
    std::string name;
    EventKind kind = EventKind::Kernel;
    int64_t startNs = 0; ///< monotonic clock
    int64_t durationNs = 0;
    int16_t device = -1;      ///< -1: on a host thread
    int64_t resource = 0;     ///< the stream's number, or the operating system's thread id
    uint64_t correlation = 0; ///< the same for a call and the work it launched; 0: none
    TraceDeviceWork work;     ///< further details; the fields event and launcher are not used
};

struct DeviceActivities
{
    std::vector<DeviceActivity> activities;
    std::vector<TraceDevice> devices;
};

/// Records device work between start() and stop(), on the training thread. Functions throw.
class DeviceProfiler
{
public:
    virtual ~DeviceProfiler() = default;
    /// Does work in advance that would slow down start() and the first steps after it.
    virtual void prepare() {}
    virtual void start() = 0;
    /// Waits for the device.
    virtual DeviceActivities stop() = 0;
};

/// The kind of an activity, derived from Kineto's name for it.
EventKind activityKind(std::string_view name, bool isOnDevice);
/// The direction of a copy such as "Memcpy HtoD (Pageable -> Device)".
CopyDirection copyDirection(std::string_view name);

} // namespace stepscope
