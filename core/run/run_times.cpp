#include "core/run/run_times.h"

#include "core/base/clock.h"

#include <chrono>

namespace stepscope {

int64_t unixNsOf(const Run& run, int64_t ns)
{
    using namespace std::chrono;
    constexpr int64_t nsPerMs = 1'000'000;
    const int64_t now = duration_cast<nanoseconds>(system_clock::now().time_since_epoch()).count();
    const int64_t guess = ns + (now - monotonicNs());
    const int64_t begin = run.startUnixMs * nsPerMs;
    const int64_t end = run.endUnixMs > 0 ? (run.endUnixMs + 1) * nsPerMs : now;
    return guess >= begin && guess <= end ? guess : begin;
}

} // namespace stepscope
