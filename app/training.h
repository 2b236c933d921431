#pragma once

#include "app/progress_display.h"

#include <filesystem>
#include <string>
#include <vector>

namespace stepscope {

/// Trains to the end or to the first interruption, and shows how it comes along. The run is kept in `runFile`
/// unless that is empty. `notices` are sentences to show once it trains: of a run that is refused, the
/// refusal is all that is said.
Run trainShowing(const Experiment& experiment, const std::filesystem::path& runFile, ProgressDisplay& display,
                 std::vector<std::string> notices = {});

/// A machine that reaches nothing but its own distribution has Fashion-MNIST and no MNIST. Who named no data
/// set gets that one then. Returns the sentence to show, empty where nothing was changed.
std::string useDataSetThatIsThere(Experiment& experiment);

/// Throws UsageError for a batch size that the data set has too few images for. A data
/// set that cannot be read is left to the training, which says why.
void refuseLargeBatch(const Experiment& experiment);

} // namespace stepscope
