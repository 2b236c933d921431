#pragma once

#include "core/experiment/experiment.h"
#include "core/experiment/plateau.h"
#include "core/torch/shared/torch_headers.h"
#include "core/torch/weights/named_tensors.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace stepscope {

/// Updates a network's parameters with their gradients.
class Optimizer
{
public:
    explicit Optimizer(std::vector<torch::Tensor> parameters, double learningRate);
    virtual ~Optimizer() = default;

    virtual void step() = 0;
    virtual void setLearningRate(double rate) { m_learningRate = rate; }
    double learningRate() const { return m_learningRate; }

    /// Prepares the gradients for the next backward pass.
    virtual void zeroGradients() { dropGradients(); }
    /// Drops the gradients, so that the next backward pass writes new ones instead of adding to zeros.
    void dropGradients();

    /// What it keeps between updates, for a checkpoint. May share its memory.
    virtual NamedTensors state();
    /// Continues from the state of an optimizer of the same experiment, whose tensors are on the CPU. Throws
    /// Error if one is missing or has another shape.
    virtual void setState(const NamedTensors& state);

protected:
    using StateVisitor = std::function<void(const std::string& name, torch::Tensor& tensor)>;
    /// Calls `visit` for each tensor of the state; undefined ones come with a later update.
    virtual void visitState(const StateVisitor& /*visit*/) {}
    /// The same for one tensor for each parameter: "velocity.0".
    static void visitEach(const StateVisitor& visit, const std::string& name,
                          std::vector<torch::Tensor>& tensors);

    std::vector<torch::Tensor> m_parameters;

private:
    double m_learningRate;
};

/// The experiment's optimizer. In the form "pytorch" all are those of operator_optimizers.h. In the form
/// "fused", Adadelta and SGD are Stepscope's own (on the CPU in one pass over memory), and the others are
/// LibTorch's. Those that LibTorch lacks have one form only, that of operator_optimizers.h.
std::unique_ptr<Optimizer> makeOptimizer(const Experiment& experiment, std::vector<torch::Tensor> parameters);

/// Whether the optimizer is one of operator_optimizers.h.
bool updatesByOperators(const Experiment& experiment);

/// The name of the update in a profile, as in PyTorch: "Optimizer.step#Adadelta".
std::string optimizerStepName(const Experiment& experiment);
/// The name of the preparation of the gradients: "Optimizer.zero_grad#Adadelta".
std::string optimizerZeroName(const Experiment& experiment);

/// Where a training is in its schedule.
struct SchedulePosition
{
    int64_t step = 0; ///< counted from 0
    int64_t stepsPerEpoch = 1;
    int64_t totalSteps = 1; ///< as planned
    Plateau plateau = {};   ///< from the tests so far
};

/// The learning rate of a step under the experiment's schedule, as PyTorch defines it. "step" is StepLR:
/// rate * gamma^floor(epoch / stepSize), epochs counted from 0. "cosine" is CosineAnnealingLR over all steps:
/// rate * (1 + cos(pi * step / totalSteps)) / 2. "one-cycle" is OneCycleLR with its defaults, without cycles
/// of the momentum. "plateau" is ReduceLROnPlateau, see Plateau. In the first Experiment::scheduleWarmup
/// steps, the rate is multiplied by a factor that rises linearly to 1: P. Goyal et al., "Accurate, large
/// minibatch SGD" (2017). Throws Error if there is no such schedule.
double scheduledLearningRate(const Experiment& experiment, const SchedulePosition& position);

} // namespace stepscope
