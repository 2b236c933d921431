#pragma once

#include "core/experiment/experiment.h"

#include <filesystem>

namespace stepscope {

/// Records the very first forward pass of one image, all the setting up of a fresh process in it, on the
/// experiment's device: in a child process of the same program, into a run file of kind ForwardPass, which
/// must not be there yet. Throws Error with the child's sentence.
void recordForwardPass(const Experiment& experiment, const std::filesystem::path& runFile);

/// What that child does: the same in this process. Throws Error.
void runForwardPass(const Experiment& experiment, const std::filesystem::path& runFile);

} // namespace stepscope
