#include "core/torch/shared/thread_pins.h"

#include <atomic>
#include <dlfcn.h>
#include <vector>

namespace stepscope {

namespace {

struct ParallelCall
{
    const std::function<void(int)>& action;
    std::atomic<int> next = 0;
};

std::vector<int> numbersOf(const cpu_set_t& processors)
{
    std::vector<int> numbers;
    for (int i = 0; i < CPU_SETSIZE; ++i) {
        if (CPU_ISSET(i, &processors))
            numbers.push_back(i);
    }
    return numbers;
}

} // namespace

bool inOperatorThreads(int threads, const std::function<void(int)>& action)
{
    // What `#pragma omp parallel` becomes. Compiled with it, this file would be linked with a second OpenMP,
    // besides the one that a LibTorch of Python brings along, and would find other threads.
    using Parallel = void (*)(void (*)(void*), void*, unsigned threads, unsigned flags);
    const auto parallel = reinterpret_cast<Parallel>(dlsym(RTLD_DEFAULT, "GOMP_parallel"));
    ParallelCall call{.action = action};
    const auto run = [](void* data) {
        auto& shared = *static_cast<ParallelCall*>(data);
        shared.action(shared.next++);
    };
    if (parallel)
        parallel(run, &call, unsigned(threads), 0);
    else
        run(&call);
    return parallel != nullptr;
}

ThreadPins::ThreadPins(int threads)
    : m_threads(threads)
{
    if (sched_getaffinity(0, sizeof m_allowed, &m_allowed) != 0)
        CPU_ZERO(&m_allowed); // more processors than the set can hold: the threads stay where they are
    const std::vector<int> processors = numbersOf(m_allowed);
    if (processors.empty())
        return;
    inOperatorThreads(threads, [&](int number) {
        cpu_set_t one;
        CPU_ZERO(&one);
        CPU_SET(processors[size_t(number) % processors.size()], &one);
        sched_setaffinity(0, sizeof one, &one);
    });
}

ThreadPins::~ThreadPins()
{
    if (CPU_COUNT(&m_allowed) > 0)
        inOperatorThreads(m_threads, [&](int) { sched_setaffinity(0, sizeof m_allowed, &m_allowed); });
}

} // namespace stepscope
