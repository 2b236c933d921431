#pragma once

#include "core/experiment/experiment.h"
#include "core/experiment/loss_scale.h"
#include "core/torch/shared/torch_headers.h"

#include <cstdint>
#include <vector>

namespace stepscope {

/// Scales the loss of a training in float16, and the gradients back, as torch.cuda.amp.GradScaler does with
/// its defaults: the factor begins at 65536, doubles after 2000 steps in succession with finite gradients,
/// and halves after a step with others, which is skipped. In any other precision, nothing is scaled or
/// skipped.
class GradientScaler
{
public:
    /// Of a network with these parameters. Throws Error if the training is in float16 and one of them is,
    /// too: its gradients would become 0 when they are scaled back.
    GradientScaler(const Experiment& experiment, std::vector<torch::Tensor> parameters);

    bool isOn() const { return m_isOn; }

    /// The loss to call backward() of: times the factor, as a float of at least 32 bits.
    torch::Tensor scaled(const torch::Tensor& loss) const;

    /// After all backward passes of a step: divides the gradients by the factor, then changes the factor for
    /// the next step. Returns whether they are finite; otherwise the step must not change weights or
    /// optimizer. Waits for a GPU, once for all gradients.
    bool unscale();

    const LossScale& scale() const { return m_scale; }
    /// Continues from the state of a checkpoint.
    void setScale(const LossScale& scale) { m_scale = scale; }
    /// Of this scaler: those before a training was resumed do not count.
    int64_t skippedSteps() const { return m_skippedSteps; }

private:
    void update(bool areFinite);

    bool m_isOn;
    std::vector<torch::Tensor> m_parameters;
    LossScale m_scale;
    int64_t m_skippedSteps = 0;
};

} // namespace stepscope
