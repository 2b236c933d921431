#include "core/base/processes/process_usage.h"

#include "core/base/clock.h"
#include "core/base/processes/process_status.h"

#include <fmt/format.h>

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace stepscope {

namespace {

// Unlike the ticks of /proc/PID/stat, these clocks are finer than hundredths of a second.
std::optional<double> secondsOf(clockid_t clock)
{
    timespec used{};
    return clock_gettime(clock, &used) == 0 ? std::optional(double(used.tv_sec) + double(used.tv_nsec) * 1e-9)
                                            : std::nullopt;
}

/// nullopt: there is no such process.
std::optional<double> cpuSecondsOf(pid_t process)
{
    clockid_t clock{};
    return clock_getcpuclockid(process, &clock) == 0 ? secondsOf(clock) : std::nullopt;
}

/// 0: the process has ended or cannot be read.
int64_t residentBytesIn(const std::string& statm)
{
    long long total = 0;
    long long resident = 0;
    if (std::FILE* memory = std::fopen(statm.c_str(), "re")) {
        if (std::fscanf(memory, "%lld %lld", &total, &resident) != 2)
            resident = 0;
        std::fclose(memory);
    }
    return resident * sysconf(_SC_PAGESIZE);
}

} // namespace

ProcessUsage processUsage()
{
    return {.cpuSeconds = secondsOf(CLOCK_PROCESS_CPUTIME_ID).value_or(0.0),
            .residentBytes = residentBytesIn("/proc/self/statm")};
}

ProcessUsageMeter::ProcessUsageMeter()
    : m_cpuSeconds(processUsage().cpuSeconds)
    , m_timeNs(monotonicNs())
{
}

ProcessUsageMeter::Reading ProcessUsageMeter::read()
{
    const auto usage = processUsage();
    const auto now = monotonicNs();
    // Over less than a millisecond the figure would be noise; keep the last one.
    if (const auto elapsed = now - m_timeNs; elapsed >= 1'000'000) {
        m_cpuPercent = (usage.cpuSeconds - m_cpuSeconds) * 1e9 / double(elapsed) * 100;
        m_cpuSeconds = usage.cpuSeconds;
        m_timeNs = now;
    }
    return {m_cpuPercent, usage.residentBytes};
}

ProcessTreeMeter::ProcessTreeMeter(pid_t process)
    : m_process(process)
    , m_cpuSeconds(cpuSeconds())
    , m_timeNs(monotonicNs())
{
}

/// Not every kernel has a list of a process's children, so all processes are read, each once.
void ProcessTreeMeter::updateParents()
{
    auto before = std::move(m_parentOf);
    m_parentOf.clear();
    std::error_code problem;
    std::filesystem::directory_iterator entry("/proc", problem);
    for (const std::filesystem::directory_iterator end; !problem && entry != end; entry.increment(problem)) {
        const auto name = entry->path().filename().string();
        const auto process = pid_t(std::atoi(name.c_str()));
        if (process <= 0) // another file
            continue;
        if (const auto known = before.find(process); known != before.end())
            m_parentOf.insert(*known);
        else if (const auto status = processStatus(process))
            m_parentOf.emplace(process, status->parent);
    }
}

std::map<pid_t, double> ProcessTreeMeter::cpuSeconds()
{
    updateParents();
    std::multimap<pid_t, pid_t> childrenOf;
    for (const auto& [process, parent] : m_parentOf)
        childrenOf.emplace(parent, process);
    std::map<pid_t, double> seconds;
    std::vector<pid_t> processes{m_process};
    while (!processes.empty()) {
        const pid_t process = processes.back();
        processes.pop_back();
        const auto used = cpuSecondsOf(process);
        if (!used || !seconds.emplace(process, *used).second)
            continue;
        const auto [begin, end] = childrenOf.equal_range(process);
        for (auto child = begin; child != end; ++child)
            processes.push_back(child->second);
    }
    return seconds;
}

std::optional<ProcessUsageMeter::Reading> ProcessTreeMeter::read()
{
    auto seconds = cpuSeconds();
    const auto now = monotonicNs();
    const auto resident = residentBytesIn(fmt::format("/proc/{}/statm", m_process));
    if (!seconds.contains(m_process) || resident <= 0 || now <= m_timeNs)
        return std::nullopt;
    double used = 0.0;
    for (const auto& [process, cpuSeconds] : seconds) {
        const auto before = m_cpuSeconds.find(process);
        used += before == m_cpuSeconds.end() ? cpuSeconds : std::max(0.0, cpuSeconds - before->second);
    }
    const double percent = used * 1e9 / double(now - m_timeNs) * 100;
    m_cpuSeconds = std::move(seconds);
    m_timeNs = now;
    return ProcessUsageMeter::Reading{percent, resident};
}

} // namespace stepscope
