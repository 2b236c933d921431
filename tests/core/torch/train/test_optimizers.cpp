#include "core/torch/shared/torch_headers.h"

#include "core/base/error.h"
#include "core/experiment/experiment_fields.h"
#include "core/experiment/experiment_kinds.h"
#include "core/torch/train/adadelta.h"
#include "core/torch/train/optimizers.h"
#include "core/torch/train/sgd.h"

#include <QtTest>

#include <cmath>
#include <typeinfo>

using namespace stepscope;

class TestOptimizers : public QObject
{
    Q_OBJECT

private:
    /// A parameter that starts at 1, -2, 3 and has the gradient 0.5, -1, 2 in every step.
    static torch::Tensor parameter(bool contiguous = true)
    {
        auto p = torch::tensor({1.0F, -2.0F, 3.0F});
        if (!contiguous)
            p = torch::stack({p, p}, 1).select(1, 0);
        p = p.detach().requires_grad_();
        p.mutable_grad() = torch::tensor({0.5F, -1.0F, 2.0F});
        return p;
    }
    static double largestDifference(const torch::Tensor& a, const torch::Tensor& b)
    {
        return (a.detach() - b.detach()).abs().max().item<double>();
    }

private Q_SLOTS:
    void agreesWithTorchOptimAdadelta()
    {
        // torch.optim.Adadelta(lr=1.0, rho=0.9, eps=1e-6) of PyTorch 1.13, three steps with a constant
        // gradient.
        const auto p = parameter();
        Adadelta optimizer({p}, 1.0, 0.9, 1e-6, 0.0);
        for (int step = 0; step < 3; ++step)
            optimizer.step();
        const auto expected = torch::tensor({0.990292728F, -1.990292549F, 2.990292311F});
        QVERIFY2(largestDifference(p, expected) < 1e-6,
                 qPrintable(QString::number(largestDifference(p, expected))));
    }

