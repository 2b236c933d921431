#pragma once

#include <sys/types.h>

#include <cstdint>
#include <map>
#include <optional>

namespace stepscope {

/// What this process has used so far, over all its threads.
struct ProcessUsage
{
    double cpuSeconds = 0.0;   ///< processor time, user and system
    int64_t residentBytes = 0; ///< memory in RAM now
};

ProcessUsage processUsage();

/// How busy this process keeps the processors between two readings.
class ProcessUsageMeter
{
public:
    ProcessUsageMeter();

    struct Reading
    {
        double cpuPercent =
            0.0; ///< of one processor since the last reading: 200 means two processors busy all the time
        int64_t residentBytes = 0;
    };

    /// Since the last call, or since the meter was created.
    Reading read();

private:
    double m_cpuSeconds = 0.0;
    int64_t m_timeNs = 0;
    double m_cpuPercent = 0.0;
};

/// How busy another process and its descendants keep the processors between two readings.
class ProcessTreeMeter
{
public:
    explicit ProcessTreeMeter(pid_t process);

    /// Since the last call, or since the meter was created. `residentBytes` is the memory of the process
    /// alone, because its descendants may share it. What a descendant used between the last reading and its
    /// end is not counted, nor are descendants whose parent has ended. nullopt: the process has ended or
    /// cannot be read.
    std::optional<ProcessUsageMeter::Reading> read();

private:
    void updateParents();
    std::map<pid_t, double> cpuSeconds();

    pid_t m_process;
    std::map<pid_t, pid_t> m_parentOf;    ///< of every process of the machine
    std::map<pid_t, double> m_cpuSeconds; ///< of each process at the last reading
    int64_t m_timeNs = 0;
};

} // namespace stepscope
