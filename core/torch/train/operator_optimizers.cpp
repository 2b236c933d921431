#include "core/torch/train/operator_optimizers.h"

#include <algorithm>
#include <cmath>

namespace stepscope {

namespace {

/// Iterates over the parameters that have a gradient.
class OperatorOptimizer : public Optimizer
{
public:
    OperatorOptimizer(std::vector<torch::Tensor> parameters, const Experiment& experiment)
        : Optimizer(std::move(parameters), experiment.learningRate)
        , m_weightDecay(experiment.weightDecay)
    {
    }

    void step() final
    {
        const torch::NoGradGuard noGradients;
        for (size_t i = 0; i < m_parameters.size(); ++i) {
            if (m_parameters[i].grad().defined())
                update(i, m_parameters[i], m_parameters[i].grad());
        }
    }

    void zeroGradients() override
    {
        if constexpr (zeroGradRemovesGradients)
            return dropGradients();
        for (auto& parameter : m_parameters) {
            if (parameter.grad().defined())
                parameter.mutable_grad().zero_();
        }
    }

protected:
    /// Updates the parameter with this index.
    virtual void update(size_t index, torch::Tensor& parameter, const torch::Tensor& gradient) = 0;

    /// A number as an operand. Python calls the operators for two tensors with it; the operators for a tensor
    /// and a number would appear as two calls.
    static torch::Tensor number(double value)
    {
        auto tensor = c10::scalar_to_tensor(value);
        tensor.unsafeGetTensorImpl()->set_wrapped_number(true);
        return tensor;
    }

    /// The gradient with weight decay as an L2 penalty.
    torch::Tensor penalized(const torch::Tensor& parameter, const torch::Tensor& gradient) const
    {
        return m_weightDecay == 0.0 ? gradient : gradient.add(parameter, m_weightDecay);
    }

    /// One zero tensor for each parameter.
    std::vector<torch::Tensor> zeros() const
    {
        std::vector<torch::Tensor> tensors;
        for (const auto& parameter : m_parameters)
            tensors.push_back(torch::zeros_like(parameter));
        return tensors;
    }
    /// One step counter for each parameter. They stay on the CPU.
    std::vector<torch::Tensor> stepCounters() const
    {
        std::vector<torch::Tensor> tensors;
        for (size_t i = 0; i < m_parameters.size(); ++i)
            tensors.push_back(torch::zeros({}));
        return tensors;
    }

    const double m_weightDecay;
};

class OperatorAdadelta final : public OperatorOptimizer
{
public:
    OperatorAdadelta(std::vector<torch::Tensor> parameters, const Experiment& e)
        : OperatorOptimizer(std::move(parameters), e)
        , m_rho(e.rho)
        , m_epsilon(e.epsilon)
        , m_squareAverages(zeros())
        , m_accumulated(zeros())
    {
    }

private:
    void visitState(const StateVisitor& visit) override
    {
        visitEach(visit, "square_average", m_squareAverages);
        visitEach(visit, "accumulated", m_accumulated);
    }

    void update(size_t index, torch::Tensor& parameter, const torch::Tensor& grad) override
    {
        const auto gradient = penalized(parameter, grad);
        auto& squareAverage = m_squareAverages[index];
        auto& accumulated = m_accumulated[index];
        squareAverage.mul_(number(m_rho)).addcmul_(gradient, gradient, 1.0 - m_rho);
        const auto deviation = squareAverage.add(number(m_epsilon)).sqrt_();
        const auto delta = accumulated.add(number(m_epsilon)).sqrt_().div_(deviation).mul_(gradient);
        accumulated.mul_(number(m_rho)).addcmul_(delta, delta, 1.0 - m_rho);
        parameter.add_(delta, -learningRate());
    }

    double m_rho;
    double m_epsilon;
    std::vector<torch::Tensor> m_squareAverages;
    std::vector<torch::Tensor> m_accumulated;
};

class OperatorSgd final : public OperatorOptimizer
{
public:
    OperatorSgd(std::vector<torch::Tensor> parameters, const Experiment& e)
        : OperatorOptimizer(std::move(parameters), e)
        , m_momentum(e.momentum)
        , m_velocities(m_parameters.size())
    {
    }

private:
    void visitState(const StateVisitor& visit) override { visitEach(visit, "velocity", m_velocities); }

