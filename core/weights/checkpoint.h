#pragma once

#include "core/experiment/experiment.h"
#include "core/experiment/loss_scale.h"
#include "core/experiment/plateau.h"
#include "core/weights/safetensors.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace stepscope {

// A training saves two files beside its run file: the weights of its network, for other programs and for
// fine-tuning, and a checkpoint with all that resuming needs. Both are in Safetensors format.

/// "runs/a.safetensors" for "runs/a.stepscope".
std::filesystem::path weightsFileOf(const std::filesystem::path& runFile);
/// "runs/a.checkpoint.safetensors" for "runs/a.stepscope".
std::filesystem::path checkpointFileOf(const std::filesystem::path& runFile);
/// All files that a training saves beside its run file, whether they exist or not.
std::vector<std::filesystem::path> weightFilesOf(const std::filesystem::path& runFile);

/// The checkpoint that is meant by the file of a run or by that of a checkpoint. Throws UsageError if the run
/// has none.
std::filesystem::path findCheckpoint(const std::filesystem::path& runOrCheckpoint);

/// Where a training was when it saved a checkpoint.
struct TrainingPosition
{
    int64_t step = 0;      ///< steps trained
    int64_t epoch = 1;     ///< counted from 1
    int64_t batch = 0;     ///< batches trained in this epoch
    bool isTested = false; ///< after the last of these batches
    int64_t trainedNs = 0; ///< time in steps

    // Of the epoch so far, as in EpochMetrics.
    int64_t trainNs = 0;
    int64_t trainImages = 0;
    int64_t trainCorrect = 0;
    double lossSum = 0.0; ///< over the samples
    Plateau plateau = {};
    LossScale lossScale = {};

    bool operator==(const TrainingPosition&) const = default;
};

/// The training that a checkpoint describes.
struct CheckpointFacts
{
    Experiment experiment;
    TrainingPosition position;
    /// SHA-256 of the file of its TorchScript model; empty: it has none, or the sum is not known.
    std::string modelSum = {};
};

/// The metadata of a checkpoint.
std::map<std::string, std::string> checkpointMetadata(const CheckpointFacts& facts);

/// Throws Error with one sentence when the file is not a checkpoint of Stepscope.
CheckpointFacts checkpointFacts(const SafetensorsReader& file);
CheckpointFacts readCheckpointFacts(const std::filesystem::path& checkpoint);

/// Throws Error when the experiment cannot continue from the checkpoint: it differs in more than its length,
/// device, threads, copies to it, data folder, the path of its model, test batches or profiler.
void checkResumable(const CheckpointFacts& facts, const Experiment& experiment);

} // namespace stepscope
