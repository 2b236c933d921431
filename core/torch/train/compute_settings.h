#pragma once

#include "core/experiment/experiment.h"
#include "core/torch/data/batch_sampler.h"
#include "core/torch/model/network.h"
#include "core/torch/shared/torch_headers.h"
#include "core/torch/weights/named_tensors.h"

#include <string>
#include <vector>

namespace stepscope {

/// During its lifetime, LibTorch uses oneDNN, cuDNN and TF32 as the experiment says.
class LibrarySettings
{
public:
    explicit LibrarySettings(const Experiment& experiment);
    ~LibrarySettings();
    LibrarySettings(const LibrarySettings&) = delete;
    LibrarySettings& operator=(const LibrarySettings&) = delete;

    /// Again, after another training has changed them.
    void apply() const;

    /// LibTorch's settings, which the whole process shares.
    struct Values
    {
        bool oneDnn = true;
        bool cudnn = true;
        bool cudnnBenchmark = false;
        bool cudnnDeterministic = false;
        bool tf32InConvolutions = true;
        bool tf32InMatrixProducts = false;

        bool operator==(const Values&) const = default;
    };
    static Values current();

private:
    Values m_values;
};

/// The state of LibTorch's random numbers, which all trainings of a process share: that of the CPU and, on a
/// GPU, that of the device.
class RandomState
{
public:
    explicit RandomState(torch::Device device);
    void restore() const;
    /// Restores other states of the same generators; one that is missing keeps its state.
    void restore(const NamedTensors& states) const;

    /// The states by name, "cpu" and "cuda"; for a checkpoint.
    NamedTensors tensors() const;

private:
    struct State
    {
        std::string name;
        at::Generator generator;
        torch::Tensor state;
    };

    std::vector<State> m_states;
};

/// The network's result for a batch in the experiment's precision and memory layout, as 32-bit floats; see
/// Network.
NetworkResult resultOf(Network& network, const Batch& batch, const Experiment& experiment);

/// Images [B, channels, rows, columns] in the experiment's memory layout; other samples stay as they are.
torch::Tensor inLayout(const torch::Tensor& inputs, const Experiment& experiment);

/// Sets the memory layout of the network's weights of four dimensions to the experiment's.
void setLayout(Network& network, const Experiment& experiment);

} // namespace stepscope
