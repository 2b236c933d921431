#pragma once

#include "core/engine/training_files.h"
#include "core/run/run_sink.h"
#include "core/torch/data/batch_sampler.h"
#include "core/torch/model/network.h"
#include "core/torch/train/optimizers.h"
#include "core/weights/checkpoint.h"

#include <cstdint>
#include <filesystem>

namespace stepscope {

/// The parts of a training that a checkpoint contains.
struct TrainingState
{
    Network& network;
    Optimizer& optimizer;
    BatchSampler& sampler;
    torch::Device device; ///< also the random numbers of the process, on the CPU and this device
};

/// Throws Error that names the file and the reason.
void saveCheckpoint(const std::filesystem::path& path, const CheckpointFacts& facts,
                    const TrainingState& state);

/// Brings the parts to where they were when the checkpoint was saved, and returns this position. Throws Error
/// when the file cannot be read, is no checkpoint, or is one of another experiment.
TrainingPosition loadCheckpoint(const std::filesystem::path& path, const Experiment& experiment,
                                const TrainingState& state);

/// Saves the files of a training. Problems become a warning in the run's log: the training goes on.
class TrainingSaver
{
public:
    TrainingSaver(const TrainingFiles& files, RunSink& sink)
        : m_files(files)
        , m_sink(sink)
    {
    }

    /// Does nothing if saving would take more than two percent of the time, unless it is the end.
    void save(const CheckpointFacts& facts, const TrainingState& state, bool isEnd);

private:
    TrainingFiles m_files;
    RunSink& m_sink;
    int64_t m_savedNs = 0; ///< when it was saved last
    int64_t m_tookNs = 0;  ///< how long that took
    bool m_hasWarned = false;
};

} // namespace stepscope
