#include "core/torch/shared/torch_headers.h"

#include "core/base/files/temporary_folder.h"
#include "core/experiment/experiment_fields.h"
#include "core/run/validation.h"
#include "core/torch/data/tensor_data_set.h"
#include "core/torch/data/validation_split.h"
#include "core/torch/model/network.h"
#include "core/torch/train/evaluation.h"
#include "tests/core/torch/train/train.h"
#include "tests/support/failure.h"

#include <QtTest>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <string>
#include <utility>

using namespace stepscope;
using namespace stepscope::test;

namespace {

Experiment tiny()
{
    auto experiment = referenceExperiment("mlp");
    experiment.dataset = "synthetic";
    experiment.syntheticImages = 600;
    experiment.testBatchSize = 100;
    experiment.batchSize = 32;
    experiment.width = 32;
    experiment.threads = 1;
    return experiment;
}

std::string failure(const Experiment& experiment)
{
    return failureOf([&] { train(experiment); });
}

} // namespace

/// The samples of a training that are set aside and evaluated after each epoch.
class TestValidating : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aPartOfTheTrainingSamplesIsForValidation_data()
    {
        QTest::addColumn<int>("workers");
        QTest::newRow("without a loader") << 0;
        QTest::newRow("with workers") << 2;
    }

    /// Steps that change nothing show which samples are trained: their mean loss is that of all but the
    /// samples to validate on.
    void aPartOfTheTrainingSamplesIsForValidation()
    {
        QFETCH(const int, workers);
        auto experiment = tiny();
        setOptimizerDefaults(experiment, "sgd");
        experiment.momentum = 0;
        experiment.learningRate = 1e-30;
        experiment.schedule = "constant";
        experiment.validationShare = 0.25;
        experiment.epochs = 2;
        experiment.loaderWorkers = workers;
        const Run run = train(experiment);
        QCOMPARE(run.outcome, RunOutcome::Finished);
        QCOMPARE(run.plan.trainImages, int64_t(450));
        QCOMPARE(run.plan.validationImages, int64_t(150));
        QCOMPARE(run.plan.testImages, int64_t(100));
        QCOMPARE(run.plan.testBatches, int64_t(2 + 1)); // batches of 100
        QCOMPARE(run.epochs.front().trainImages, int64_t(450));
        QCOMPARE(run.epochs.front().testImages, int64_t(100));

        const auto data = loadTensorDataSet(experiment, torch::kCPU);
        const auto split = splitSamples(experiment, 600);
        torch::manual_seed(uint64_t(experiment.seed));
        const auto network = makeNetwork(experiment);
        const auto evaluated = [&](const torch::Tensor& numbers) {
            return *evaluate(
                *network, data.trainSamples, data.trainTargets.index_select(0, numbers), experiment,
                [](int64_t) { return true; }, numbers);
        };
        const Evaluation trained = evaluated(split.train);
        const Evaluation aside = evaluated(split.validation);
        QCOMPARE(trained.samples, int64_t(450));
        QCOMPARE(aside.samples, int64_t(150));
        QVERIFY(std::abs(trained.loss - aside.loss) > 1e-3); // so that the figures can tell them apart
        for (const EpochMetrics& epoch : run.epochs) {
            const auto validation = validationAfter(run, epoch.lastStep);
            QVERIFY(validation.has_value());
            QVERIFY(std::abs(epoch.trainLoss - trained.loss) < 1e-4);
            QCOMPARE(epoch.trainCorrect, trained.correct);
            QVERIFY(std::abs(validation->loss - aside.loss) < 1e-4);
            QCOMPARE(validation->accuracy, double(aside.correct) / 150.0);
        }
        const auto logged = [&log = run.log](std::string_view start) {
            return std::ranges::any_of(log,
                                       [&](const LogEntry& entry) { return entry.text.starts_with(start); });
        };
        QVERIFY(
            logged("For validation, 150 of the 600 training samples are set aside, selected by the seed."));
        QVERIFY(logged("Epoch 2 of 2: Validation loss "));
    }

    void theLastPartOfATextIsForValidation()
    {
        auto experiment = referenceExperiment("char-lstm");
        const TemporaryFolder folder;
        const auto file = folder.path() / "text.txt";
        std::ofstream(file) << std::string(1500, 'a') + std::string(1500, 'b');
        experiment.dataset = "text";
        experiment.dataDirectory = file.string();
        experiment.sequenceLength = 16;
        experiment.threads = 1;
        experiment.validationShare = 0.1;
        experiment.batchSize = 50;
        experiment.epochs = 1;
        const Run run = train(experiment);
        QCOMPARE(run.outcome, RunOutcome::Finished);
        QCOMPARE(run.plan.trainImages, int64_t(168 - 17));
        const auto validation = lastValidation(run);
        QVERIFY(validation && std::isfinite(validation->loss) && std::isnan(validation->accuracy));
        QVERIFY(!scalarSeries(run.scalars, validationAccuracyTag));
    }

    void withoutAShareThereIsNoValidation()
    {
        auto experiment = tiny();
        experiment.steps = 2;
        const Run run = train(experiment);
        QCOMPARE(run.outcome, RunOutcome::Finished);
        QVERIFY(!scalarSeries(run.scalars, validationLossTag));
        QCOMPARE(run.plan.testBatches, int64_t(1));
    }

    void aValidationThatLeavesTooFewSamplesIsRefused()
    {
        auto experiment = tiny();
        experiment.validationShare = 0.95;
        experiment.batchSize = 31;
        QCOMPARE(failure(experiment),
                 std::string("The batch size is 31, but the validation share 0.95 leaves only 30 of the 600 "
                             "training samples of the data set synthetic; allowed: 1 to 30."));
        experiment.validationShare = 0.0001;
        QCOMPARE(
            failure(experiment),
            std::string("The validation share is 0.0001, which sets aside none of the 600 training samples "
                        "of the data set synthetic; choose a larger share, or 0 for no validation."));
        experiment.syntheticImages = 10;
        experiment.batchSize = 1;
        experiment.validationShare = 0.99;
        QCOMPARE(
            failure(experiment),
            std::string("The validation share is 0.99, which leaves none of the 10 training samples of the "
                        "data set synthetic; choose a smaller share."));
    }
};

QTEST_GUILESS_MAIN(TestValidating)
#include "test_validating.moc"
