#include "core/torch/train/gradients.h"

namespace stepscope {

static void addL1(const std::vector<torch::Tensor>& parameters, double factor)
{
    for (const torch::Tensor& parameter : parameters)
        if (parameter.grad().defined())
            parameter.mutable_grad().add_(parameter.sign(), factor);
}

static void clipGradients(const std::vector<torch::Tensor>& parameters, double limit)
{
    std::vector<torch::Tensor> norms;
    for (const torch::Tensor& parameter : parameters)
        if (parameter.grad().defined())
            norms.push_back(parameter.grad().norm());
    if (norms.empty())
        return;
    constexpr double aboveZero = 1e-6; // as in PyTorch
    const torch::Tensor factor = (limit / (torch::stack(norms).norm() + aboveZero)).clamp_max(1.0);
    for (const torch::Tensor& parameter : parameters)
        if (parameter.grad().defined())
            parameter.mutable_grad().mul_(factor);
}

void adjustGradients(const std::vector<torch::Tensor>& parameters, const Experiment& experiment)
{
    if (experiment.l1 == 0.0 && experiment.gradientClipping == 0.0)
        return;
    const torch::NoGradGuard noGradients;
    if (experiment.l1 != 0.0)
        addL1(parameters, experiment.l1);
    if (experiment.gradientClipping != 0.0)
        clipGradients(parameters, experiment.gradientClipping);
}

} // namespace stepscope