    void update(size_t index, torch::Tensor& parameter, const torch::Tensor& grad) override
    {
        auto gradient = penalized(parameter, grad);
        if (m_momentum != 0.0) {
            auto& velocity = m_velocities[index];
            if (velocity.defined())
                velocity.mul_(number(m_momentum)).add_(gradient, 1.0);
            else
                velocity = gradient.clone().detach();
            gradient = velocity;
        }
        parameter.add_(gradient, -learningRate());
    }

    double m_momentum;
    std::vector<torch::Tensor> m_velocities; ///< undefined before the first update
};

/// Averages of the gradients that decay by betas, and a count of the steps for each parameter.
class OperatorMoments : public OperatorOptimizer
{
protected:
    OperatorMoments(std::vector<torch::Tensor> parameters, const Experiment& e)
        : OperatorOptimizer(std::move(parameters), e)
        , m_beta1(e.beta1)
        , m_beta2(e.beta2)
        , m_epsilon(e.epsilon)
        , m_averages(zeros())
        , m_secondAverages(zeros())
        , m_steps(stepCounters())
    {
    }

    void visitState(const StateVisitor& visit) override
    {
        visitEach(visit, "average", m_averages);
        visitEach(visit, "second_average", m_secondAverages);
        visitEach(visit, "step", m_steps);
    }

    const double m_beta1;
    const double m_beta2;
    const double m_epsilon;
    std::vector<torch::Tensor> m_averages;       ///< of the gradients
    std::vector<torch::Tensor> m_secondAverages; ///< of their squares, or largest absolute values
    std::vector<torch::Tensor> m_steps;
};

/// Adam, and AdamW, whose weight decay acts on the parameter itself.
class OperatorAdam final : public OperatorMoments
{
public:
    OperatorAdam(std::vector<torch::Tensor> parameters, const Experiment& e, bool isDecoupled)
        : OperatorMoments(std::move(parameters), e)
        , m_isDecoupled(isDecoupled)
    {
    }

private:
    void update(size_t index, torch::Tensor& parameter, const torch::Tensor& grad) override
    {
        auto& average = m_averages[index];
        auto& squareAverage = m_secondAverages[index];
        m_steps[index].add_(number(1.0));
        auto gradient = grad;
        if (m_isDecoupled)
            parameter.mul_(number(1.0 - learningRate() * m_weightDecay));
        else
            gradient = penalized(parameter, grad);
        average.mul_(number(m_beta1)).add_(gradient, 1.0 - m_beta1);
        squareAverage.mul_(number(m_beta2))
            .addcmul_(gradient, m_isDecoupled ? gradient : gradient.conj(), 1.0 - m_beta2);
        const auto step = m_steps[index].item<double>();
        const double stepSize = learningRate() / (1.0 - std::pow(m_beta1, step));
        const double correction = std::sqrt(1.0 - std::pow(m_beta2, step));
        const auto divisor = squareAverage.sqrt().div(number(correction)).add_(number(m_epsilon));
        parameter.addcdiv_(average, divisor, -stepSize);
    }

    bool m_isDecoupled;
};

class OperatorRmsProp final : public OperatorOptimizer
{
public:
    OperatorRmsProp(std::vector<torch::Tensor> parameters, const Experiment& e)
        : OperatorOptimizer(std::move(parameters), e)
        , m_alpha(e.rho)
        , m_epsilon(e.epsilon)
        , m_momentum(e.momentum)
        , m_squareAverages(zeros())
    {
        if (m_momentum > 0.0)
            m_velocities = zeros();
    }

private:
    void visitState(const StateVisitor& visit) override
    {
        visitEach(visit, "square_average", m_squareAverages);
        visitEach(visit, "velocity", m_velocities);
    }

    void update(size_t index, torch::Tensor& parameter, const torch::Tensor& grad) override
    {
        const auto gradient = penalized(parameter, grad);
        auto& squareAverage = m_squareAverages[index];
        squareAverage.mul_(number(m_alpha)).addcmul_(gradient, gradient, 1.0 - m_alpha);
        const auto divisor = squareAverage.sqrt().add_(number(m_epsilon));
        if (m_momentum > 0.0) {
            auto& velocity = m_velocities[index];
            velocity.mul_(number(m_momentum)).addcdiv_(gradient, divisor);
            parameter.add_(velocity, -learningRate());
        } else {
            parameter.addcdiv_(gradient, divisor, -learningRate());
        }
    }

