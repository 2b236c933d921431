#include "core/base/processes/child_process.h"

#include "core/language/translation.h"

#include <poll.h>
#include <sys/eventfd.h>

#include <algorithm>
#include <array>

namespace stepscope {

using Clock = std::chrono::steady_clock;

namespace {

/// Reads a child's output one piece at a time, so that the time limit also holds for endless output.
class BoundedOutput
{
public:
    BoundedOutput(ProcessResult& result, size_t limitBytes)
        : m_result(result)
        , m_limitBytes(limitBytes)
    {
    }

    void read(std::string& text, FileDescriptor& from)
    {
        constexpr size_t atOnce = 1 << 20; // the whole of a pipe
        const size_t before = m_result.output.size() + m_result.errorOutput.size();
        readInto(text, from, std::min(atOnce, m_limitBytes + 1 - before));
        m_result.wroteTooMuch = m_result.output.size() + m_result.errorOutput.size() > m_limitBytes;
    }

private:
    ProcessResult& m_result;
    size_t m_limitBytes;
};

} // namespace

ProcessResult runProcess(const std::vector<std::string>& command, const ProcessOptions& options)
{
    if (command.empty())
        throw Error(translated("No program to run was given."));
    const auto begin = Clock::now();
    const auto deadline = begin + options.timeLimit;
    Pipe in = makePipe();
    Pipe out = makePipe();
    Pipe error = makePipe();
    const FileDescriptor stopped(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
    const std::stop_callback onStop(options.stop, [&] { ::eventfd_write(stopped.number(), 1); });

    const WithoutSigpipe guard;
    SpawnedProcess child(command, in.read, out.write, error.write, options.folder);
    in.read.close();
    out.write.close();
    error.write.close();
    setNonBlocking(in.write);
    setNonBlocking(out.read);
    setNonBlocking(error.read);
    const auto ended = child.endDescriptor();
    auto input = options.input;
    writeFrom(input, in.write);

    ProcessResult result;
    BoundedOutput output(result, options.outputLimitBytes);
    auto nextTick = begin + std::chrono::seconds(1);
    // Processes that the child has started may outlive it and keep its pipes open, so wait for the child's
    // end.
    while (!child.wait(false)) {
        const auto now = Clock::now();
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - now).count();
        result.canceled = options.stop.stop_requested();
        result.timedOut = !result.canceled && left <= 0;
        if (result.canceled || result.timedOut || result.wroteTooMuch) {
            child.kill();
            child.wait(true);
            break;
        }
        if (options.waiting && now >= nextTick) {
            nextTick = now + std::chrono::seconds(1);
            options.waiting(std::chrono::duration_cast<std::chrono::milliseconds>(now - begin));
        }
        std::array<pollfd, 5> wait{{{in.write.number(), POLLOUT, 0},
                                    {out.read.number(), POLLIN, 0},
                                    {error.read.number(), POLLIN, 0},
                                    {stopped.number(), POLLIN, 0},
                                    {ended.number(), POLLIN, 0}}};
        constexpr int64_t tickMs = 10; // where the child's end does not wake this thread
        const int64_t longestMs = !ended.isOpen() ? tickMs : options.waiting ? 1'000 : 60'000;
        ::poll(wait.data(), wait.size(), int(std::min(left, longestMs)));
        if (in.write.isOpen())
            writeFrom(input, in.write);
        output.read(result.output, out.read);
        output.read(result.errorOutput, error.read);
    }
    output.read(result.output, out.read);
    output.read(result.errorOutput, error.read);
    result.exitCode = child.exitCode();
    result.endingSignal = child.endingSignal();
    return result;
}

std::string endText(const ProcessResult& result)
{
    const int signal = result.endingSignal;
    if (signal != 0)
        return signalText(signal);
    // Translators: end of a sentence about a program, as in "Its process failed with exit code 3."
    return translated("failed with exit code {code}", {{"code", std::to_string(result.exitCode)}});
}

std::string failureText(const ProcessResult& result)
{
    constexpr std::string_view prefix = "stepscope: ";
    std::string said = result.endingSignal == 0 ? result.errorOutput : std::string();
    while (!said.empty() && said.back() == '\n')
        said.pop_back();
    if (const auto at = said.rfind(prefix); at != std::string::npos)
        said = said.substr(at + prefix.size());
    // Translators: {end} is like "failed with exit code 3" or "was ended by signal 9 (Killed)".
    return said.empty() ? translated("The process {end}.", {{"end", endText(result)}}) : said;
}

} // namespace stepscope
