#pragma once

#include "core/experiment/experiment.h"

#include <filesystem>

namespace stepscope {

/// The command of the program that calls runForwardPass().
inline constexpr const char* forwardPassCommandName = "forward-pass";

/// Records the first forward pass of one image, including all the set-up of a fresh process, on the
/// experiment's device: in a child process of the same program, into a run file of kind ForwardPass, which
/// must not exist yet. Throws Error with the child's sentence.
void recordForwardPass(const Experiment& experiment, const std::filesystem::path& runFile);

/// The work of that child, in this process. Throws Error.
void runForwardPass(const Experiment& experiment, const std::filesystem::path& runFile);

} // namespace stepscope
