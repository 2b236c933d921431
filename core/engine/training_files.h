#pragma once

#include "core/weights/checkpoint.h"

#include <filesystem>

namespace stepscope {

/// The files of a training besides its run file. An empty path is none.
struct TrainingFiles
{
    std::filesystem::path weights;    ///< to write
    std::filesystem::path checkpoint; ///< to write
    std::filesystem::path resumed;    ///< the checkpoint to continue from
};

/// The files to write beside a run file.
inline TrainingFiles trainingFilesOf(const std::filesystem::path& runFile)
{
    return {.weights = weightsFileOf(runFile), .checkpoint = checkpointFileOf(runFile), .resumed = {}};
}

} // namespace stepscope
