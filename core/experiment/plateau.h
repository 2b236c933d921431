#pragma once

#include "core/experiment/experiment.h"

#include <limits>

namespace stepscope {

/// The state of the schedule "plateau", as PyTorch's ReduceLROnPlateau with a patience of
/// Experiment::scheduleStepSize - 1.
struct Plateau
{
    double factor = 1.0; ///< of the learning rate
    double lowestLoss = std::numeric_limits<double>::infinity();
    int64_t waited = 0; ///< epochs since the lowest loss, or since the last change of the factor

    bool operator==(const Plateau&) const = default;
};

/// After an epoch with this test loss, or validation loss if samples are set aside. A loss is lower if it is
/// so by more than a ten-thousandth; NaN is not.
void addTestLoss(Plateau& plateau, const Experiment& experiment, double loss);

} // namespace stepscope
