#include "core/torch/shared/thread_pins.h"

#include "core/torch/shared/torch_headers.h"

#include <functional>

namespace stepscope {

namespace {

/// Calls `action` once in each thread, with the thread's number.
void inEachThread(int threads, const std::function<void(int)>& action)
{
    at::parallel_for(0, threads, 1, [&](int64_t begin, int64_t end) {
        for (int64_t number = begin; number < end; ++number)
            action(int(number));
    });
}

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

ThreadPins::ThreadPins(int threads)
    : m_threads(threads)
{
    if (sched_getaffinity(0, sizeof m_allowed, &m_allowed) != 0)
        CPU_ZERO(&m_allowed); // more processors than the set can hold: the threads stay where they are
    const std::vector<int> processors = numbersOf(m_allowed);
    if (processors.empty())
        return;
    inEachThread(threads, [&](int number) {
        cpu_set_t one;
        CPU_ZERO(&one);
        CPU_SET(processors[size_t(number) % processors.size()], &one);
        sched_setaffinity(0, sizeof one, &one);
    });
}

ThreadPins::~ThreadPins()
{
    if (CPU_COUNT(&m_allowed) > 0)
        inEachThread(m_threads, [&](int) { sched_setaffinity(0, sizeof m_allowed, &m_allowed); });
}

} // namespace stepscope
