#pragma once

#include "core/trace/trace.h"

#include <string>

namespace stepscope {

/// "operator", "memory copy": in lower case, for a table's column. The name is for files, in English; the
/// word is in the user's language.
const char* eventKindName(EventKind kind);
std::string eventKindWord(EventKind kind);
/// "host to device", in the user's language; empty when it is not known.
std::string copyDirectionWord(CopyDirection direction);

/// A short name of an event: "conv2d" for an operator; for a kernel the function's name without its return
/// type, namespaces, template arguments and parameters.
std::string shortEventName(const std::string& name);

/// Whether such events are on a stream and not on a thread of the host.
inline bool isOnDevice(EventKind kind)
{
    return kind >= EventKind::Kernel;
}

/// Whether such an event only names the events that it encloses, which have the time: it is not work by
/// itself.
inline bool isScope(EventKind kind)
{
    return kind == EventKind::Layer || kind == EventKind::Range || kind == EventKind::PythonFunction ||
           kind == EventKind::DeviceRange;
}

/// Whether a trace has streams of devices.
bool hasStreams(const Trace& trace);

/// Looks up the device work of a trace's events in order.
class DeviceWorkWalk
{
public:
    /// Like Trace::workOf(); events must not decrease from call to call.
    const TraceDeviceWork* at(const Trace& trace, EventId event)
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
