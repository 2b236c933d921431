#include "core/machine/processor_load.h"

#include "core/base/processes/process_usage.h"

#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <sstream>
#include <string>

namespace stepscope {

namespace {

std::vector<CoreTicks> coreTicksNow()
{
    std::ifstream file("/proc/stat");
    std::ostringstream text;
    text << file.rdbuf(); // reading by an iterator would throw if that fails
    return parseCoreTicks({text.str()});
}

} // namespace

ProcessorLoad processorLoad(const std::vector<CoreTicks>& before, const std::vector<CoreTicks>& after,
                            double ownSeconds, double ticksPerSecond)
{
    double busy = 0;
    double total = 0;
    for (size_t i = 0; i < std::min(before.size(), after.size()); ++i) {
        busy += double(after[i].busy - before[i].busy);
        total += double(after[i].total - before[i].total);
    }
    if (total <= 0 || ticksPerSecond <= 0)
        return {};
    const double own = ownSeconds * ticksPerSecond;
    return {std::clamp(own / total, 0.0, 1.0), std::clamp((busy - own) / total, 0.0, 1.0)};
}

ProcessorLoadMeter::ProcessorLoadMeter()
    : m_before(coreTicksNow())
    , m_ownSeconds(processUsage().cpuSeconds)
{
}

ProcessorLoad ProcessorLoadMeter::read() const
{
    return processorLoad(m_before, coreTicksNow(), processUsage().cpuSeconds - m_ownSeconds,
                         double(sysconf(_SC_CLK_TCK)));
}

} // namespace stepscope
