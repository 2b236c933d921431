#include "core/experiment/experiment_fields.h"
#include "core/run_file/run_feed.h"
#include "core/torch/data/tensor_data_set.h"
#include "core/torch/train/compute_settings.h"
#include "core/torch/train/forward_pass_recording.h"
#include "core/torch/train/gradients.h"
#include "core/torch/train/trainer.h"
#include "tests/core/torch/train/train.h"

#include <QtTest>

#include <algorithm>
#include <chrono>
#include <thread>

using namespace stepscope;
using namespace stepscope::test;

namespace {

Experiment withSeed(Experiment experiment, int64_t seed)
{
    experiment.seed = seed;
    return experiment;
}

/// Without dropout, so that losses depend on nothing else.
Experiment convolutions()
{
    auto experiment = referenceExperiment("layers");
    experiment.layers = "conv 4 3, relu, maxpool 2, conv 8 3, relu, flatten, linear 10";
    experiment.dataset = "synthetic";
    experiment.syntheticImages = 60;
    experiment.batchSize = 20;
    experiment.steps = 4;
    experiment.optimizer = "sgd";
    experiment.learningRate = 0.01;
    experiment.profileWait = 0;
    experiment.profileWarmup = 1;
    experiment.profileActive = 3;
    return experiment;
}

std::vector<float> lossesOf(const Run& run)
{
    std::vector<float> losses;
    for (const StepMetrics& step : run.steps)
        losses.push_back(step.loss);
    return losses;
}

bool areClose(const std::vector<float>& a, const std::vector<float>& b, float tolerance)
{
    return a.size() == b.size() &&
           std::ranges::equal(a, b, [=](float x, float y) { return std::abs(x - y) <= tolerance; });
}

bool hasOperator(const Run& run, const std::string& part)
{
    for (NameId name(0); name < run.trace.names.size(); ++name)
        if (run.trace.names[name].find(part) != std::string::npos)
            return true;
    return false;
}

std::vector<torch::Tensor> parametersWithGradients()
{
    std::vector<torch::Tensor> parameters{torch::tensor({3.0F, -4.0F}, torch::requires_grad()),
                                          torch::tensor({12.0F}, torch::requires_grad()),
                                          torch::tensor({1.0F}, torch::requires_grad())}; // no gradient
    parameters[0].mutable_grad() = torch::tensor({3.0F, -4.0F});
    parameters[1].mutable_grad() = torch::tensor({12.0F});
    return parameters;
}

} // namespace

