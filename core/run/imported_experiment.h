#pragma once

#include "core/experiment/experiment.h"
#include "core/run/run.h"

#include <optional>
#include <string_view>

namespace stepscope {

/// Whether another program recorded the run: it has no data set, as every training has. A program that
/// Stepscope recorded is not imported.
bool isImported(const Run& run);

/// "imported"; for a training, runOutcomeName().
const char* shownOutcomeName(const Run& run);

/// The experiment as it is shown and exported: an imported run's network, which is named after its file, is
/// not known.
Experiment shownExperiment(const Run& run);

/// The number by which a step is shown and exported. A training counts its steps from 0. An imported run
/// numbers them without gaps from 0, and shows the trace's numbers ("ProfilerStep#7").
int64_t shownStepNumber(const Run& run, int64_t step);

/// The experiment in a run file of an imported trace. Little is known of it: it has no data set, and its
/// network is named after the trace. Null values are not known. Earlier versions wrote the defaults of a
/// training instead of null: in their files, values that equal these defaults are not known. None for the
/// experiment of a training, whose values are checked.
std::optional<Experiment> importedExperiment(std::string_view json);

} // namespace stepscope
