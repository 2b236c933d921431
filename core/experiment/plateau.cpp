#include "core/experiment/plateau.h"

namespace stepscope {

void addTestLoss(Plateau& plateau, const Experiment& experiment, double loss)
{
    constexpr double threshold = 1e-4; // PyTorch's default, relative
    if (loss < plateau.lowestLoss * (1.0 - threshold)) {
        plateau.lowestLoss = loss;
        plateau.waited = 0;
        return;
    }
    if (++plateau.waited < experiment.scheduleStepSize)
        return;
    plateau.factor *= experiment.scheduleGamma;
    plateau.waited = 0;
}

} // namespace stepscope
