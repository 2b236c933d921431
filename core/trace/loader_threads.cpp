#include "core/trace/loader_threads.h"

#include <string_view>

namespace stepscope {

static constexpr std::string_view nameBeforeNumber = "Data loader ";

std::string loaderThreadName(size_t worker)
{
    return std::string(nameBeforeNumber) + std::to_string(worker + 1);
}

bool isLoaderRange(const Trace& trace, EventId event)
{
    // The cheapest test comes first: this is called for every event.
    return trace.kind[event] == EventKind::Range && trace.thread[event] < trace.threads.size() &&
           trace.threads[trace.thread[event]].name.starts_with(nameBeforeNumber);
}

} // namespace stepscope
