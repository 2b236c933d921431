#include "core/trace/thread_name.h"

#include <algorithm>

namespace stepscope {

namespace {

/// Whether a list that shows only the names would show both threads in the same way.
bool areNamesakes(const TraceThread& thread, const TraceThread& other)
{
    return other.name == thread.name && other.device == thread.device &&
           (other.id != thread.id || other.process != thread.process);
}

} // namespace

std::string nameInProcess(const Trace& trace, const TraceThread& thread)
{
    const bool isShared = std::ranges::any_of(trace.threads, [&thread](const TraceThread& other) {
        return other.process == thread.process && areNamesakes(thread, other);
    });
    return isShared ? thread.name + " (" + std::to_string(thread.id) + ")" : thread.name;
}

std::string nameInTrace(const Trace& trace, const TraceThread& thread)
{
    bool isShared = false;
    bool isIdShared = false;
    for (const TraceThread& other : trace.threads) {
        const bool isNamesake = areNamesakes(thread, other);
        isShared = isShared || isNamesake;
        isIdShared = isIdShared || (isNamesake && other.id == thread.id);
    }
    if (!isShared)
        return thread.name;
    const std::string process = isIdShared ? std::to_string(thread.process) + ": " : std::string();
    return thread.name + " (" + process + std::to_string(thread.id) + ")";
}

} // namespace stepscope
