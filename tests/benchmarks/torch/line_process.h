#pragma once

#include <cstdio>
#include <string>
#include <sys/types.h>
#include <vector>

namespace stepscope::benchmarks {

/// A child process that receives lines and answers with lines.
class LineProcess
{
public:
    explicit LineProcess(const std::vector<std::string>& command);
    ~LineProcess();
    LineProcess(const LineProcess&) = delete;
    LineProcess& operator=(const LineProcess&) = delete;

    /// Empty when it has ended.
    std::string readLine();
    void tell(const std::string& line);
    std::string ask(const std::string& line);

private:
    pid_t m_pid = -1;
    FILE* m_in = nullptr;
    FILE* m_out = nullptr;
};

} // namespace stepscope::benchmarks