    double m_alpha;
    double m_epsilon;
    double m_momentum;
    std::vector<torch::Tensor> m_squareAverages;
    std::vector<torch::Tensor> m_velocities;
};

class OperatorAdagrad final : public OperatorOptimizer
{
public:
    OperatorAdagrad(std::vector<torch::Tensor> parameters, const Experiment& e)
        : OperatorOptimizer(std::move(parameters), e)
        , m_epsilon(e.epsilon)
        , m_sums(zeros())
        , m_steps(stepCounters())
    {
    }

private:
    void visitState(const StateVisitor& visit) override
    {
        visitEach(visit, "sum", m_sums);
        visitEach(visit, "step", m_steps);
    }

    void update(size_t index, torch::Tensor& parameter, const torch::Tensor& grad) override
    {
        m_steps[index].add_(number(1.0));
        // Python reads the step for a learning-rate decay, which experiments do not have.
        m_steps[index].item<double>();
        const auto gradient = penalized(parameter, grad);
        m_sums[index].addcmul_(gradient, gradient, 1.0);
        const auto divisor = m_sums[index].sqrt().add_(number(m_epsilon));
        parameter.addcdiv_(gradient, divisor, -learningRate());
    }

    double m_epsilon;
    std::vector<torch::Tensor> m_sums;
    std::vector<torch::Tensor> m_steps;
};

class OperatorAdamax final : public OperatorMoments
{
public:
    OperatorAdamax(std::vector<torch::Tensor> parameters, const Experiment& e)
        : OperatorMoments(std::move(parameters), e)
    {
    }

private:
    void update(size_t index, torch::Tensor& parameter, const torch::Tensor& grad) override
    {
        auto& average = m_averages[index];
        auto& largest = m_secondAverages[index];
        m_steps[index].add_(number(1.0));
        const auto gradient = penalized(parameter, grad);
        average.mul_(number(m_beta1)).add_(gradient, 1.0 - m_beta1);
        const auto both = torch::cat({largest.mul_(number(m_beta2)).unsqueeze(0),
                                      gradient.abs().add_(number(m_epsilon)).unsqueeze_(0)},
                                     0);
        at::amax_out(largest, both, {0}, false);
        const double correction = 1.0 - std::pow(m_beta1, m_steps[index].item<double>());
        parameter.addcdiv_(average, largest, -learningRate() / correction);
    }
};

class OperatorNAdam final : public OperatorMoments
{
public:
    OperatorNAdam(std::vector<torch::Tensor> parameters, const Experiment& e)
        : OperatorMoments(std::move(parameters), e)
        , m_products(m_parameters.size(), 1.0)
    {
    }

private:
    void visitState(const StateVisitor& visit) override
    {
        OperatorMoments::visitState(visit);
        auto products = torch::tensor(m_products, torch::kFloat64);
        visit("momentum_product", products);
        std::copy_n(products.data_ptr<double>(), m_products.size(), m_products.begin());
    }

    void update(size_t index, torch::Tensor& parameter, const torch::Tensor& grad) override
    {
        auto& average = m_averages[index];
        auto& squareAverage = m_secondAverages[index];
        m_steps[index].add_(number(1.0));
        const auto step = m_steps[index].item<double>();
        const auto gradient = penalized(parameter, grad);
        const double now = momentumAt(step);
        const double next = momentumAt(step + 1.0);
        double& product = m_products[index];
        product *= now;
        average.mul_(number(m_beta1)).add_(gradient, 1.0 - m_beta1);
        squareAverage.mul_(number(m_beta2)).addcmul_(gradient, gradient, 1.0 - m_beta2);
        const double correction = 1.0 - std::pow(m_beta2, step);
        const auto divisor = squareAverage.div(number(correction)).sqrt().add_(number(m_epsilon));
        parameter.addcdiv_(gradient, divisor, -learningRate() * (1.0 - now) / (1.0 - product));
        parameter.addcdiv_(average, divisor, -learningRate() * next / (1.0 - product * next));
    }

    /// With PyTorch's default momentum_decay.
    double momentumAt(double step) const
    {
        constexpr double momentumDecay = 0.004;
        return m_beta1 * (1.0 - 0.5 * std::pow(0.96, step * momentumDecay));
    }

    std::vector<double> m_products; ///< of the momentums so far
};

/// X. Chen et al., "Symbolic Discovery of Optimization Algorithms" (2023), with decoupled weight decay.
/// PyTorch has none.
class OperatorLion final : public OperatorOptimizer
{
public:
    OperatorLion(std::vector<torch::Tensor> parameters, const Experiment& e)
        : OperatorOptimizer(std::move(parameters), e)
        , m_beta1(e.beta1)
        , m_beta2(e.beta2)
        , m_averages(zeros())
    {
    }

private:
    void visitState(const StateVisitor& visit) override { visitEach(visit, "average", m_averages); }

