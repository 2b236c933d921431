#pragma once

#include "core/experiment/experiment.h"
#include "core/torch/data/samples.h"
#include "core/torch/shared/torch_headers.h"

#include <functional>
#include <memory>
#include <string>

namespace stepscope {

/// Normalized images [N, channels, rows, columns] with their labels [N] int64, or sequences of a text
/// [N, length] with the characters that follow [N, length]. Those to test on are on the training device, the
/// others at trainingHome().
struct TensorDataSet
{
    Samples trainSamples;
    torch::Tensor trainTargets;
    Samples testSamples;
    torch::Tensor testTargets;
};

/// Where a training's samples are: on the device, or on the CPU if its batches are prepared or copied in each
/// step.
torch::Device trainingHome(const Experiment& experiment, torch::Device device);

/// What a long loading reports and asks, on the thread that loads.
struct LoadControl
{
    std::function<void(std::string)> log = {};
    std::function<bool()> isStopped = {};
};

/// Loads the experiment's data set. Throws Error, or ReadingStopped.
TensorDataSet loadTensorDataSet(const Experiment& experiment, torch::Device device,
                                const LoadControl& control = {});

/// Caches the last used data set, so that the next run with the same data set starts immediately.
class DataSetCache
{
public:
    std::shared_ptr<const TensorDataSet> get(const Experiment& experiment, torch::Device device,
                                             const LoadControl& control = {});

private:
    std::string m_key;
    std::shared_ptr<const TensorDataSet> m_data;
};

} // namespace stepscope
