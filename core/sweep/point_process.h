#pragma once

#include "core/sweep/point_training.h"

#include <vector>

namespace stepscope {

/// How the program is called to train a point that it reads from stdin, or with "--probe" to measure its
/// first steps: it tells SweepEvents on stdout, line by line.
inline constexpr const char* pointCommandName = "train-point";

/// As trainPoint(), but in a child process: whatever a training leaves behind in memory goes with it. A child
/// that dies leaves a run that has crashed, with the sentence that says how. `program` is the command line
/// before the point's own arguments. Does not throw.
PointResult trainPointApart(const Experiment& experiment, const std::filesystem::path& runFile,
                            const std::vector<std::string>& program, const PointContext& context);

/// As probePoint(), but in a child process. Does not throw.
PointEstimate probePointApart(const Experiment& experiment, const std::vector<std::string>& program,
                              const std::function<bool()>& stopRequested);

} // namespace stepscope
