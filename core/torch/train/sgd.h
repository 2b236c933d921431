#pragma once

#include "core/torch/train/optimizers.h"

namespace stepscope {

/// Stochastic gradient descent as computed by torch.optim.SGD: v = momentum v + g (v = g in the first step),
/// p -= lr v, with g the gradient plus weightDecay times p. LibTorch's SGD makes one pass over memory per
/// term.
class Sgd final : public Optimizer
{
public:
    Sgd(std::vector<torch::Tensor> parameters, double learningRate, double momentum, double weightDecay);

    void step() override;

private:
    void visitState(const StateVisitor& visit) override { visitEach(visit, "velocity", m_velocities); }
    void updateFused(torch::Tensor& parameter, torch::Tensor& velocity) const;
    void updateByOperators(torch::Tensor& parameter, torch::Tensor& velocity) const;

    double m_momentum;
    double m_weightDecay;
    std::vector<torch::Tensor> m_velocities; ///< one per parameter; zeros give v = g in the first step
};

} // namespace stepscope
