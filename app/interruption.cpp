#include "app/interruption.h"

#include "app/command.h"

#include <atomic>
#include <csignal>
#include <ctime>
#include <unistd.h>

namespace stepscope {

static std::atomic<bool> wasInterrupted = false;
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler may touch no other");

static void noteInterruption(int)
{
    if (wasInterrupted.exchange(true))
        _exit(exitInterrupted);
}

void watchForInterruption()
{
    struct sigaction action = {};
    action.sa_handler = noteInterruption;
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, nullptr);
    sigaction(SIGTERM, &action, nullptr);
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGXFSZ, SIG_IGN);
}

bool interrupted()
{
    return wasInterrupted;
}

void sleepUnlessInterrupted(std::chrono::milliseconds duration)
{
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(duration);
    const std::chrono::nanoseconds rest = duration - seconds;
    const timespec time{seconds.count(), rest.count()};
    if (!interrupted())
        nanosleep(&time, nullptr); // ends early when a signal comes
}

} // namespace stepscope
