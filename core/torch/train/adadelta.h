#pragma once

#include "core/torch/train/optimizers.h"

namespace stepscope {

/// Adadelta (Zeiler, https://arxiv.org/abs/1212.5701) as computed by torch.optim.Adadelta, which LibTorch
/// lacks:
///   sq = rho sq + (1 - rho) g²,  d = sqrt(acc + eps) / sqrt(sq + eps) g,  p -= lr d,  acc = rho acc + (1 -
///   rho) d²
/// with g the gradient plus weightDecay times p.
class Adadelta final : public Optimizer
{
public:
    Adadelta(std::vector<torch::Tensor> parameters, double learningRate, double rho, double epsilon,
             double weightDecay);

    void step() override;

private:
    struct State
    {
        torch::Tensor squareAverage;
        torch::Tensor accumulated;
    };

    void visitState(const StateVisitor& visit) override;
    void updateFused(torch::Tensor& parameter, State& state) const;
    void updateByOperators(torch::Tensor& parameter, State& state) const;

    double m_rho;
    double m_epsilon;
    double m_weightDecay;
    std::vector<State> m_states; ///< one for each parameter
};

} // namespace stepscope
