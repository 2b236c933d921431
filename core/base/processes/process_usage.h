#pragma once

#include <cstdint>

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

} // namespace stepscope
