#include "core/torch/train/task_loss.h"

namespace stepscope {

torch::Tensor lossOf(Task task, const NetworkResult& result, const Batch& batch)
{
    if (result.loss.defined())
        return result.loss;
    const torch::Tensor& output = result.output;
    switch (task) {
    case Task::NextCharacter:
        return torch::cross_entropy_loss(output.flatten(0, 1), batch.targets.flatten());
    case Task::Reconstruction:
        return torch::mse_loss(output, batch.inputs);
    case Task::Classification:
        break;
    }
    return torch::nll_loss(output, batch.targets);
}

double lossSumOf(Task task, const NetworkResult& result, const Batch& batch)
{
    if (task == Task::Classification && !result.loss.defined())
        return torch::nll_loss(result.output, batch.targets, {}, at::Reduction::Sum).item<double>();
    return lossOf(task, result, batch).item<double>() * double(batch.inputs.size(0));
}

bool areLogProbabilities(const torch::Tensor& output)
{
    const torch::NoGradGuard noGradients;
    const at::DisableRecordFunctionGuard noRecording;
    constexpr double tolerance = 0.05;
    const auto sums = output.detach().to(torch::kCPU, torch::kFloat64).exp().sum(1);
    return !(sums - 1).abs().gt(tolerance).any().item<bool>();
}

void PartOutputs::add(const NetworkResult& result)
{
    m_areKnown = m_areKnown && result.output.defined();
    if (m_areKnown)
        m_outputs.push_back(result.output.detach());
}

torch::Tensor PartOutputs::joined() const
{
    return m_areKnown ? torch::cat(m_outputs) : torch::Tensor();
}

std::vector<Batch> partsOf(const Batch& batch, int64_t count)
{
    const auto inputs = batch.inputs.chunk(count);
    const auto targets = batch.targets.chunk(count);
    std::vector<Batch> parts;
    for (size_t i = 0; i < inputs.size(); ++i)
        parts.push_back({inputs[i], targets[i]});
    return parts;
}

} // namespace stepscope
