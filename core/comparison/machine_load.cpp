#include "core/comparison/machine_load.h"

#include <algorithm>
#include <cmath>

namespace stepscope {

double slowdownByOthers(const MachineUse& use, int64_t threads, bool onAccelerator)
{
    const double had = use.processCpuPercent / 100;
    const double others = use.othersCpuPercent / 100;
    if (!(had > 0.0) || !(others > 0.0))
        return 0.0;
    const int64_t wanted = onAccelerator ? 1 : threads > 0 ? threads : use.processors;
    const double could = std::min(double(std::min(wanted, use.processors)), had + others);
    // The mean use of processors underestimates what the median step lost when programs came and went, and
    // threads that wait for each other lose more than their share.
    constexpr double reserve = 1.25;
    return could > had ? reserve * std::log(could / had) : 0.0;
}

double slowdownByOthers(const Run& run)
{
    return slowdownByOthers(machineUse(run), run.experiment.threads, run.experiment.device != "cpu");
}

} // namespace stepscope
