#pragma once

#include "core/sweep/point_training.h"

#include <vector>

namespace stepscope {

/// The command that trains a point read from stdin, or with "--probe" measures its first steps: it writes
/// SweepEvents to stdout, line by line.
inline constexpr const char* pointCommandName = "train-point";

/// Like trainPoint(), but in a child process, so that whatever a training leaves in memory is freed with it.
/// If the child dies, the run is recorded as crashed, with a sentence that says how. `program` is the command
/// line before the point's own arguments. Does not throw.
PointResult trainPointApart(const Experiment& experiment, const std::filesystem::path& runFile,
                            const std::vector<std::string>& program, const PointContext& context);

/// Like probePoint(), but in a child process. Does not throw.
PointEstimate probePointApart(const Experiment& experiment, const std::vector<std::string>& program,
                              const std::function<bool()>& stopRequested);

} // namespace stepscope
