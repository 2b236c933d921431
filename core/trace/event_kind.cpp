#include "core/trace/event_kind.h"

#include "core/base/text/format.h"

#include <algorithm>

namespace stepscope {

const char* eventKindName(EventKind kind)
{
    switch (kind) {
    case EventKind::Operator:
        break;
    case EventKind::Layer:
        return "layer";
    case EventKind::Range:
        return "range";
    case EventKind::PythonFunction:
        return "python function";
    case EventKind::Runtime:
        return "runtime";
    case EventKind::Overhead:
        return "overhead";
    case EventKind::Kernel:
        return "kernel";
    case EventKind::Communication:
        return "communication";
    case EventKind::MemoryCopy:
        return "memory copy";
    case EventKind::MemorySet:
        return "memory set";
    case EventKind::Synchronization:
        return "synchronization";
    case EventKind::DeviceRange:
        return "device range";
    }
    return "operator";
}

const char* copyDirectionName(CopyDirection direction)
{
    switch (direction) {
    case CopyDirection::None:
        break;
    case CopyDirection::HostToDevice:
        return "host to device";
    case CopyDirection::DeviceToHost:
        return "device to host";
    case CopyDirection::DeviceToDevice:
        return "device to device";
    case CopyDirection::HostToHost:
        return "host to host";
    case CopyDirection::PeerToPeer:
        return "peer to peer";
    }
    return "";
}

std::string shortEventName(const std::string& name)
{
    const size_t end = name.find_first_of("<(");
    if (!name.starts_with("void ") || end == std::string::npos)
        return withoutNamespace(name);
    constexpr size_t begin = 5;
    const size_t colons = name.rfind("::", end);
    return colons == std::string::npos || colons < begin ? name.substr(begin, end - begin)
                                                         : name.substr(colons + 2, end - colons - 2);
}

bool hasStreams(const Trace& trace)
{
    return std::ranges::any_of(trace.threads, &TraceThread::isStream);
}

} // namespace stepscope
