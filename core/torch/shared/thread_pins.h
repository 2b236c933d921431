#pragma once

#include <functional>
#include <sched.h>

namespace stepscope {

/// Calls `action` once in each of the `threads` threads of OpenMP that run the operators of this thread, at
/// the same time, with a number from 0. False if LibTorch uses another library: then only this thread calls
/// it.
bool inOperatorThreads(int threads, const std::function<void(int)>& action);

/// During its lifetime, this thread and the threads of its operators run on one processor each, of those that
/// the process may use; with more threads than processors, several share one. These are the threads of
/// OpenMP, in which LibTorch's operators and oneDNN run. A BLAS library with threads of its own keeps them
/// where the system puts them. It must be destroyed on the thread that made it.
class ThreadPins
{
public:
    /// `threads`: as at::get_num_threads() gives it.
    explicit ThreadPins(int threads);
    ~ThreadPins();
    ThreadPins(const ThreadPins&) = delete;
    ThreadPins& operator=(const ThreadPins&) = delete;

private:
    int m_threads;
    cpu_set_t m_allowed{}; ///< the processors before
};

} // namespace stepscope
