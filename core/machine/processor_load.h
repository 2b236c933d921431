#pragma once

#include "core/machine/core_usage.h"

#include <vector>

namespace stepscope {

/// Use of the machine's processors in a span of time, as shares of the time of all of them, 0 to 1. Negative:
/// not known.
struct ProcessorLoad
{
    double own = -1.0;    ///< by this process
    double others = -1.0; ///< by all other programs

    double all() const { return others < 0 ? -1.0 : own + others; }
};

/// `ownSeconds` is this process's processor time between the two samples.
ProcessorLoad processorLoad(const std::vector<CoreTicks>& before, const std::vector<CoreTicks>& after,
                            double ownSeconds, double ticksPerSecond);

/// Measures from its construction.
class ProcessorLoadMeter
{
public:
    ProcessorLoadMeter();
    ProcessorLoad read() const;

private:
    std::vector<CoreTicks> m_before;
    double m_ownSeconds;
};

} // namespace stepscope
