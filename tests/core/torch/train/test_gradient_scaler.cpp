#include "core/torch/shared/torch_headers.h"

#include "core/experiment/experiment_fields.h"
#include "core/torch/train/gradient_scaler.h"
#include "core/torch/train/gradients.h"
#include "core/torch/train/optimizers.h"
#include "tests/support/failure.h"
#include "tests/support/std_string.h"

#include <QtTest>

#include <algorithm>
#include <limits>
#include <map>

using namespace stepscope;
using namespace stepscope::test;

namespace {

constexpr float infinite = std::numeric_limits<float>::infinity();

Experiment half(Experiment experiment = {})
{
    experiment.precision = "float16";
    return experiment;
}

torch::Tensor parameterWith(const torch::Tensor& gradient)
{
    auto parameter = torch::zeros_like(gradient).requires_grad_();
    parameter.mutable_grad() = gradient.clone();
    return parameter;
}

/// A linear layer and its optimizer, which learn x -> 2x as a training in float16 does, on the CPU and in
/// 32 bits.
class Learner
{
public:
    explicit Learner(const Experiment& experiment)
        : m_experiment(experiment)
        , m_weight(torch::full({3, 3}, 0.1F).requires_grad_())
        , m_bias(torch::zeros({3}).requires_grad_())
        , m_optimizer(makeOptimizer(experiment, parameters()))
        , m_scaler(experiment, parameters())
    {
    }

    std::vector<torch::Tensor> parameters() const { return {m_weight, m_bias}; }
    Optimizer& optimizer() { return *m_optimizer; }
    GradientScaler& scaler() { return m_scaler; }

    /// The gradients of `parts` parts of a batch, whose values are multiplied by `factor`.
    double backward(float factor = 1.0F, int64_t parts = 1)
    {
        m_optimizer->dropGradients();
        const auto samples = torch::arange(12, torch::kFloat32).view({4, 3}) * 0.1F * factor;
        double loss = 0;
        for (const torch::Tensor& part : samples.chunk(parts)) {
            const auto error = torch::linear(part, m_weight, m_bias) - 2 * part;
            const auto ownLoss = error.square().mean() / double(parts);
            m_scaler.scaled(ownLoss).backward();
            loss += ownLoss.item<double>();
        }
        return loss;
    }

    double step(float factor = 1.0F)
    {
        const double loss = backward(factor);
        if (m_scaler.unscale()) {
            adjustGradients(parameters(), m_experiment);
            m_optimizer->step();
        }
        return loss;
    }

    /// Copies of weights and optimizer.
    std::map<std::string, torch::Tensor> state()
    {
        std::map<std::string, torch::Tensor> all{{"weight", m_weight.detach().clone()},
                                                 {"bias", m_bias.detach().clone()}};
        for (const auto& [name, tensor] : m_optimizer->state())
            all["optimizer." + name] = tensor.clone();
        return all;
    }

private:
    Experiment m_experiment;
    torch::Tensor m_weight;
    torch::Tensor m_bias;
    std::unique_ptr<Optimizer> m_optimizer;
    GradientScaler m_scaler;
};

bool areEqual(const std::map<std::string, torch::Tensor>& a, const std::map<std::string, torch::Tensor>& b)
{
    return std::ranges::equal(a, b, [](const auto& x, const auto& y) {
        return x.first == y.first && torch::equal(x.second, y.second);
    });
}

Experiment withOptimizer(const char* name, const char* form = "fused")
{
    Experiment experiment = half();
    setOptimizerDefaults(experiment, name);
    experiment.optimizerForm = form;
    experiment.learningRate = 0.1;
    return experiment;
}

} // namespace

