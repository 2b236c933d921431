#pragma once

#include "app/progress_display.h"
#include "core/engine/training_files.h"
#include "core/machine/environment.h"

#include <filesystem>
#include <string>
#include <vector>

namespace stepscope {

/// Trains to the end or to the first interruption, and shows the progress. The run is saved in `runFile`
/// unless that is empty, and the training reads and writes `files`. `notices` are sentences to show once
/// training has started; if the run is refused, only the error is shown.
Run trainShowing(const Experiment& experiment, const std::filesystem::path& runFile,
                 const TrainingFiles& files, ProgressDisplay& display, std::vector<std::string> notices = {});

/// A sentence to show before times are measured; empty if the machine is not busy.
std::string busyWarning(const Environment& environment);

/// Uses Fashion-MNIST if MNIST is not on this machine, as when only the distribution's packages can be
/// reached. Call it only if the user named no data set. Returns the sentence to show; empty if nothing was
/// changed.
std::string useDataSetThatIsThere(Experiment& experiment);

/// Throws Error if the experiment's network is a TorchScript model that is not trusted or cannot be read.
void refuseUntrustedModel(const Experiment& experiment);

/// Throws UsageError if the experiment names a file or a folder that does not exist, or no data or no model
/// where it needs one.
void refuseMissingFiles(const Experiment& experiment);

/// The same, and throws Error if the data set is the user's own or synthetic and cannot be used, if the
/// network does not fit it, or if its model is not trusted.
void refuseUnusableData(const Experiment& experiment);

/// Throws UsageError if the data set is the user's own and missing, and Error if it cannot be used.
/// Afterwards the points of a sweep can be checked, which vary the network.
void describeOwnData(const Experiment& experiment);

/// Throws UsageError if the data set has too few images for the batch size, as far as their number is known:
/// see expectedSamples(). A data set that cannot be read is reported by the training.
void refuseLargeBatch(const Experiment& experiment);

} // namespace stepscope
