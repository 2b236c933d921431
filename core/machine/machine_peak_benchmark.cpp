#include "core/base/block_cache.h"
#include "core/base/error.h"
#include "core/language/translation.h"
#include "core/machine/environment.h"
#include "core/machine/machine_peak.h"
#include "core/machine/machine_peak_kernels.h"
#include "core/machine/processor_load.h"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <barrier>
#include <chrono>
#include <new>
#include <thread>
#include <vector>

namespace stepscope {

namespace {

using Clock = std::chrono::steady_clock;

constexpr int rounds = 8;
constexpr std::chrono::milliseconds
    roundTime(40); ///< approximate; long enough for the clock, short enough to wait for

double seconds(Clock::duration duration)
{
    return std::chrono::duration<double>(duration).count();
}

/// Runs `work` on all threads in parallel, several times, and returns the time of the fastest round: from
/// when all have started until the last has finished.
template<typename Work>
double fastestRound(int threads, const std::stop_token& stop, const Work& work)
{
    std::barrier gate(threads);
    std::vector<double> starts(size_t(threads), 0.0);
    std::vector<double> ends(size_t(threads), 0.0);
    std::atomic<bool> isStopped = false;
    double best = 0.0;
    const auto begin = Clock::now();
    const auto run = [&](int thread) {
        work(thread); // warms up caches, clock rates and pages
        for (int round = 0; round < rounds; ++round) {
            gate.arrive_and_wait();
            if (thread == 0 && stop.stop_requested())
                isStopped = true;
            gate.arrive_and_wait();
            if (isStopped)
                return;
            starts[size_t(thread)] = seconds(Clock::now() - begin);
            work(thread);
            ends[size_t(thread)] = seconds(Clock::now() - begin);
            gate.arrive_and_wait();
            if (thread == 0) {
                const double time = *std::ranges::max_element(ends) - *std::ranges::min_element(starts);
                best = round == 0 ? time : std::min(best, time);
            }
        }
    };
    {
        std::vector<std::jthread> others;
        for (int thread = 1; thread < threads; ++thread)
            others.emplace_back(run, thread);
        run(0);
    }
    if (isStopped)
        throw Error(translated("Measuring the machine's peak was stopped."));
    return best;
}

double peakFlops(int threads, const PeakKernel& kernel, const std::stop_token& stop)
{
    int64_t count = 10'000;
    double sink = 0.0;
    for (double time = 0.0; time < seconds(roundTime) / 4; count *= 4) {
        const auto start = Clock::now();
        sink += kernel.run(count);
        time = seconds(Clock::now() - start);
    }
    std::vector<double> results(size_t(threads), sink);
    const double time =
        fastestRound(threads, stop, [&](int thread) { results[size_t(thread)] += kernel.run(count); });
    volatile double kept = results.front(); // keeps the compiler from dropping the work
    static_cast<void>(kept);
    return double(threads) * double(count) * double(kernel.flopsPerRound) / time;
}

/// Number of elements of each of the three arrays: together at least four times the last-level cache, and at
/// most an eighth of the memory.
size_t triadSize()
{
    const int64_t cache = std::max<int64_t>(sysconf(_SC_LEVEL3_CACHE_SIZE), 0);
    const int64_t memory = int64_t(sysconf(_SC_AVPHYS_PAGES)) * sysconf(_SC_PAGESIZE);
    const int64_t wanted = std::clamp<int64_t>(4 * cache, int64_t(192) << 20, int64_t(1) << 30);
    const int64_t bytes = std::max(std::min(wanted, memory / 8), int64_t(3) << 20);
    return size_t(bytes) / 3 / sizeof(float);
}

double peakBandwidth(int threads, const std::stop_token& stop)
{
    const size_t size = triadSize();
    const size_t part = size / size_t(threads);
    try {
        // Directly from the kernel, which gets it back in the end: the heap would keep it. Not written to
        // here: pages belong to the thread that first touches them.
        BlockCache memory(0);
        const auto array = [&] {
            auto* block = memory.take(size * sizeof(float));
            if (!block)
                throw std::bad_alloc();
            return static_cast<float*>(block);
        };
        auto* const a = array();
        auto* const b = array();
        auto* const c = array();
        std::vector<char> isTouched(size_t(threads), 0);
        const double time = fastestRound(threads, stop, [&](int thread) {
            const size_t first = size_t(thread) * part;
            if (!isTouched[size_t(thread)]) {
                std::fill_n(a + first, part, 0.0F);
                std::fill_n(b + first, part, 1.0F);
                std::fill_n(c + first, part, 2.0F);
                isTouched[size_t(thread)] = 1;
            }
            triad(a + first, b + first, c + first, 0.5F, part);
        });
        return double(part) * threads * 3 * sizeof(float) / time;
    } catch (const std::bad_alloc&) {
        throw Error(
            translated("The memory bandwidth cannot be measured because there is too little memory."));
    }
}

} // namespace

MachinePeak measureMachinePeak(int threads, std::stop_token stop)
{
    if (threads < 1)
        throw Error(translated("Measuring the machine's peak needs at least one thread."));
    const auto kernel = bestPeakKernel();
    const ProcessorLoadMeter load;
    MachinePeak peak;
    peak.cpuModel = cpuModelName();
    peak.threads = threads;
    peak.instructionSet = kernel.instructionSet;
    peak.flopsPerSecond = peakFlops(threads, kernel, stop);
    peak.bytesPerSecond = peakBandwidth(threads, stop);
    peak.measuredUnixMs = std::chrono::duration_cast<std::chrono::milliseconds>(
                              std::chrono::system_clock::now().time_since_epoch())
                              .count();
    peak.othersShare = load.read().others;
    return peak;
}

} // namespace stepscope
