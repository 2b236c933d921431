#pragma once

#include "core/torch/shared/torch_headers.h"
#include "core/weights/safetensors.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stepscope {

/// Tensors and their names, in the order of their network or optimizer.
using NamedTensors = std::vector<std::pair<std::string, torch::Tensor>>;

/// The parameters and buffers of a network, named as in PyTorch's state_dict(). They share its memory.
NamedTensors weightsOf(const torch::nn::Module& module);

/// Adds the tensors with `prefix` before their names.
void addTensors(NamedTensors& all, std::string_view prefix, const NamedTensors& tensors);

/// Writes tensors of any device. Throws Error that names the file and the reason.
void saveTensors(const std::filesystem::path& path, const NamedTensors& tensors,
                 const std::map<std::string, std::string>& metadata = {});

/// Reads a tensor to the CPU. Throws Error, also for a type that LibTorch does not have.
torch::Tensor loadTensor(SafetensorsReader& file, const StoredTensor& tensor);

/// Copies the tensors of the file that have `prefix` before their names. Throws Error when one of `tensors`
/// is missing there or has another shape.
void loadTensors(SafetensorsReader& file, std::string_view prefix, const NamedTensors& tensors);

/// What was found of a network's weights in a file.
struct FoundWeights
{
    int64_t loaded = 0;
    std::vector<std::string> leftOut; ///< "fc2.weight": those of the network that keep their values
};

/// Copies what has the name and shape of a network's weight, from a file of weights or from a checkpoint.
/// Throws Error if nothing has.
FoundWeights loadWeights(SafetensorsReader& file, const torch::nn::Module& module);

/// The names of a checkpoint's tensors begin with one of these.
inline constexpr std::string_view modelPrefix = "model.";
inline constexpr std::string_view optimizerPrefix = "optimizer.";

} // namespace stepscope
