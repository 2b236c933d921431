#pragma once

#include "core/trace/trace.h"

namespace stepscope {

/// "operator", "memory copy": in small letters, as a table's column has it.
const char* eventKindName(EventKind kind);
/// "host to device"; empty when it is not known.
const char* copyDirectionName(CopyDirection direction);

/// What an event is called where there is little room: "conv2d" of an operator, of a kernel the function's
/// name without what it returns, its namespaces, template arguments and parameters.
std::string shortEventName(const std::string& name);

/// Whether such events stand on a stream and not on a thread of the host.
inline bool isOnDevice(EventKind kind)
{
    return kind >= EventKind::Kernel;
}

/// Whether such an event only names what it encloses, which has the time: it is no work by itself.
inline bool isScope(EventKind kind)
{
    return kind == EventKind::Layer || kind == EventKind::Range || kind == EventKind::PythonFunction ||
           kind == EventKind::DeviceRange;
}

/// Whether a trace has streams of devices.
bool hasStreams(const Trace& trace);

/// The work of devices in the order of a trace's events, for those who go through them all.
class DeviceWorkWalk
{
public:
    /// As Trace::workOf(), of events that never fall from call to call.
    const TraceDeviceWork* at(const Trace& trace, uint32_t event)
    {
        while (m_next < trace.deviceWork.size() && trace.deviceWork[m_next].event < event)
            ++m_next;
        const bool isKnown = m_next < trace.deviceWork.size() && trace.deviceWork[m_next].event == event;
        return isKnown ? &trace.deviceWork[m_next] : nullptr;
    }

private:
    size_t m_next = 0;
};

} // namespace stepscope
