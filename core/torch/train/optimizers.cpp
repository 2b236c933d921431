#include "core/torch/train/optimizers.h"

#include "core/base/error.h"
#include "core/experiment/experiment_kinds.h"
#include "core/language/translation.h"
#include "core/torch/train/adadelta.h"
#include "core/torch/train/operator_optimizers.h"
#include "core/torch/train/sgd.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <sstream>
#include <string_view>
#include <utility>

namespace stepscope {

Optimizer::Optimizer(std::vector<torch::Tensor> parameters, double learningRate)
    : m_parameters(std::move(parameters))
    , m_learningRate(learningRate)
{
}

void Optimizer::dropGradients()
{
    for (auto& parameter : m_parameters)
        parameter.mutable_grad().reset();
}

NamedTensors Optimizer::state()
{
    NamedTensors tensors;
    visitState([&](const std::string& name, const torch::Tensor& tensor) {
        if (tensor.defined())
            tensors.emplace_back(name, tensor);
    });
    return tensors;
}

void Optimizer::setState(const NamedTensors& state)
{
    const torch::NoGradGuard noGradients;
    visitState([&](const std::string& name, torch::Tensor& tensor) {
        const auto found = std::ranges::find(state, name, &NamedTensors::value_type::first);
        if (found == state.end()) {
            if (tensor.defined())
                throw Error(translated("The optimizer's state has no tensor {name}.", {{"name", name}}));
        } else if (!tensor.defined()) {
            tensor = found->second.to(m_parameters.front().device()).clone();
        } else if (tensor.sizes() != found->second.sizes()) {
            throw Error(translated("The tensor {name} of the optimizer's state does not fit its parameter.",
                                   {{"name", name}}));
        } else {
            tensor.copy_(found->second);
        }
    });
}

void Optimizer::visitEach(const StateVisitor& visit, const std::string& name,
                          std::vector<torch::Tensor>& tensors)
{
    for (size_t i = 0; i < tensors.size(); ++i)
        visit(fmt::format("{}.{}", name, i), tensors[i]);
}

namespace {

/// Wraps an optimizer of LibTorch.
class TorchOptimizer final : public Optimizer
{
public:
    TorchOptimizer(std::vector<torch::Tensor> parameters, std::unique_ptr<torch::optim::Optimizer> optimizer,
                   double learningRate)
        : Optimizer(std::move(parameters), learningRate)
        , m_optimizer(std::move(optimizer))
    {
    }

    void step() override { m_optimizer->step(); }

    void setLearningRate(double rate) override
    {
        Optimizer::setLearningRate(rate);
        for (auto& group : m_optimizer->param_groups())
            group.options().set_lr(rate);
    }

    /// As one tensor of bytes in LibTorch's own format, since each optimizer has a state of its own type.
    NamedTensors state() override
    {
        std::ostringstream stream;
        torch::save(*m_optimizer, stream);
        const std::string bytes = stream.str();
        auto tensor = torch::empty({int64_t(bytes.size())}, torch::kUInt8);
        std::ranges::copy(bytes, reinterpret_cast<char*>(tensor.data_ptr<uint8_t>()));
        return {{archiveName, tensor}};
    }

    void setState(const NamedTensors& state) override
    {
        const auto found = std::ranges::find(state, archiveName, &NamedTensors::value_type::first);
        if (found == state.end() || found->second.scalar_type() != torch::kUInt8)
            throw Error(translated("The optimizer's state has no tensor {name}.", {{"name", archiveName}}));
        const auto& tensor = found->second;
        std::istringstream stream(
            std::string(reinterpret_cast<const char*>(tensor.data_ptr<uint8_t>()), size_t(tensor.numel())));
        torch::load(*m_optimizer, stream, m_parameters.front().device());
    }

private:
    static constexpr auto archiveName = "libtorch";

    std::unique_ptr<torch::optim::Optimizer> m_optimizer;
};

template<typename TorchType, typename Options>
std::unique_ptr<Optimizer> wrap(const Experiment& experiment, std::vector<torch::Tensor> parameters,
                                Options options)
{
    options.weight_decay(experiment.weightDecay);
    auto optimizer = std::make_unique<TorchType>(parameters, options);
    return std::make_unique<TorchOptimizer>(std::move(parameters), std::move(optimizer),
                                            experiment.learningRate);
}

using Parameters = std::vector<torch::Tensor>;

std::unique_ptr<Optimizer> makeAdadelta(const Experiment& e, Parameters parameters)
{
    return std::make_unique<Adadelta>(std::move(parameters), e.learningRate, e.rho, e.epsilon, e.weightDecay);
}

std::unique_ptr<Optimizer> makeSgd(const Experiment& e, Parameters parameters)
{
    return std::make_unique<Sgd>(std::move(parameters), e.learningRate, e.momentum, e.weightDecay);
}

std::unique_ptr<Optimizer> makeAdam(const Experiment& e, Parameters parameters)
{
    return wrap<torch::optim::Adam>(
        e, std::move(parameters),
        torch::optim::AdamOptions(e.learningRate).betas({e.beta1, e.beta2}).eps(e.epsilon));
}

std::unique_ptr<Optimizer> makeAdamW(const Experiment& e, Parameters parameters)
{
    return wrap<torch::optim::AdamW>(
        e, std::move(parameters),
        torch::optim::AdamWOptions(e.learningRate).betas({e.beta1, e.beta2}).eps(e.epsilon));
}

std::unique_ptr<Optimizer> makeRmsProp(const Experiment& e, Parameters parameters)
{
    return wrap<torch::optim::RMSprop>(
        e, std::move(parameters),
        torch::optim::RMSpropOptions(e.learningRate).alpha(e.rho).eps(e.epsilon).momentum(e.momentum));
}

std::unique_ptr<Optimizer> makeAdagrad(const Experiment& e, Parameters parameters)
{
    return wrap<torch::optim::Adagrad>(e, std::move(parameters),
                                       torch::optim::AdagradOptions(e.learningRate).eps(e.epsilon));
}

/// The forms of an optimizer's update.
struct OptimizerForms
{
    using Make = std::unique_ptr<Optimizer> (*)(const Experiment&, Parameters);

