#include "core/base/processes/running_process.h"

#include "core/language/translation.h"

#include <poll.h>

#include <algorithm>
#include <array>

namespace stepscope {

RunningProcess::RunningProcess(const std::vector<std::string>& command, std::string input)
    : m_input(std::move(input))
    , m_unwritten(m_input)
{
    if (command.empty())
        throw Error(translated("No program to run was given."));
    Pipe in = makePipe();
    Pipe out = makePipe();
    Pipe error = makePipe();
    m_process.emplace(command, in.read, out.write, error.write);
    m_inputEnd = std::move(in.write);
    m_outputEnd = std::move(out.read);
    m_errorEnd = std::move(error.read);
    for (const auto* end : {&m_inputEnd, &m_outputEnd, &m_errorEnd})
        setNonBlocking(*end);
    m_ended = m_process->endDescriptor();
    exchange();
}

bool RunningProcess::waitFor(std::chrono::milliseconds time)
{
    if (m_process->wait(false)) {
        exchange();
        return false;
    }
    std::array<pollfd, 4> wait{{{m_inputEnd.number(), POLLOUT, 0},
                                {m_outputEnd.number(), POLLIN, 0},
                                {m_errorEnd.number(), POLLIN, 0},
                                {m_ended.number(), POLLIN, 0}}};
    constexpr int tickMs = 10; // where the program's end does not wake this thread
    const int most = m_ended.isOpen() ? int(time.count()) : std::min(int(time.count()), tickMs);
    ::poll(wait.data(), wait.size(), most);
    exchange();
    return true;
}

void RunningProcess::exchange()
{
    constexpr size_t atOnce = 1 << 20; // the whole of a pipe; a program may write endlessly
    constexpr size_t longestLine = 64 << 20;
    constexpr size_t mostErrors = 1 << 20;
    const WithoutSigpipe guard;
    if (m_inputEnd.isOpen())
        writeFrom(m_unwritten, m_inputEnd);
    readInto(m_output, m_outputEnd, atOnce);
    readInto(m_errors, m_errorEnd, atOnce);
    if (m_output.size() > longestLine && m_output.find('\n') == std::string::npos)
        m_output.clear();
    if (m_errors.size() > 2 * mostErrors)
        m_errors.erase(0, m_errors.size() - mostErrors);
}

std::vector<std::string> RunningProcess::takeLines()
{
    std::vector<std::string> lines;
    size_t begin = 0;
    for (size_t end = m_output.find('\n'); end != std::string::npos; end = m_output.find('\n', begin)) {
        lines.push_back(m_output.substr(begin, end - begin));
        begin = end + 1;
    }
    m_output.erase(0, begin);
    return lines;
}

} // namespace stepscope
