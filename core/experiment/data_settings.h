#pragma once

#include "core/experiment/experiment.h"

#include <string>

namespace stepscope {

/// What the experiment sets of its data beyond the data set's name: "3x16x16, 4 classes, 10 % for
/// validation". Only settings that the experiment uses and that are not the default ones; empty if there are
/// none.
std::string dataSettingsText(const Experiment& experiment);

} // namespace stepscope
