#include "core/torch/train/gradient_scaler.h"

#include "core/base/error.h"
#include "core/language/translation.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace stepscope {

namespace {

// The defaults of torch.cuda.amp.GradScaler.
constexpr double growth = 2.0;
constexpr double backoff = 0.5;
constexpr int64_t growthInterval = 2000; // steps

/// One value for all, so that a GPU is waited for once. The largest absolute value of a gradient is NaN or
/// infinite if one of its values is, and unlike a sum it cannot overflow.
bool areFinite(const std::vector<torch::Tensor>& gradients)
{
    std::vector<torch::Tensor> largest;
    for (const torch::Tensor& gradient : gradients)
        if (gradient.numel() > 0)
            largest.push_back(gradient.abs().amax().to(torch::kFloat64));
    return largest.empty() || torch::stack(largest).isfinite().all().item<bool>();
}

} // namespace

GradientScaler::GradientScaler(const Experiment& experiment, std::vector<torch::Tensor> parameters)
    : m_isOn(experiment.precision == "float16")
    , m_parameters(std::move(parameters))
{
    const auto isHalf = [](const torch::Tensor& parameter) {
        return parameter.scalar_type() == torch::kHalf;
    };
    if (m_isOn && std::ranges::any_of(m_parameters, isHalf))
        throw Error(
            translated("The precision float16 needs weights in float32, but the model has weights in "
                       "float16; save it with weights in float32, as after model.float() in Python."));
}

torch::Tensor GradientScaler::scaled(const torch::Tensor& loss) const
{
    if (!m_isOn)
        return loss;
    return loss.to(c10::promoteTypes(loss.scalar_type(), torch::kFloat32)) * m_scale.factor;
}

bool GradientScaler::unscale()
{
    if (!m_isOn)
        return true;
    const torch::NoGradGuard noGradients;
    std::vector<torch::Tensor> gradients;
    for (const torch::Tensor& parameter : m_parameters)
        if (parameter.grad().defined())
            gradients.push_back(parameter.grad());
    const bool isFinite = areFinite(gradients);
    if (isFinite && !gradients.empty())
        at::_foreach_mul_(gradients, 1.0 / m_scale.factor);
    update(isFinite);
    return isFinite;
}

void GradientScaler::update(bool areFinite)
{
    if (!areFinite) {
        m_scale = {.factor = m_scale.factor * backoff};
        ++m_skippedSteps;
        return;
    }
    if (++m_scale.finiteSteps < growthInterval)
        return;
    m_scale.finiteSteps = 0;
    if (m_scale.factor * growth <= double(std::numeric_limits<float>::max())) // as later releases of PyTorch
        m_scale.factor *= growth;
}

} // namespace stepscope
