#pragma once

#include "core/experiment/experiment.h"

#include <optional>
#include <string_view>

namespace stepscope {

/// The experiment in a run file of an imported trace, of which little is known: it has no data set, and a
/// network that is called after the trace. None for the experiment of a training, whose values are checked.
std::optional<Experiment> importedExperiment(std::string_view json);

} // namespace stepscope
