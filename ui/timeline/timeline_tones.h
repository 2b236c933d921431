#pragma once

#include "core/trace/event_kind.h"
#include "ui/support/pass_colors.h"

namespace stepscope::ui {

/// The meaning of an event's color: its pass or, without one, its kind of work.
enum class TimelineTone : uint8_t {
    Passes = passCount, ///< passes have lower values
    Kernel = Passes,
    Communication,
    Copy,
    Set,
    Wait,
    Runtime,
};

inline constexpr size_t timelineTones = size_t(TimelineTone::Runtime) + 1;

inline TimelineTone toneOf(Pass pass)
{
    return TimelineTone(pass);
}

inline TimelineTone toneOf(EventKind kind, Pass pass)
{
    switch (kind) {
    case EventKind::Operator:
    case EventKind::Layer:
    case EventKind::Range:
    case EventKind::PythonFunction:
    case EventKind::Overhead:
        break;
    case EventKind::Kernel:
    case EventKind::DeviceRange:
        return pass == Pass::Other ? TimelineTone::Kernel : toneOf(pass);
    case EventKind::Communication:
        return TimelineTone::Communication;
    case EventKind::MemoryCopy:
        return TimelineTone::Copy;
    case EventKind::MemorySet:
        return TimelineTone::Set;
    case EventKind::Synchronization:
        return TimelineTone::Wait;
    case EventKind::Runtime:
        return TimelineTone::Runtime;
    }
    return toneOf(pass);
}

/// Of one event, or of the longest of several that are drawn as one.
inline TimelineTone toneOf(const Trace& trace, EventId event, Pass pass)
{
    return toneOf(trace.kind[event], isOnDevice(trace.kind[event]) ? trace.pass[event] : pass);
}

inline QColor toneColor(TimelineTone tone, const ThemeColors& colors)
{
    switch (tone) {
    case TimelineTone::Kernel:
        return kernelColor(colors);
    case TimelineTone::Communication:
        return communicationColor(colors);
    case TimelineTone::Copy:
        return memoryCopyColor(colors);
    case TimelineTone::Set:
        return memorySetColor(colors);
    case TimelineTone::Wait:
        return tinted(colors.surface, colors.otherPass, 0.5);
    case TimelineTone::Runtime:
        return runtimeColor(colors);
    default:
        return passColor(Pass(tone), colors);
    }
}

} // namespace stepscope::ui
