#pragma once

#include "core/experiment/experiment.h"
#include "core/torch/data/images.h"
#include "core/torch/shared/torch_headers.h"

#include <functional>
#include <memory>
#include <string>

namespace stepscope {

/// A data set on the training device: normalized images [N, channels, rows, columns], labels [N] int64.
struct TensorDataSet
{
    Images trainImages;
    torch::Tensor trainLabels;
    Images testImages;
    torch::Tensor testLabels;
};

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
