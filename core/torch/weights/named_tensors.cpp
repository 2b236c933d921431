#include "core/torch/weights/named_tensors.h"

#include "core/base/error.h"
#include "core/language/translation.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace stepscope {

namespace {

struct TypeCode
{
    std::string_view code; ///< of Safetensors
    at::ScalarType type;
};

constexpr TypeCode typeCodes[] = {{"F64", at::kDouble},    {"F32", at::kFloat}, {"F16", at::kHalf},
                                  {"BF16", at::kBFloat16}, {"I64", at::kLong},  {"I32", at::kInt},
                                  {"I16", at::kShort},     {"I8", at::kChar},   {"U8", at::kByte},
                                  {"BOOL", at::kBool}};

std::string codeOf(const std::string& name, const torch::Tensor& tensor)
{
    const auto* const found = std::ranges::find(typeCodes, tensor.scalar_type(), &TypeCode::type);
    if (found == std::end(typeCodes))
        throw Error(translated("The tensor {name} has the type {type}, which cannot be saved.",
                               {{"name", name}, {"type", c10::toString(tensor.scalar_type())}}));
    return std::string(found->code);
}

bool hasShape(const StoredTensor& stored, const torch::Tensor& tensor)
{
    return std::ranges::equal(stored.shape, tensor.sizes());
}

std::string shapeText(const std::vector<int64_t>& shape)
{
    return fmt::format("[{}]", fmt::join(shape, ", "));
}

} // namespace

NamedTensors weightsOf(const torch::nn::Module& module)
{
    NamedTensors tensors;
    for (const auto& item : module.named_parameters())
        tensors.emplace_back(item.key(), item.value());
    for (const auto& item : module.named_buffers())
        tensors.emplace_back(item.key(), item.value());
    return tensors;
}

void addTensors(NamedTensors& all, std::string_view prefix, const NamedTensors& tensors)
{
    for (const auto& [name, tensor] : tensors)
        all.emplace_back(std::string(prefix) + name, tensor);
}

void saveTensors(const std::filesystem::path& path, const NamedTensors& tensors,
                 const std::map<std::string, std::string>& metadata)
{
    const torch::NoGradGuard noGradients;
    const at::DisableRecordFunctionGuard noRecording;
    std::vector<torch::Tensor> values; // alive until they are written
    std::vector<TensorToStore> toStore;
    for (const auto& [name, tensor] : tensors) {
        values.push_back(tensor.detach().to(torch::kCPU).contiguous());
        const auto& value = values.back();
        toStore.push_back({.name = name,
                           .type = codeOf(name, value),
                           .shape = value.sizes().vec(),
                           .values = value.data_ptr(),
                           .bytes = int64_t(value.nbytes())});
    }
    writeSafetensors(path, toStore, metadata);
}

torch::Tensor loadTensor(SafetensorsReader& file, const StoredTensor& stored)
{
    const auto* const found = std::ranges::find(typeCodes, stored.type, &TypeCode::code);
    if (found == std::end(typeCodes))
        throw Error(
            translated("{file}: the tensor {name} has the type {type}, which LibTorch does not have.",
                       {{"file", file.path().string()}, {"name", stored.name}, {"type", stored.type}}));
    auto tensor = torch::empty(stored.shape, found->type);
    file.read(stored, tensor.data_ptr());
    return tensor;
}

void loadTensors(SafetensorsReader& file, std::string_view prefix, const NamedTensors& tensors)
{
    const torch::NoGradGuard noGradients;
    for (const auto& [name, tensor] : tensors) {
        const auto* const stored = file.find(std::string(prefix) + name);
        if (!stored)
            throw Error(translated("{file} has no tensor {name}.",
                                   {{"file", file.path().string()}, {"name", std::string(prefix) + name}}));
        if (!hasShape(*stored, tensor))
            throw Error(translated("{file}: the tensor {name} has the shape {found}, not {expected}.",
                                   {{"file", file.path().string()},
                                    {"name", stored->name},
                                    {"found", shapeText(stored->shape)},
                                    {"expected", shapeText(tensor.sizes().vec())}}));
        torch::Tensor(tensor).copy_(loadTensor(file, *stored));
    }
}

FoundWeights loadWeights(SafetensorsReader& file, const torch::nn::Module& module)
{
    const torch::NoGradGuard noGradients;
    FoundWeights found;
    for (const auto& [name, tensor] : weightsOf(module)) {
        const auto* stored = file.find(name);
        if (!stored)
            stored = file.find(std::string(modelPrefix) + name);
        if (!stored || !hasShape(*stored, tensor)) {
            found.leftOut.push_back(name);
            continue;
        }
        torch::Tensor(tensor).copy_(loadTensor(file, *stored));
        ++found.loaded;
    }
    if (found.loaded == 0)
        throw Error(translated("{file} has no tensor with the name and shape of a weight of this network.",
                               {{"file", file.path().string()}}));
    return found;
}

} // namespace stepscope
