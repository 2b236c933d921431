#include "core/torch/model/traced_network.h"

#include "core/experiment/experiment_fields.h"
#include "tests/core/torch/train/train.h"
#include "tests/support/failure.h"

#include <QtTest>

#include <algorithm>
#include <string>
#include <vector>

using namespace stepscope;
using namespace stepscope::test;

namespace {

Experiment experimentOf(const QString& network, const std::string& execution)
{
    auto experiment = referenceExperiment(network.toStdString());
    experiment.dataset = "synthetic";
    experiment.syntheticImages = 100; // the last batch of an epoch is smaller, as is that of a test
    experiment.batchSize = 40;
    experiment.testBatchSize = 12;
    experiment.epochs = 2;
    experiment.threads = 1;
    experiment.profileWait = 0;
    experiment.profileWarmup = 0;
    experiment.profileRepeat = 0;
    experiment.execution = execution;
    return experiment;
}

bool hasOperator(const Run& run, std::string_view name)
{
    for (NameId id(0); id < run.trace.names.size(); ++id) {
        if (run.trace.names[id] == name)
            return true;
    }
    return false;
}

} // namespace

class TestTracedNetwork : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void itTrainsLikeTheNetwork_data()
    {
        QTest::addColumn<QString>("network");
        // dropout, batch normalization, and layers that are called within others
        for (const char* network : {"mnist-convnet", "mlp", "layers", "lenet5", "autoencoder"})
            QTest::newRow(network) << network;
    }

    void itTrainsLikeTheNetwork()
    {
        QFETCH(QString, network);
        const Run eager = train(experimentOf(network, "eager"));
        const Run traced = train(experimentOf(network, "torchscript"));
        QCOMPARE(traced.outcome, RunOutcome::Finished);
        QCOMPARE(traced.steps.size(), eager.steps.size());
        for (size_t i = 0; i < eager.steps.size(); ++i)
            QVERIFY(std::abs(traced.steps[i].loss - eager.steps[i].loss) < 1e-4F);
        QCOMPARE(traced.epochs.size(), size_t(2));
        for (size_t i = 0; i < eager.epochs.size(); ++i) // frozen anew with the weights of each epoch
            QVERIFY(std::abs(traced.epochs[i].testLoss - eager.epochs[i].testLoss) < 1e-4);
    }

    void batchNormalizationKeepsItsStatistics()
    {
        auto experiment = experimentOf("layers", "torchscript");
        experiment.layers = "conv 4 3, batchnorm, relu, flatten, linear 10";
        torch::manual_seed(1);
        const auto alone = makeNetwork(experiment);
        torch::manual_seed(1);
        const auto network = makeNetwork(experiment);
        const auto traced = makeTracedNetwork(network);
        const auto x = torch::rand({8, 1, 28, 28});
        for (int i = 0; i < 4; ++i)
            QVERIFY(torch::allclose(traced->forward(x), alone->forward(x), 1e-4, 1e-5));
        traced->eval();
        alone->eval();
        const torch::NoGradGuard noGradients;
        for (int i = 0; i < 3; ++i)
            QVERIFY(torch::allclose(traced->forward(x), alone->forward(x), 1e-4, 1e-5));
        const auto buffers = network->buffers();
        QCOMPARE(buffers.size(), alone->buffers().size());
        QVERIFY(buffers.size() >= 2);
        for (size_t i = 0; i < buffers.size(); ++i)
            QVERIFY(torch::allclose(buffers[i], alone->buffers()[i], 1e-4, 1e-5));
        QVERIFY(!torch::allclose(buffers[0], torch::zeros({4}))); // the running mean
    }

    void itsWeightsAreThoseOfTheNetwork()
    {
        const auto network = makeNetwork(experimentOf("mlp", "eager"));
        const auto traced = makeTracedNetwork(network);
        const auto x = torch::rand({3, 1, 28, 28});
        const auto first = traced->forward(x);
        {
            const torch::NoGradGuard noGradients;
            for (auto& parameter : network->parameters())
                parameter.zero_();
        }
        QVERIFY(!torch::allclose(first, traced->forward(x)));
        traced->forward(x).sum().backward();
        QVERIFY(network->parameters().back().grad().defined());
    }

    /// A convolution's weights are multiplied by those of its normalization when the graph is frozen.
    void frozenWeightsAreRenewed()
    {
        auto experiment = experimentOf("layers", "torchscript");
        experiment.layers = "conv 4 3, batchnorm, relu, flatten, linear 10";
        const auto network = makeNetwork(experiment);
        const auto traced = makeTracedNetwork(network);
        const auto x = torch::rand({3, 1, 28, 28});
        const torch::NoGradGuard noGradients;
        traced->eval();
        traced->forward(x); // traced
        traced->forward(x); // frozen
        traced->train();
        network->parameters().front().mul_(2);
        traced->eval();
        network->eval();
        QVERIFY(torch::allclose(traced->forward(x), network->forward(x), 1e-4, 1e-5));
    }

    void aProfileHasItsOperators()
    {
        const Run traced = train(experimentOf("layers", "torchscript"));
        QVERIFY(hasOperator(traced, "aten::_convolution"));
        QVERIFY(!traced.graph->nodes.empty());
    }

    void mixedPrecisionIsRefused()
    {
        auto experiment = experimentOf("mlp", "torchscript");
        experiment.precision = "bfloat16";
        QCOMPARE(failureOf([&] { validate(experiment); }),
                 "The execution torchscript needs the precision float32, not bfloat16.");
        experiment.network = "torchscript"; // which uses no such setting
        validate(experiment);
    }

    void executedIsTheNetworkItselfUnlessStatic()
    {
        auto experiment = experimentOf("mlp", "eager");
        const auto network = makeNetwork(experiment);
        QCOMPARE(executed(network, experiment), network);
        experiment.execution = "torchscript";
        QVERIFY(executed(network, experiment) != network);
    }
};

QTEST_GUILESS_MAIN(TestTracedNetwork)
#include "test_traced_network.moc"
