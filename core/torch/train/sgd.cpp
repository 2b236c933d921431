#include "core/torch/train/sgd.h"

#include "core/torch/train/fused_update.h"

namespace stepscope {

namespace {

struct SgdArrays
{
    float* parameter;
    const float* gradient;
    float* velocity;
};

struct SgdConstants
{
    float learningRate;
    float momentum;
    float weightDecay;
};

[[gnu::always_inline]] inline void updateSgd(SgdArrays a, SgdConstants c, int64_t begin, int64_t end)
{
    float* __restrict parameters = a.parameter;
    const float* __restrict gradients = a.gradient;
    float* __restrict velocities = a.velocity;
    if (c.momentum == 0.0F) {
        for (int64_t i = begin; i < end; ++i)
            parameters[i] -= c.learningRate * (gradients[i] + c.weightDecay * parameters[i]);
        return;
    }
    for (int64_t i = begin; i < end; ++i) {
        const float velocity = c.momentum * velocities[i] + gradients[i] + c.weightDecay * parameters[i];
        velocities[i] = velocity;
        parameters[i] -= c.learningRate * velocity;
    }
}

STEPSCOPE_AVX2 void updateSgdAvx2(const SgdArrays& a, const SgdConstants& c, int64_t begin, int64_t end)
{
    updateSgd(a, c, begin, end);
}

void updateSgdGeneric(const SgdArrays& a, const SgdConstants& c, int64_t begin, int64_t end)
{
    updateSgd(a, c, begin, end);
}

} // namespace

Sgd::Sgd(std::vector<torch::Tensor> parameters, double learningRate, double momentum, double weightDecay)
    : Optimizer(std::move(parameters), learningRate)
    , m_momentum(momentum)
    , m_weightDecay(weightDecay)
{
    for (const auto& parameter : m_parameters)
        m_velocities.push_back(momentum == 0.0 ? torch::Tensor() : torch::zeros_like(parameter));
}

void Sgd::step()
{
    const torch::NoGradGuard noGradients;
    for (size_t i = 0; i < m_parameters.size(); ++i) {
        auto& parameter = m_parameters[i];
        if (!parameter.grad().defined())
            continue;
        if (canFuse(parameter))
            updateFused(parameter, m_velocities[i]);
        else
            updateByOperators(parameter, m_velocities[i]);
    }
}

void Sgd::updateFused(torch::Tensor& parameter, torch::Tensor& velocity) const
{
    const SgdArrays arrays{parameter.data_ptr<float>(), parameter.grad().data_ptr<float>(),
                           velocity.defined() ? velocity.data_ptr<float>() : nullptr};
    const SgdConstants constants{float(learningRate()), float(m_momentum), float(m_weightDecay)};
    const auto kernel = hasAvx2() ? updateSgdAvx2 : updateSgdGeneric;
    forRanges(parameter.numel(), [&](int64_t begin, int64_t end) { kernel(arrays, constants, begin, end); });
}

void Sgd::updateByOperators(torch::Tensor& parameter, torch::Tensor& velocity) const
{
    auto gradient = parameter.grad();
    if (m_weightDecay != 0.0)
        gradient = gradient.add(parameter, m_weightDecay);
    if (velocity.defined())
        gradient = velocity.mul_(m_momentum).add_(gradient);
    parameter.add_(gradient, -learningRate());
}

} // namespace stepscope