class TestGradientScaler : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void itBeginsAt65536AndDoublesAfter2000FiniteStepsInSuccession()
    {
        const auto parameter = parameterWith(torch::ones({2}));
        GradientScaler scaler(half(), {parameter});
        QCOMPARE(scaler.scale().factor, 65'536.0);
        for (int step = 0; step < 1999; ++step)
            QVERIFY(scaler.unscale());
        QCOMPARE(scaler.scale().factor, 65'536.0);
        QVERIFY(scaler.unscale());
        QCOMPARE(scaler.scale().factor, 131'072.0);
        QCOMPARE(scaler.scale().finiteSteps, int64_t(0));
        QCOMPARE(scaler.skippedSteps(), int64_t(0));
    }

    void itHalvesAfterGradientsThatAreNotFinite_data()
    {
        QTest::addColumn<float>("value");
        QTest::newRow("infinite") << infinite;
        QTest::newRow("minus infinite") << -infinite;
        QTest::newRow("not a number") << std::numeric_limits<float>::quiet_NaN();
    }
    void itHalvesAfterGradientsThatAreNotFinite()
    {
        QFETCH(const float, value);
        const auto good = parameterWith(torch::ones({2, 3}));
        const auto bad = parameterWith(torch::tensor({1.0F, 2.0F, 3.0F}));
        const auto untouched = torch::zeros({4}).requires_grad_();
        GradientScaler scaler(half(), {good, untouched, bad});
        for (int step = 0; step < 5; ++step)
            QVERIFY(scaler.unscale());
        bad.mutable_grad()[1] = value;
        QVERIFY(!scaler.unscale());
        QCOMPARE(scaler.scale(), (LossScale{.factor = 32'768.0, .finiteSteps = 0}));
        QVERIFY(!scaler.unscale());
        QCOMPARE(scaler.scale().factor, 16'384.0);
        QCOMPARE(scaler.skippedSteps(), int64_t(2));
        bad.mutable_grad().zero_();
        for (int step = 0; step < 1999; ++step) // the steps before the halving do not count
            QVERIFY(scaler.unscale());
        QCOMPARE(scaler.scale().factor, 16'384.0);
        QVERIFY(scaler.unscale());
        QCOMPARE(scaler.scale().factor, 32'768.0);
    }

    /// Their sum is not.
    void theLargestFiniteGradientsAreFinite()
    {
        const auto large = parameterWith(torch::full({8}, std::numeric_limits<float>::max()));
        GradientScaler scaler(half(), {large, parameterWith(torch::zeros({0}))});
        QVERIFY(scaler.unscale());
        QVERIFY(large.grad().isfinite().all().item<bool>());
    }

    void theScaleStaysAFloat()
    {
        GradientScaler scaler(half(), {parameterWith(torch::ones({1}))});
        const double largest = 0x1p127;
        scaler.setScale({.factor = largest, .finiteSteps = 1999});
        QVERIFY(scaler.unscale());
        QCOMPARE(scaler.scale(), (LossScale{.factor = largest, .finiteSteps = 0}));
    }

    /// A factor that is a power of two rounds nothing.
    void theGradientsAreThoseWithoutScaling_data()
    {
        QTest::addColumn<int>("parts");
        QTest::newRow("whole batch") << 1;
        QTest::newRow("accumulated") << 3;
    }
    void theGradientsAreThoseWithoutScaling()
    {
        QFETCH(const int, parts);
        Experiment full = half();
        full.precision = "float32";
        Learner plain(full);
        Learner scaled(half());
        plain.backward(1.0F, parts);
        scaled.backward(1.0F, parts);
        for (size_t i = 0; i < 2; ++i) {
            const auto expected = plain.parameters()[i].grad();
            QVERIFY(torch::equal(scaled.parameters()[i].grad(), expected * 65'536));
        }
        QVERIFY(scaled.scaler().unscale());
        for (size_t i = 0; i < 2; ++i)
            QVERIFY(torch::equal(scaled.parameters()[i].grad(), plain.parameters()[i].grad()));
    }

    /// Also with clipping and a penalty, which need gradients that are not scaled.
    void aTrainingHasTheLossesOfOneWithoutScaling()
    {
        Experiment experiment = withOptimizer("sgd");
        experiment.momentum = 0.9;
        experiment.gradientClipping = 0.5;
        experiment.l1 = 0.01;
        Experiment full = experiment;
        full.precision = "float32";
        Learner plain(full);
        Learner scaled(experiment);
        for (int step = 0; step < 5; ++step)
            QCOMPARE(scaled.step(), plain.step());
        QVERIFY(areEqual(scaled.state(), plain.state()));
    }

    void aSkippedStepChangesNeitherWeightsNorOptimizer_data()
    {
        QTest::addColumn<QString>("optimizer");
        QTest::addColumn<QString>("form");
        for (const auto* optimizer : {"sgd", "adadelta", "adam"}) {
            for (const auto* form : {"fused", "pytorch"})
                QTest::addRow("%s, %s", optimizer, form) << optimizer << form;
        }
    }
    void aSkippedStepChangesNeitherWeightsNorOptimizer()
    {
        QFETCH(const QString, optimizer);
        QFETCH(const QString, form);
        Experiment experiment = withOptimizer(optimizer.toStdString().c_str(), form.toStdString().c_str());
        experiment.momentum = 0.9;
        Learner learner(experiment);
        learner.step();
        learner.step();
        const auto before = learner.state();
        learner.step(1e18F); // the scaled gradients overflow
        QCOMPARE(learner.scaler().skippedSteps(), int64_t(1));
        QVERIFY(areEqual(learner.state(), before));
        learner.step();
        QCOMPARE(learner.scaler().skippedSteps(), int64_t(1));
        QVERIFY(!areEqual(learner.state(), before));
    }

    void aTrainingGoesOnWithTheScaleOfACheckpoint()
    {
        Experiment experiment = withOptimizer("sgd");
        experiment.momentum = 0.0; // so that the optimizer has no state
        Learner whole(experiment);
        const auto overflowing = [](int step) { return step % 2 == 0 ? 1e18F : 1.0F; };
        std::vector<double> losses;
        LossScale saved;
        std::vector<torch::Tensor> weights;
        for (int step = 0; step < 6; ++step) {
            if (step == 3) {
                saved = whole.scaler().scale();
                for (const torch::Tensor& parameter : whole.parameters())
                    weights.push_back(parameter.detach().clone());
            }
            losses.push_back(whole.step(overflowing(step)));
        }
        QCOMPARE(saved, (LossScale{.factor = 16'384.0, .finiteSteps = 0}));

        Learner resumed(experiment);
        resumed.scaler().setScale(saved);
        for (size_t i = 0; i < weights.size(); ++i)
            resumed.parameters()[i].detach().copy_(weights[i]);
        for (int step = 3; step < 6; ++step)
            QCOMPARE(resumed.step(overflowing(step)), losses[size_t(step)]);
        QCOMPARE(resumed.scaler().scale(), whole.scaler().scale());
        QCOMPARE(resumed.scaler().skippedSteps(), int64_t(1)); // of its own
    }

    /// 65536 is more than float16 holds.
    void aLossInFloat16IsScaledAsAFloat()
    {
        const GradientScaler scaler(half(), {});
        const auto scaled = scaler.scaled(torch::tensor(2.0F).to(torch::kHalf));
        QCOMPARE(scaled.scalar_type(), torch::kFloat32);
        QCOMPARE(scaled.item<double>(), 131'072.0);
        QCOMPARE(scaler.scaled(torch::tensor(2.0, torch::kFloat64)).scalar_type(), torch::kFloat64);
    }

    void otherPrecisionsAreNotScaled()
    {
        for (const char* precision : {"float32", "bfloat16"}) {
            Experiment experiment;
            experiment.precision = precision;
            const auto parameter = parameterWith(torch::tensor({infinite, 1.0F}));
            GradientScaler scaler(experiment, {parameter});
            const auto loss = torch::tensor(3.0F);
            QVERIFY(scaler.scaled(loss).is_same(loss));
            QVERIFY(scaler.unscale());
            QCOMPARE(parameter.grad()[1].item<float>(), 1.0F);
            QCOMPARE(scaler.skippedSteps(), int64_t(0));
        }
    }

    void weightsInFloat16AreRefused()
    {
        const auto weight = torch::zeros({2}).to(torch::kHalf).requires_grad_();
        QCOMPARE(failureOf([&] { GradientScaler(half(), {weight}); }),
                 std::string("The precision float16 needs weights in float32, but the model has weights in "
                             "float16; save it with weights in float32, as after model.float() in Python."));
        Experiment full;
        GradientScaler(full, {weight});
    }
};

QTEST_APPLESS_MAIN(TestGradientScaler)
#include "test_gradient_scaler.moc"
