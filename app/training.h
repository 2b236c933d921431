#pragma once

#include "app/progress_display.h"

#include <filesystem>

namespace stepscope {

/// Trains to the end or to the first interruption, and shows how it comes along. The run is kept in `runFile`
/// unless that is empty.
Run trainShowing(const Experiment& experiment, const std::filesystem::path& runFile,
                 ProgressDisplay& display);

/// A machine that reaches nothing but its own distribution has Fashion-MNIST and no MNIST. Who named no data
/// set gets that one then, and is told.
void useDataSetThatIsThere(Experiment& experiment, ProgressDisplay& display);

} // namespace stepscope