    void agreesWithTheFormulaStepByStep()
    {
        auto fused = torch::randn({70'001}).requires_grad_(); // more than one thread's range
        auto plain = fused.detach().clone();
        auto squareAverage = torch::zeros_like(plain);
        auto accumulated = torch::zeros_like(plain);
        Adadelta optimizer({fused}, 0.7, 0.95, 1e-5, 0.01);
        for (int step = 0; step < 5; ++step) {
            const auto noise = torch::randn_like(plain);
            fused.mutable_grad() = noise.clone();
            optimizer.step();

            const auto g = noise + 0.01 * plain;
            squareAverage = 0.95 * squareAverage + 0.05 * g * g;
            const auto delta = (accumulated + 1e-5).sqrt() / (squareAverage + 1e-5).sqrt() * g;
            plain = plain - 0.7 * delta;
            accumulated = 0.95 * accumulated + 0.05 * delta * delta;
        }
        QVERIFY(largestDifference(fused, plain) < 1e-5);
    }

    void operatorsAndTheFusedLoopAgree()
    {
        const auto fused = parameter();
        const auto strided = parameter(false);
        QVERIFY(!strided.is_contiguous());
        Adadelta first({fused}, 1.0, 0.9, 1e-6, 0.1);
        Adadelta second({strided}, 1.0, 0.9, 1e-6, 0.1);
        Sgd third({fused}, 0.1, 0.5, 0.1);
        Sgd fourth({strided}, 0.1, 0.5, 0.1);
        for (int step = 0; step < 4; ++step) {
            for (Optimizer* optimizer : {static_cast<Optimizer*>(&first), static_cast<Optimizer*>(&second),
                                         static_cast<Optimizer*>(&third), static_cast<Optimizer*>(&fourth)})
                optimizer->step();
        }
        QVERIFY(largestDifference(fused, strided) < 1e-6);
    }

    void sgdWithMomentumAgreesWithLibTorch_data()
    {
        QTest::addColumn<double>("momentum");
        QTest::addColumn<double>("weightDecay");
        QTest::newRow("plain") << 0.0 << 0.0;
        QTest::newRow("momentum") << 0.5 << 0.0;
        QTest::newRow("momentum and weight decay") << 0.9 << 0.01;
    }
    void sgdWithMomentumAgreesWithLibTorch()
    {
        QFETCH(double, momentum);
        QFETCH(double, weightDecay);
        auto ours = torch::randn({1000}).requires_grad_();
        auto theirs = ours.detach().clone().requires_grad_();
        Sgd optimizer({ours}, 0.1, momentum, weightDecay);
        torch::optim::SGD reference(
            {theirs}, torch::optim::SGDOptions(0.1).momentum(momentum).weight_decay(weightDecay));
        for (int step = 0; step < 5; ++step) {
            const auto gradient = torch::randn({1000});
            ours.mutable_grad() = gradient.clone();
            theirs.mutable_grad() = gradient.clone();
            optimizer.step();
            reference.step();
        }
        QVERIFY(largestDifference(ours, theirs) < 1e-5);
    }

    void anOptimizerHasTheFormsOfItsDescription()
    {
        for (const OptimizerKind& kind : optimizerKinds()) {
            Experiment experiment;
            setOptimizerDefaults(experiment, kind.name);
            const auto standard = makeOptimizer(experiment, {parameter()});
            const bool isByOperators = updatesByOperators(experiment);
            experiment.optimizerForm = "pytorch";
            const auto byOperators = makeOptimizer(experiment, {parameter()});
            const Optimizer& first = *standard;
            const Optimizer& second = *byOperators;
            const bool areTheSame = typeid(first) == typeid(second);
            QVERIFY2(areTheSame != kind.hasForms && areTheSame == isByOperators, kind.name.data());
            QVERIFY(updatesByOperators(experiment));
        }
    }

    void bothFormsGiveTheSameWeights_data()
    {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<double>("momentum");
        QTest::addColumn<double>("weightDecay");
        for (const OptimizerKind& kind : optimizerKinds()) {
            const char* const name = kind.name.data();
            QTest::addRow("%s", name) << QByteArray(name) << 0.0 << 0.0;
            QTest::addRow("%s with momentum and weight decay", name) << QByteArray(name) << 0.9 << 0.01;
        }
    }
    void bothFormsGiveTheSameWeights()
    {
        QFETCH(QByteArray, name);
        QFETCH(double, momentum);
        QFETCH(double, weightDecay);
        Experiment experiment;
        setOptimizerDefaults(experiment, name.toStdString());
        experiment.learningRate = 0.05;
        experiment.momentum = momentum;
        experiment.weightDecay = weightDecay;
        torch::manual_seed(1);
        auto ours = torch::randn({1000}).requires_grad_();
        auto theirs = ours.detach().clone().requires_grad_();
        const auto before = ours.detach().clone();
        const auto fused = makeOptimizer(experiment, {ours});
        experiment.optimizerForm = "pytorch";
        const auto byOperators = makeOptimizer(experiment, {theirs});
        for (int step = 0; step < 6; ++step) {
            const auto gradient = torch::randn({1000});
            ours.mutable_grad() = gradient.clone();
            theirs.mutable_grad() = gradient.clone();
            fused->step();
            byOperators->step();
            fused->setLearningRate(0.04);
            byOperators->setLearningRate(0.04);
        }
        QVERIFY(largestDifference(ours, before) > 1e-4);
        QVERIFY2(largestDifference(ours, theirs) < 2e-5,
                 qPrintable(QString::number(largestDifference(ours, theirs))));
    }

    /// Expected are the weights of PyTorch 2.14's Python optimizers in double precision (NAdam of 1.13
    /// multiplies a momentum twice); of Lion and LAMB, which it does not have, those of the papers'
    /// algorithms.
    void optimizersWithoutClassInLibTorchAreThoseOfPyTorch_data()
    {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<double>("weightDecay");
        QTest::addColumn<QList<double>>("weights");
        const auto row = [](const char* name, double weightDecay, const QList<double>& weights) {
            QTest::addRow("%s, weight decay %g", name, weightDecay)
                << QByteArray(name) << weightDecay << weights;
        };
        row("adamax", 0.0, {0.8350222004557069, -1.8914038927696333, 0.40637260396624686});
        row("adamax", 0.01, {0.8326524050931643, -1.8776754585588922, 0.40476446980992575});
        row("nadam", 0.0, {0.9311542655310047, -1.9541583150542128, 0.39115847155466676});
        row("nadam", 0.01, {0.9277505114381178, -1.9391904864599883, 0.3898744684185856});
        row("lion", 0.0, {0.9, -1.9, 0.4});
        row("lion", 0.01, {0.897302899, -1.8941058979999998, 0.39860139949999995});
        row("lamb", 0.0, {0.6379639584704438, -1.8325033343335975, 0.26949574142475713});
        row("lamb", 0.01, {0.6354984763379914, -1.818964265318994, 0.2708798857584036});
    }
    void optimizersWithoutClassInLibTorchAreThoseOfPyTorch()
    {
        QFETCH(QByteArray, name);
        QFETCH(double, weightDecay);
        QFETCH(QList<double>, weights);
        Experiment experiment;
        setOptimizerDefaults(experiment, name.toStdString());
        experiment.learningRate = 0.1;
        experiment.weightDecay = weightDecay;
        auto p = torch::tensor({1.0, -2.0, 0.5}, torch::kFloat64).requires_grad_();
        const auto optimizer = makeOptimizer(experiment, {p});
        for (const auto& gradient : {torch::tensor({0.5, -0.25, 0.125}, torch::kFloat64),
                                     torch::tensor({0.1, 0.2, -0.3}, torch::kFloat64),
                                     torch::tensor({-0.4, 0.0, 0.6}, torch::kFloat64)}) {
            p.mutable_grad() = gradient.clone();
            optimizer->step();
        }
        for (int64_t i = 0; i < 3; ++i)
            QVERIFY2(std::abs(p[i].item<double>() - weights[i]) < 1e-8,
                     qPrintable(QString::number(p[i].item<double>(), 'g', 17)));
    }

    void lambLeavesZero()
    {
        Experiment experiment;
        setOptimizerDefaults(experiment, "lamb");
        auto p = torch::zeros({2}).requires_grad_();
        p.mutable_grad() = torch::tensor({1.0F, -1.0F});
        makeOptimizer(experiment, {p})->step();
        QVERIFY(torch::allclose(p, torch::tensor({-0.001F, 0.001F})));
        experiment.weightDecay = 0.0;
        auto q = torch::ones({2}).requires_grad_();
        q.mutable_grad() = torch::zeros({2});
        makeOptimizer(experiment, {q})->step();
        QVERIFY(torch::equal(q, torch::ones({2}))); // not divided by zero
    }

    void aParameterWithoutGradientStays()
    {
        auto p = torch::ones({3}).requires_grad_();
        Adadelta({p}, 1.0, 0.9, 1e-6, 0.0).step();
        QCOMPARE(p.sum().item<double>(), 3.0);
    }

    void theScheduleIsStepLr()
    {
        Experiment experiment;
        experiment.learningRate = 1.0;
        experiment.scheduleStepSize = 2;
        experiment.scheduleGamma = 0.7;
        const double expected[] = {1.0, 1.0, 0.7, 0.7, 0.49};
        constexpr int64_t stepsPerEpoch = 10;
        const auto rate = [&](int64_t step) {
            return scheduledLearningRate(
                experiment, {.step = step, .stepsPerEpoch = stepsPerEpoch, .totalSteps = 5 * stepsPerEpoch});
        };
        for (int64_t epoch = 0; epoch < 5; ++epoch) {
            QCOMPARE(rate(epoch * stepsPerEpoch), expected[epoch]);
            QCOMPARE(rate((epoch + 1) * stepsPerEpoch - 1), expected[epoch]);
        }
        experiment.schedule = "constant";
        QCOMPARE(rate(4 * stepsPerEpoch), 1.0);
    }

    /// Expected are the rates of PyTorch's schedulers: CosineAnnealingLR(T_max=10), and
    /// OneCycleLR(max_lr=0.4, total_steps=10, cycle_momentum=False).
    void schedulesByStepAreThoseOfPyTorch_data()
    {
        QTest::addColumn<QByteArray>("schedule");
        QTest::addColumn<QList<double>>("rates");
        QTest::newRow("cosine")
            << QByteArray("cosine")
            << QList<double>{
                   0.4, 0.39021130325903075, 0.3618033988749895,  0.3175570504584947,  0.26180339887498955,
                   0.2, 0.13819660112501056, 0.08244294954150541, 0.03819660112501054, 0.009788696740969296};
        QTest::newRow("one-cycle") << QByteArray("one-cycle")
                                   << QList<double>{0.016,
                                                    0.208,
                                                    0.4,
                                                    0.38019385280538953,
                                                    0.3246982615799052,
                                                    0.24450480877451572,
                                                    0.1554967912254843,
                                                    0.0753033384200948,
                                                    0.019807747194610516,
                                                    1.6e-06};
    }

    void schedulesByStepAreThoseOfPyTorch()
    {
        QFETCH(QByteArray, schedule);
        QFETCH(QList<double>, rates);
        Experiment experiment;
        experiment.learningRate = 0.4;
        experiment.schedule = schedule.toStdString();
        for (int64_t step = 0; step < rates.size(); ++step) {
            const double rate = scheduledLearningRate(experiment, {.step = step, .totalSteps = rates.size()});
            QVERIFY2(std::abs(rate - rates[step]) < 1e-12, qPrintable(QString::number(rate, 'g', 17)));
        }
        // A training that lasts longer than planned, or has a single step
        QVERIFY(scheduledLearningRate(experiment, {.step = 20, .totalSteps = 10}) >= 0.0);
        QVERIFY(std::isfinite(scheduledLearningRate(experiment, {.step = 0, .totalSteps = 1})));
    }

    void theWarmUpRisesToTheSchedule()
    {
        Experiment experiment;
        experiment.learningRate = 0.4;
        experiment.schedule = "constant";
        experiment.scheduleWarmup = 4;
        const auto rate = [&](int64_t step) {
            return scheduledLearningRate(experiment, {.step = step, .totalSteps = 10});
        };
        QCOMPARE(rate(0), 0.1);
        QCOMPARE(rate(2), 0.3);
        QCOMPARE(rate(3), 0.4);
        QCOMPARE(rate(9), 0.4);
        experiment.schedule = "cosine";
        QCOMPARE(rate(1), 0.5 * 0.39021130325903075);
        QCOMPARE(rate(5), 0.2);
    }

    void everyScheduleGivesALearningRate()
    {
        Experiment experiment;
        for (const ScheduleKind& kind : scheduleKinds()) {
            experiment.schedule = kind.name;
            QVERIFY(std::isfinite(scheduledLearningRate(experiment, {})));
        }
        experiment.schedule = "linear";
        QVERIFY_THROWS_EXCEPTION(Error, scheduledLearningRate(experiment, {}));
    }

    void everyOptimizerLearns_data()
    {
        QTest::addColumn<QByteArray>("name");
        for (const OptimizerKind& kind : optimizerKinds())
            QTest::newRow(kind.name.data()) << QByteArray(kind.name.data());
    }
    void everyOptimizerLearns()
    {
        QFETCH(QByteArray, name);
        Experiment experiment;
        experiment.optimizer = name.toStdString();
        experiment.learningRate = 0.1;
        auto p = torch::ones({10}).requires_grad_();
        const auto optimizer = makeOptimizer(experiment, {p});
        const double before = p.pow(2).sum().item<double>();
        for (int step = 0; step < 20; ++step) {
            optimizer->dropGradients();
            p.pow(2).sum().backward();
            optimizer->step();
        }
        QVERIFY(p.pow(2).sum().item<double>() < before);
        QVERIFY(optimizerStepName(experiment).starts_with("Optimizer.step#"));
    }
};

QTEST_GUILESS_MAIN(TestOptimizers)
#include "test_optimizers.moc"