    std::string_view name; ///< as in OptimizerKind
    Make fused;            ///< null: there is only the other one
    Make byOperators;
};

constexpr OptimizerForms optimizerForms[] = {
    {"adadelta", makeAdadelta, makeOperatorAdadelta},
    {"sgd", makeSgd, makeOperatorSgd},
    {"adam", makeAdam, makeOperatorAdam},
    {"adamw", makeAdamW, makeOperatorAdamW},
    {"rmsprop", makeRmsProp, makeOperatorRmsProp},
    {"adagrad", makeAdagrad, makeOperatorAdagrad},
    // LibTorch has none of these in C++.
    {"adamax", nullptr, makeOperatorAdamax},
    {"nadam", nullptr, makeOperatorNAdam},
    {"lion", nullptr, makeOperatorLion},
    {"lamb", nullptr, makeOperatorLamb},
};

} // namespace

std::unique_ptr<Optimizer> makeOptimizer(const Experiment& e, std::vector<torch::Tensor> parameters)
{
    for (const auto& [name, fused, byOperators] : optimizerForms) {
        if (name == e.optimizer)
            return (fused && e.optimizerForm != "pytorch" ? fused : byOperators)(e, std::move(parameters));
    }
    throw Error(translated("There is no optimizer named {optimizer}.", {{"optimizer", e.optimizer}}));
}

bool updatesByOperators(const Experiment& experiment)
{
    return experiment.optimizerForm == "pytorch" || !usesField(experiment, "optimizer.form");
}

/// "#Adadelta"; empty if there is no such optimizer.
static std::string className(const Experiment& experiment)
{
    const OptimizerKind* const kind = findOptimizerKind(experiment.optimizer);
    return kind ? fmt::format("#{}", kind->title) : std::string();
}

std::string optimizerStepName(const Experiment& experiment)
{
    return "Optimizer.step" + className(experiment);
}

std::string optimizerZeroName(const Experiment& experiment)
{
    return "Optimizer.zero_grad" + className(experiment);
}

namespace {

double constantRate(const Experiment& e, const SchedulePosition& /*position*/)
{
    return e.learningRate;
}

double stepRate(const Experiment& e, const SchedulePosition& position)
{
    const int64_t changes = position.step / position.stepsPerEpoch / e.scheduleStepSize;
    return e.learningRate * std::pow(e.scheduleGamma, double(changes));
}

double plateauRate(const Experiment& e, const SchedulePosition& position)
{
    return e.learningRate * position.plateau.factor;
}

/// From `from` to `to` along half a cosine. `share`: 0 to 1.
double annealed(double from, double to, double share)
{
    return to + (from - to) / 2.0 * (1.0 + std::cos(std::numbers::pi * std::clamp(share, 0.0, 1.0)));
}

double cosineRate(const Experiment& e, const SchedulePosition& position)
{
    return annealed(e.learningRate, 0.0, double(position.step) / double(position.totalSteps));
}

/// L. N. Smith, N. Topin, "Super-convergence: very fast training of neural networks using large learning
/// rates" (2018), as in PyTorch.
double oneCycleRate(const Experiment& e, const SchedulePosition& position)
{
    constexpr double rising = 0.3;
    constexpr double startDivisor = 25.0;
    constexpr double endDivisor = 1e4;
    const double start = e.learningRate / startDivisor;
    const double top = rising * double(position.totalSteps) - 1.0;
    const double last = double(position.totalSteps) - 1.0;
    const auto step = double(position.step);
    if (step < top)
        return annealed(start, e.learningRate, step / top);
    return annealed(e.learningRate, start / endDivisor, last > top ? (step - top) / (last - top) : 1.0);
}

struct ScheduleRate
{
    std::string_view name; ///< as in ScheduleKind
    double (*rate)(const Experiment&, const SchedulePosition&);
};

constexpr ScheduleRate scheduleRates[] = {
    {"constant", constantRate}, {"step", stepRate},          {"cosine", cosineRate},
    {"plateau", plateauRate},   {"one-cycle", oneCycleRate},
};

} // namespace

double scheduledLearningRate(const Experiment& experiment, const SchedulePosition& position)
{
    const double warmUp = position.step < experiment.scheduleWarmup
                              ? double(position.step + 1) / double(experiment.scheduleWarmup)
                              : 1.0;
    for (const auto& [name, rate] : scheduleRates) {
        if (name == experiment.schedule)
            return warmUp * rate(experiment, position);
    }
    throw Error(translated("There is no schedule named {schedule}.", {{"schedule", experiment.schedule}}));
}

} // namespace stepscope
