#include "core/base/interruption.h"

#include "core/language/translation.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <csignal>
#include <ctime>
#include <list>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

namespace stepscope {

namespace {

enum class Behavior { End, Note, Handle };

std::atomic<Behavior> behavior = Behavior::End;
std::atomic<bool> wasInterrupted = false;
std::atomic<bool> wasIgnoredBefore = false; ///< SIGINT, by the parent process
std::atomic<int> requests = 0;              ///< signals that count
static_assert(std::atomic<Behavior>::is_always_lock_free && std::atomic<bool>::is_always_lock_free &&
                  std::atomic<int>::is_always_lock_free,
              "a signal handler may access no others");

/// The handler writes orders to this pipe; a thread reads them.
std::array<int, 2> orders = {-1, -1};
constexpr char orderToEnd = 'e';
constexpr char orderToQuit = 'q'; ///< although the current work is still being finished
constexpr char orderToHandle = 'h';

std::atomic<bool> isEnding = false; ///< endProgram() is running

/// Never destroyed: other threads use them until the process ends.
struct Guards
{
    std::mutex mutex; ///< locked permanently once the program is being ended
    std::list<const std::function<void()>*> undo;
    std::function<void()> handler;
};

Guards& guards()
{
    static auto* all = new Guards;
    return *all;
}

void order(char what)
{
    // Cannot fill up: the handler ends the program before that many signals have arrived.
    [[maybe_unused]] const auto written = ::write(orders[1], &what, 1);
}

/// Writing to a closed terminal fails, which must not keep a run from being finished.
void leaveClosedTerminal()
{
    for (const int output : {STDOUT_FILENO, STDERR_FILENO}) {
        pollfd state{output, POLLOUT, 0};
        if (::poll(&state, 1, 0) != 1 || !(state.revents & POLLHUP))
            continue;
        const int null = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
        if (null >= 0) {
            ::dup2(null, output);
            ::close(null);
        }
    }
}

void onSignal(int signal)
{
    const int before = errno;
    if (signal == SIGHUP)
        leaveClosedTerminal();
    const bool isFirst = !wasInterrupted.exchange(true);
    const int count = signal == SIGHUP && !isFirst ? requests.load() : ++requests;
    const auto now = behavior.load();
    constexpr int tooMany = 4; // a user who asks that often does not want to wait
    if (count >= tooMany)
        ::_exit(interruptedExitCode);
    if (now == Behavior::End)
        order(orderToEnd);
    else if (count > 1 && signal != SIGHUP)
        order(orderToQuit);
    else if (now == Behavior::Handle && isFirst)
        order(orderToHandle);
    errno = before;
}

[[noreturn]] void endProgram(const std::string& sentence)
{
    const std::string line = "stepscope: " + sentence + "\n";
    guards().mutex.lock();
    isEnding = true;
    if (::isatty(STDERR_FILENO)) {
        constexpr std::string_view withoutProgress = "\r\033[K";
        [[maybe_unused]] const auto cleared =
            ::write(STDERR_FILENO, withoutProgress.data(), withoutProgress.size());
    }
    [[maybe_unused]] const auto written = ::write(STDERR_FILENO, line.data(), line.size());
    for (const auto* undo : guards().undo)
        (*undo)();
    ::_exit(interruptedExitCode);
}

void followOrders()
{
    for (;;) {
        char order = 0;
        const auto count = ::read(orders[0], &order, 1);
        if (count < 0 && errno == EINTR)
            continue;
        if (count != 1)
            return;
        if (order == orderToEnd)
            endProgram(translated("Interrupted; unfinished files have been removed."));
        if (order == orderToQuit)
            endProgram(translated("Interrupted again: quitting immediately."));
        const std::lock_guard lock(guards().mutex); // so that nobody removes what it refers to
        if (guards().handler)
            guards().handler();
    }
}

} // namespace

void catchInterruptions()
{
    std::signal(SIGXFSZ, SIG_IGN);
    if (::pipe2(orders.data(), O_CLOEXEC) != 0)
        return; // signals end the program as usual
    std::thread(followOrders).detach();
    struct sigaction action = {};
    struct sigaction before = {};
    action.sa_handler = onSignal;
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, &before);
    wasIgnoredBefore = before.sa_handler == SIG_IGN;
    sigaction(SIGTERM, &action, nullptr);
    struct sigaction hangup = {};
    if (sigaction(SIGHUP, nullptr, &hangup) == 0 && hangup.sa_handler != SIG_IGN)
        sigaction(SIGHUP, &action, nullptr);
}

bool interruptsWereIgnored()
{
    return wasIgnoredBefore;
}

void noteInterruptions()
{
    std::signal(SIGPIPE, SIG_IGN);
    behavior = Behavior::Note;
}

void endOnInterruptions()
{
    behavior = Behavior::End;
    const std::lock_guard lock(guards().mutex);
    guards().handler = nullptr;
}

void handleInterruptions(std::function<void()> handler)
{
    {
        const std::lock_guard lock(guards().mutex);
        guards().handler = std::move(handler);
    }
    behavior = Behavior::Handle;
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
        nanosleep(&time, nullptr); // returns early when a signal arrives
}

InterruptionGuard::InterruptionGuard(const std::function<void()>& begin, std::function<void()> undo)
    : m_undo(std::move(undo))
{
    const std::lock_guard lock(guards().mutex);
    begin();
    guards().undo.push_front(&m_undo);
}

InterruptionGuard::~InterruptionGuard()
{
    const std::lock_guard lock(guards().mutex);
    guards().undo.remove(&m_undo);
}

void InterruptionGuard::undo()
{
    const std::lock_guard lock(guards().mutex);
    m_undo();
    guards().undo.remove(&m_undo);
}

void beforeEnding(const std::function<void()>& work)
{
    const std::lock_guard lock(guards().mutex);
    work();
}

void waitIfEnding()
{
    while (isEnding)
        ::pause();
}

} // namespace stepscope
