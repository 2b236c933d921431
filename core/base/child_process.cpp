#include "core/base/child_process.h"

#include <poll.h>
#include <sys/eventfd.h>

#include <algorithm>
#include <array>

namespace stepscope {

using Clock = std::chrono::steady_clock;

ProcessResult runProcess(const std::vector<std::string>& command, std::string_view input,
                         std::chrono::milliseconds timeLimit, std::stop_token stop)
{
    if (command.empty())
        throw Error("No program was given to be run.");
    const auto deadline = Clock::now() + timeLimit;
    Pipe in = makePipe();
    Pipe out = makePipe();
    Pipe error = makePipe();
    const FileDescriptor stopped(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
    const std::stop_callback onStop(stop, [&] { ::eventfd_write(stopped.number(), 1); });

    const WithoutSigpipe guard;
    SpawnedProcess child(command, in.read, out.write, error.write);
    in.read.close();
    out.write.close();
    error.write.close();
    setNonBlocking(in.write);
    setNonBlocking(out.read);
    setNonBlocking(error.read);
    const auto ended = child.endDescriptor();
    writeFrom(input, in.write);

    ProcessResult result;
    // What the child has started may outlive it and hold its ends of the pipes: the child's end counts.
    while (!child.wait(false)) {
        result.cancelled = stop.stop_requested();
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now()).count();
        result.timedOut = !result.cancelled && left <= 0;
        if (result.cancelled || result.timedOut) {
            child.kill();
            child.wait(true);
            break;
        }
        std::array<pollfd, 5> wait{{{in.write.number(), POLLOUT, 0},
                                    {out.read.number(), POLLIN, 0},
                                    {error.read.number(), POLLIN, 0},
                                    {stopped.number(), POLLIN, 0},
                                    {ended.number(), POLLIN, 0}}};
        constexpr int64_t tickMs = 10; // where the child's end does not wake this thread
        ::poll(wait.data(), wait.size(), int(std::min<int64_t>(left, ended.isOpen() ? 60'000 : tickMs)));
        if (in.write.isOpen())
            writeFrom(input, in.write);
        readInto(result.output, out.read);
        readInto(result.errorOutput, error.read);
    }
    readInto(result.output, out.read);
    readInto(result.errorOutput, error.read);
    result.exitCode = child.exitCode();
    return result;
}

} // namespace stepscope