class TestComputeSettings : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void accumulatedGradientsAreThoseOfTheWholeBatch()
    {
        auto experiment = convolutions();
        const auto whole = lossesOf(train(experiment));
        for (const int64_t parts : {2, 3, 20}) { // three unequal parts; one for each image
            experiment.accumulation = parts;
            const auto losses = lossesOf(train(experiment));
            QVERIFY2(areClose(whole, losses, 1e-4F), qPrintable(QString::number(parts)));
        }
    }

    void everyPartHasAForwardPass()
    {
        auto experiment = convolutions();
        const auto convolutionsOf = [](const Run& run) {
            return std::ranges::count_if(
                run.trace.name, [&](NameId name) { return run.trace.names[name] == "aten::conv2d"; });
        };
        const auto once = convolutionsOf(train(experiment));
        experiment.accumulation = 2;
        const Run run = train(experiment);
        QCOMPARE(convolutionsOf(run), 2 * once);
        QCOMPARE(run.graph->batchSize, int64_t(10));
    }

    void mixedPrecisionConvertsButKeepsTheWeights()
    {
        auto experiment = convolutions();
        const Run full = train(experiment);
        experiment.precision = "bfloat16";
        const Run mixed = train(experiment);
        QVERIFY(!hasOperator(full, "aten::_to_copy"));
        QVERIFY(hasOperator(mixed, "aten::_to_copy"));
        QVERIFY(lossesOf(mixed) != lossesOf(full));
        QVERIFY(areClose(lossesOf(mixed), lossesOf(full), 0.05F));
    }

    void aRecordedForwardPassHasTheSettingsToo()
    {
        auto experiment = convolutions();
        experiment.precision = "bfloat16";
        RunFeed feed;
        Run run;
        recordForwardPass(experiment, feed);
        feed.drainInto(run);
        QVERIFY(hasOperator(run, "aten::_to_copy"));
    }

    void autocastEndsWithTheForwardPass()
    {
        auto experiment = convolutions();
        experiment.precision = "bfloat16";
        train(experiment);
        QCOMPARE(torch::mm(torch::rand({2, 2}), torch::rand({2, 2})).scalar_type(), torch::kFloat32);
    }

    void channelsLastChangesTheLayoutAlone()
    {
        auto experiment = convolutions();
        const auto usual = lossesOf(train(experiment));
        experiment.channelsLast = true;
        QVERIFY(areClose(usual, lossesOf(train(experiment)), 1e-4F));
        const auto network = makeNetwork(experiment);
        setLayout(*network, experiment);
        const auto images = inLayout(torch::rand({2, 3, 5, 5}), experiment);
        QVERIFY(images.is_contiguous(at::MemoryFormat::ChannelsLast));
        int weights = 0;
        for (const torch::Tensor& parameter : network->parameters())
            if (parameter.dim() == 4) {
                ++weights;
                QVERIFY(parameter.is_contiguous(at::MemoryFormat::ChannelsLast));
            }
        QCOMPARE(weights, 2);
        experiment.network = "mlp"; // has no use for it
        QVERIFY(inLayout(torch::rand({2, 3, 5, 5}), experiment).is_contiguous());
    }

    void withoutOneDnnItsOperatorsAreNotCalled()
    {
        auto experiment = convolutions();
        if (!at::globalContext().hasMKLDNN())
            QSKIP("this LibTorch has no oneDNN");
        QVERIFY(hasOperator(train(experiment), "mkldnn"));
        experiment.oneDnn = false;
        QVERIFY(!hasOperator(train(experiment), "mkldnn"));
        QVERIFY(at::globalContext().userEnabledMkldnn()); // as before
    }

    /// On any machine: a GPU's operators read them.
    void aGpusSettingsHoldWhileItTrains()
    {
        using Values = LibrarySettings::Values;
        const Values before = LibrarySettings::current();
        Experiment experiment;
        {
            const LibrarySettings settings(experiment);
            QVERIFY(LibrarySettings::current() == before); // the defaults are PyTorch's
        }
        experiment.cudnn = false;
        experiment.cudnnBenchmark = true;
        experiment.cudnnDeterministic = true;
        experiment.tf32 = "all";
        {
            const LibrarySettings settings(experiment);
            const Values all{.oneDnn = true,
                             .cudnn = false,
                             .cudnnBenchmark = true,
                             .cudnnDeterministic = true,
                             .tf32InConvolutions = true,
                             .tf32InMatrixProducts = true};
            QVERIFY(LibrarySettings::current() == all);
            experiment.tf32 = "off";
            const LibrarySettings other(experiment); // as when two trainings take turns
            QVERIFY(!LibrarySettings::current().tf32InConvolutions);
            QVERIFY(!LibrarySettings::current().tf32InMatrixProducts);
            settings.apply();
            QVERIFY(LibrarySettings::current() == all);
        }
        QVERIFY(LibrarySettings::current() == before);
    }

    void clippingScalesAllGradientsTogether()
    {
        const auto parameters = parametersWithGradients();
        adjustGradients(parameters, Experiment{.gradientClipping = 6.5}); // of a norm of 13
        QVERIFY(torch::allclose(parameters[0].grad(), torch::tensor({1.5F, -2.0F})));
        QVERIFY(torch::allclose(parameters[1].grad(), torch::tensor({6.0F})));
        QVERIFY(!parameters[2].grad().defined());
    }

    void smallGradientsAreNotScaled()
    {
        const auto parameters = parametersWithGradients();
        adjustGradients(parameters, Experiment{.gradientClipping = 14.0});
        QVERIFY(torch::equal(parameters[1].grad(), torch::tensor({12.0F})));
    }

    void theL1PenaltyPullsTowardsZero()
    {
        const auto parameters = parametersWithGradients();
        adjustGradients(parameters, Experiment{.l1 = 0.5});
        QVERIFY(torch::allclose(parameters[0].grad(), torch::tensor({3.5F, -4.5F})));
        QVERIFY(torch::allclose(parameters[1].grad(), torch::tensor({12.5F})));
    }

    void clippingAndThePenaltyChangeATraining()
    {
        auto experiment = convolutions();
        const auto usual = lossesOf(train(experiment));
        experiment.gradientClipping = 1e-6;
        const auto clipped = lossesOf(train(experiment));
        QCOMPARE(clipped[0], usual[0]);
        QVERIFY(clipped[3] != usual[3]);
        experiment.gradientClipping = 0.0;
        experiment.l1 = 0.01;
        QVERIFY(lossesOf(train(experiment))[3] != usual[3]);
    }

    /// Dropout draws random numbers in each step, and the other training meanwhile draws others and seeds the
    /// generator.
    void aTrainingThatWaitsIsNotChangedByAnother()
    {
        auto experiment = convolutions();
        experiment.layers = "conv 4 3, relu, flatten, dropout 0.5, linear 10";
        QVERIFY(hasOperator(train(experiment), "mkldnn_convolution"));
        experiment.oneDnn = false; // the other one turns it on again
        const auto alone = lossesOf(train(experiment));
        QVERIFY(!areClose(alone, lossesOf(train(withSeed(experiment, 2))), 1e-3F));

        RunFeed feed;
        TrainingControl control;
        DataSetCache dataSets;
        control.setPaused(true);
        std::thread thread([&] { trainExperiment(experiment, dataSets, control, feed); });
        while (!control.waitUntilWaiting(std::chrono::milliseconds(100)))
            ;
        auto other = withSeed(experiment, 2);
        other.oneDnn = true;
        other.threads = 1;
        other.profile = false;
        train(other);
        control.setPaused(false);
        thread.join();
        Run run;
        feed.drainInto(run);
        QVERIFY(areClose(lossesOf(run), alone, 1e-6F));
        QVERIFY(hasOperator(run, "aten::conv2d"));
        QVERIFY(!hasOperator(run, "mkldnn_convolution"));
    }
};

QTEST_APPLESS_MAIN(TestComputeSettings)
#include "test_compute_settings.moc"
