#include "tests/benchmarks/torch/line_process.h"

#include <stdexcept>
#include <sys/wait.h>
#include <unistd.h>

namespace stepscope::benchmarks {

LineProcess::LineProcess(const std::vector<std::string>& command)
{
    int toChild[2];
    int fromChild[2];
    if (pipe(toChild) != 0 || pipe(fromChild) != 0)
        throw std::runtime_error("no pipe for a child process");
    std::vector<char*> arguments;
    for (const auto& argument : command)
        arguments.push_back(const_cast<char*>(argument.c_str()));
    arguments.push_back(nullptr);

    m_pid = fork();
    if (m_pid == 0) {
        dup2(toChild[0], 0);
        dup2(fromChild[1], 1);
        for (const int end : {toChild[0], toChild[1], fromChild[0], fromChild[1]})
            close(end);
        execvp(arguments[0], arguments.data());
        _exit(127);
    }
    close(toChild[0]);
    close(fromChild[1]);
    m_in = fdopen(toChild[1], "w");
    m_out = fdopen(fromChild[0], "r");
}

LineProcess::~LineProcess()
{
    fclose(m_in);
    fclose(m_out);
    waitpid(m_pid, nullptr, 0);
}

std::string LineProcess::readLine()
{
    std::string line;
    for (int c = fgetc(m_out); c != EOF && c != '\n'; c = fgetc(m_out))
        line += char(c);
    return line;
}

void LineProcess::tell(const std::string& line)
{
    fprintf(m_in, "%s\n", line.c_str());
    fflush(m_in);
}

std::string LineProcess::ask(const std::string& line)
{
    tell(line);
    auto answer = readLine();
    if (answer.empty())
        throw std::runtime_error("the Python loop ended early");
    return answer;
}

} // namespace stepscope::benchmarks
