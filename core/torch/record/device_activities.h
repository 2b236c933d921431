#pragma once

#include "core/trace/trace.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace stepscope {

/// What a device's profiler saw beside operators: work on a stream, or a call of the runtime that launches
/// it.
struct DeviceActivity
{
    std::string name;
    EventKind kind = EventKind::Kernel;
    int64_t startNs = 0; ///< monotonic clock
    int64_t durationNs = 0;
    int16_t device = -1;      ///< -1: on a thread of the host
    int64_t resource = 0;     ///< the stream's number, or the operating system's thread id
    uint64_t correlation = 0; ///< the same for a call and for what it launched; 0: none
    TraceDeviceWork work;     ///< what else is known of it; its event and launcher mean nothing
};

struct DeviceActivities
{
    std::vector<DeviceActivity> activities;
    std::vector<TraceDevice> devices;
};

/// Records the work of devices between start() and stop(), on the thread that trains. Functions throw.
class DeviceProfiler
{
public:
    virtual ~DeviceProfiler() = default;
    /// Does beforehand what would make start() slow, and the first steps after it.
    virtual void prepare() {}
    virtual void start() = 0;
    /// Waits for the device.
    virtual DeviceActivities stop() = 0;
};

/// What an activity is by the name that Kineto gives it.
EventKind activityKind(std::string_view name, bool isOnDevice);
/// "Memcpy HtoD (Pageable -> Device)" and the like.
CopyDirection copyDirection(std::string_view name);

} // namespace stepscope
