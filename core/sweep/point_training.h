#pragma once

#include "core/sweep/sweep_event.h"

#include <filesystem>
#include <memory>
#include <string>

namespace stepscope {

/// How the training of a sweep's point ended.
struct PointResult
{
    RunOutcome outcome = RunOutcome::NotStarted;
    std::string failure; ///< a sentence
    std::string detail;
};

/// What a point's training needs besides the experiment.
struct PointContext
{
    std::function<bool()> stopRequested; ///< called every few milliseconds
    SweepListener tell;                  ///< gets progress, epochs and warnings
};

/// Trains a point in this process, until it ends or is stopped, and saves it to `runFile`. Returns its memory
/// to the system.
PointResult trainPoint(const Experiment& experiment, const std::filesystem::path& runFile,
                       const std::function<std::shared_ptr<Engine>()>& engine, const PointContext& context);

} // namespace stepscope
