#include "core/trace/event_kind.h"

#include "core/base/text/format.h"
#include "core/language/translation.h"

#include <algorithm>
#include <string_view>

namespace stepscope {

static constexpr Translatable eventKindTitle(EventKind kind)
{
    switch (kind) {
    case EventKind::Operator:
        break;
    case EventKind::Layer:
        return translatable("layer");
    case EventKind::Range:
        return translatable("range");
    case EventKind::PythonFunction:
        return translatable("python function");
    case EventKind::Runtime:
        return translatable("runtime");
    case EventKind::Overhead:
        return translatable("overhead");
    case EventKind::Kernel:
        return translatable("kernel");
    case EventKind::Communication:
        return translatable("communication");
    case EventKind::MemoryCopy:
        return translatable("memory copy");
    case EventKind::MemorySet:
        return translatable("memory set");
    case EventKind::Synchronization:
        return translatable("synchronization");
    case EventKind::DeviceRange:
        return translatable("device range");
    }
    return translatable("operator");
}

const char* eventKindName(EventKind kind)
{
    return eventKindTitle(kind).english();
}

std::string eventKindWord(EventKind kind)
{
    return translated(eventKindTitle(kind));
}

std::string copyDirectionWord(CopyDirection direction)
{
    switch (direction) {
    case CopyDirection::None:
        break;
    case CopyDirection::HostToDevice:
        return translated("host to device");
    case CopyDirection::DeviceToHost:
        return translated("device to host");
    case CopyDirection::DeviceToDevice:
        return translated("device to device");
    case CopyDirection::HostToHost:
        return translated("host to host");
    case CopyDirection::PeerToPeer:
        return translated("peer to peer");
    }
    return {};
}

std::string shortEventName(const std::string& name)
{
    constexpr std::string_view unnamed = "(anonymous namespace)::";
    size_t end = name.find_first_of("<(");
    while (end != std::string::npos && name.compare(end, unnamed.size(), unnamed) == 0)
        end = name.find_first_of("<(", end + unnamed.size());
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
