#pragma once

#include "core/experiment/experiment.h"
#include "core/run/run.h"

#include <optional>
#include <string_view>

namespace stepscope {

/// Whether a run is what another program recorded: it has no data set, as every training does. A program that
/// Stepscope recorded is none.
bool isImported(const Run& run);

/// "imported", of a training runOutcomeName().
const char* shownOutcomeName(const Run& run);

/// The number by which a step is shown and exported. A training counts its steps from 0. An imported run
/// keeps them without gaps from 0, and shows the numbers that the trace gives them ("ProfilerStep#7").
int64_t shownStepNumber(const Run& run, int64_t step);

/// The experiment in a run file of an imported trace, of which little is known: it has no data set, and a
/// network that is called after the trace. What is null in it is not known. Earlier versions wrote the
/// defaults of a training instead of null: in their files, values that are these defaults are not known.
/// None for the experiment of a training, whose values are checked.
std::optional<Experiment> importedExperiment(std::string_view json);

} // namespace stepscope
