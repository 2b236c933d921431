#include "core/torch/record/device_activities.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

namespace stepscope {

EventKind activityKind(std::string_view name, bool isOnDevice)
{
    static constexpr std::array overheads = {
        "Activity Buffer Request",          "Buffer Flush",          "Instrumentation", "Resource",
        "Runtime Triggered Module Loading", "Lazy Function Loading", "Unrecognized"};
    static constexpr std::array synchronizations = {"Event Sync", "Stream Wait Event", "Stream Sync",
                                                    "Context Sync", "Event Record"};
    const auto isOf = [name](const auto& names) { return std::ranges::find(names, name) != names.end(); };
    if (isOf(overheads))
        return EventKind::Overhead;
    if (isOf(synchronizations))
        return EventKind::Synchronization;
    if (!isOnDevice) {
        const bool isDriver = name.size() > 2 && (name.starts_with("cu") || name.starts_with("hip")) &&
                              (name.starts_with("cuda") || name.starts_with("hip") ||
                               std::isupper(static_cast<unsigned char>(name[2])));
        return isDriver ? EventKind::Runtime : EventKind::Operator;
    }
    if (name.starts_with("Memcpy"))
        return EventKind::MemoryCopy;
    if (name.starts_with("Memset"))
        return EventKind::MemorySet;
    if (name.starts_with("nccl"))
        return EventKind::Communication;
    return EventKind::Kernel;
}

CopyDirection copyDirection(std::string_view name)
{
    static constexpr std::pair<std::string_view, CopyDirection> directions[] = {
        {"HtoD", CopyDirection::HostToDevice},
        {"DtoH", CopyDirection::DeviceToHost},
        {"DtoD", CopyDirection::DeviceToDevice},
        {"HtoH", CopyDirection::HostToHost},
        {"PtoP", CopyDirection::PeerToPeer}};
    for (const auto& [word, direction] : directions) {
        if (name.starts_with("Memcpy") && name.find(word) != std::string_view::npos)
            return direction;
    }
    return CopyDirection::None;
}

} // namespace stepscope