    void update(size_t index, torch::Tensor& parameter, const torch::Tensor& gradient) override
    {
        auto& average = m_averages[index];
        if (m_weightDecay != 0.0)
            parameter.mul_(number(1.0 - learningRate() * m_weightDecay));
        const auto direction = average.mul(number(m_beta1)).add_(gradient, 1.0 - m_beta1).sign_();
        parameter.add_(direction, -learningRate());
        average.mul_(number(m_beta2)).add_(gradient, 1.0 - m_beta2);
    }

    double m_beta1;
    double m_beta2;
    std::vector<torch::Tensor> m_averages;
};

/// Y. You et al., "Large batch optimization for deep learning: training BERT in 76 minutes" (2020), algorithm
/// 2: an Adam whose update of a parameter is scaled to the parameter's norm.
class OperatorLamb final : public OperatorMoments
{
public:
    OperatorLamb(std::vector<torch::Tensor> parameters, const Experiment& e)
        : OperatorMoments(std::move(parameters), e)
    {
    }

private:
    void update(size_t index, torch::Tensor& parameter, const torch::Tensor& gradient) override
    {
        auto& average = m_averages[index];
        auto& squareAverage = m_secondAverages[index];
        m_steps[index].add_(number(1.0));
        average.mul_(number(m_beta1)).add_(gradient, 1.0 - m_beta1);
        squareAverage.mul_(number(m_beta2)).addcmul_(gradient, gradient, 1.0 - m_beta2);
        const auto step = m_steps[index].item<double>();
        const auto divisor =
            squareAverage.div(number(1.0 - std::pow(m_beta2, step))).sqrt_().add_(number(m_epsilon));
        auto change = average.div(number(1.0 - std::pow(m_beta1, step))).div_(divisor);
        if (m_weightDecay != 0.0)
            change.add_(parameter, m_weightDecay);
        const auto size = parameter.norm();
        const auto changeSize = change.norm();
        // A parameter that is zero could not leave zero otherwise.
        const auto ratio =
            torch::where(size.mul(changeSize).gt(0), size.div(changeSize), torch::ones_like(size));
        parameter.sub_(change.mul_(ratio), learningRate());
    }
};

} // namespace

std::unique_ptr<Optimizer> makeOperatorLamb(const Experiment& e, std::vector<torch::Tensor> parameters)
{
    return std::make_unique<OperatorLamb>(std::move(parameters), e);
}

std::unique_ptr<Optimizer> makeOperatorAdamax(const Experiment& e, std::vector<torch::Tensor> parameters)
{
    return std::make_unique<OperatorAdamax>(std::move(parameters), e);
}

std::unique_ptr<Optimizer> makeOperatorNAdam(const Experiment& e, std::vector<torch::Tensor> parameters)
{
    return std::make_unique<OperatorNAdam>(std::move(parameters), e);
}

std::unique_ptr<Optimizer> makeOperatorLion(const Experiment& e, std::vector<torch::Tensor> parameters)
{
    return std::make_unique<OperatorLion>(std::move(parameters), e);
}

std::unique_ptr<Optimizer> makeOperatorAdadelta(const Experiment& e, std::vector<torch::Tensor> parameters)
{
    return std::make_unique<OperatorAdadelta>(std::move(parameters), e);
}

std::unique_ptr<Optimizer> makeOperatorSgd(const Experiment& e, std::vector<torch::Tensor> parameters)
{
    return std::make_unique<OperatorSgd>(std::move(parameters), e);
}

std::unique_ptr<Optimizer> makeOperatorAdam(const Experiment& e, std::vector<torch::Tensor> parameters)
{
    return std::make_unique<OperatorAdam>(std::move(parameters), e, false);
}

std::unique_ptr<Optimizer> makeOperatorAdamW(const Experiment& e, std::vector<torch::Tensor> parameters)
{
    return std::make_unique<OperatorAdam>(std::move(parameters), e, true);
}

std::unique_ptr<Optimizer> makeOperatorRmsProp(const Experiment& e, std::vector<torch::Tensor> parameters)
{
    return std::make_unique<OperatorRmsProp>(std::move(parameters), e);
}

std::unique_ptr<Optimizer> makeOperatorAdagrad(const Experiment& e, std::vector<torch::Tensor> parameters)
{
    return std::make_unique<OperatorAdagrad>(std::move(parameters), e);
}

} // namespace stepscope
