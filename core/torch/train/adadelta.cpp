#include "core/torch/train/adadelta.h"

#include "core/torch/train/fused_update.h"

#include <fmt/format.h>

#include <cmath>

namespace stepscope {

namespace {

struct AdadeltaArrays
{
    float* parameter;
    const float* gradient;
    float* squareAverage;
    float* accumulated;
};

struct AdadeltaConstants
{
    float learningRate;
    float rho;
    float epsilon;
    float weightDecay;
};

// Locals that do not alias, because otherwise the compiler does not vectorize: a scalar square root is eight
// times slower.
[[gnu::always_inline]] inline void updateAdadelta(AdadeltaArrays a, AdadeltaConstants c, int64_t begin,
                                                  int64_t end)
{
    float* __restrict parameters = a.parameter;
    const float* __restrict gradients = a.gradient;
    float* __restrict squareAverages = a.squareAverage;
    float* __restrict accumulated = a.accumulated;
    const float rest = 1.0F - c.rho;
    for (int64_t i = begin; i < end; ++i) {
        const float gradient = gradients[i] + c.weightDecay * parameters[i];
        const float squareAverage = c.rho * squareAverages[i] + rest * gradient * gradient;
        const float delta =
            std::sqrt(accumulated[i] + c.epsilon) / std::sqrt(squareAverage + c.epsilon) * gradient;
        squareAverages[i] = squareAverage;
        accumulated[i] = c.rho * accumulated[i] + rest * delta * delta;
        parameters[i] -= c.learningRate * delta;
    }
}

STEPSCOPE_AVX2 void updateAdadeltaAvx2(const AdadeltaArrays& a, const AdadeltaConstants& c, int64_t begin,
                                       int64_t end)
{
    updateAdadelta(a, c, begin, end);
}

void updateAdadeltaGeneric(const AdadeltaArrays& a, const AdadeltaConstants& c, int64_t begin, int64_t end)
{
    updateAdadelta(a, c, begin, end);
}

} // namespace

Adadelta::Adadelta(std::vector<torch::Tensor> parameters, double learningRate, double rho, double epsilon,
                   double weightDecay)
    : Optimizer(std::move(parameters), learningRate)
    , m_rho(rho)
    , m_epsilon(epsilon)
    , m_weightDecay(weightDecay)
{
    for (const auto& parameter : m_parameters)
        m_states.push_back({torch::zeros_like(parameter), torch::zeros_like(parameter)});
}

void Adadelta::step()
{
    const torch::NoGradGuard noGradients;
    for (size_t i = 0; i < m_parameters.size(); ++i) {
        auto& parameter = m_parameters[i];
        if (!parameter.grad().defined())
            continue;
        if (canFuse(parameter))
            updateFused(parameter, m_states[i]);
        else
            updateByOperators(parameter, m_states[i]);
    }
}

void Adadelta::visitState(const StateVisitor& visit)
{
    for (size_t i = 0; i < m_states.size(); ++i) {
        visit(fmt::format("square_average.{}", i), m_states[i].squareAverage);
        visit(fmt::format("accumulated.{}", i), m_states[i].accumulated);
    }
}

void Adadelta::updateFused(torch::Tensor& parameter, State& state) const
{
    const AdadeltaArrays arrays{parameter.data_ptr<float>(), parameter.grad().data_ptr<float>(),
                                state.squareAverage.data_ptr<float>(), state.accumulated.data_ptr<float>()};
    const AdadeltaConstants constants{float(learningRate()), float(m_rho), float(m_epsilon),
                                      float(m_weightDecay)};
    const auto kernel = hasAvx2() ? updateAdadeltaAvx2 : updateAdadeltaGeneric;
    forRanges(parameter.numel(), [&](int64_t begin, int64_t end) { kernel(arrays, constants, begin, end); });
}

void Adadelta::updateByOperators(torch::Tensor& parameter, State& state) const
{
    auto gradient = parameter.grad();
    if (m_weightDecay != 0.0)
        gradient = gradient.add(parameter, m_weightDecay);
    state.squareAverage.mul_(m_rho).addcmul_(gradient, gradient, 1.0 - m_rho);
    const auto delta = state.accumulated.add(m_epsilon)
                           .sqrt_()
                           .div_(state.squareAverage.add(m_epsilon).sqrt_())
                           .mul_(gradient);
    parameter.add_(delta, -learningRate());
    state.accumulated.mul_(m_rho).addcmul_(delta, delta, 1.0 - m_rho);
}

} // namespace stepscope
