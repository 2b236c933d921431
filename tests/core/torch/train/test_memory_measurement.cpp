#include "core/torch/shared/torch_headers.h"

#include "core/experiment/experiment_fields.h"
#include "core/torch/model/network.h"
#include "core/torch/train/memory_measurement.h"
#include "core/trace/memory_profile.h"
#include "core/training/memory_prediction.h"
#include "tests/core/torch/train/train.h"

#include <QtTest>

#include <cmath>

using namespace stepscope;
using namespace stepscope::test;

class TestMemoryMeasurement : public QObject
{
    Q_OBJECT

    static Experiment onNoise(const char* network)
    {
        auto experiment = referenceExperiment(network);
        experiment.dataset = "synthetic";
        experiment.threads = 1;
        return experiment;
    }

private Q_SLOTS:
    void weightsGradientsAndStateAreThereBeforeTheStep_data()
    {
        QTest::addColumn<QString>("optimizer");
        QTest::addColumn<int>("copies"); // of the parameters
        QTest::newRow("sgd") << "sgd" << 2;
        QTest::newRow("sgd with momentum") << "momentum" << 3;
        QTest::newRow("adadelta") << "adadelta" << 4;
        QTest::newRow("adam") << "adam" << 4;
    }
    void weightsGradientsAndStateAreThereBeforeTheStep()
    {
        QFETCH(const QString, optimizer);
        QFETCH(const int, copies);
        auto experiment = onNoise("mlp");
        setOptimizerDefaults(experiment, optimizer == "momentum" ? "sgd" : optimizer.toStdString());
        experiment.momentum = optimizer == "momentum" ? 0.9 : 0.0;
        const int64_t parameters = parameterCount(*makeNetwork(experiment));
        const auto memory = measureStepMemory(experiment, 8);
        QCOMPARE(memory.before(), copies * parameters * int64_t(sizeof(float)));
        QVERIFY(memory.peak() > memory.before());
        QCOMPARE(memory.bytes.back() - memory.before(), int64_t(0)); // a step leaves nothing behind
    }

    /// Its first steps allocate what the eager ones do.
    void aStaticGraphIsMeasuredOnceItIsOptimized()
    {
        auto experiment = onNoise("mnist-convnet");
        const auto eager = measureStepMemory(experiment, 4);
        experiment.execution = "torchscript";
        const auto traced = measureStepMemory(experiment, 4);
        QVERIFY(traced.bytes != eager.bytes);
        QCOMPARE(traced.before(), eager.before());
    }

    /// Beside weights, gradients and state, longer sequences need a larger mask.
    void theBlocksOfCharGptShareAMask()
    {
        const auto besideWeights = [](int64_t length) {
            auto experiment = referenceExperiment("char-gpt");
            experiment.sequenceLength = length;
            experiment.threads = 1;
            setOptimizerDefaults(experiment, "adam");
            const int64_t weights = parameterCount(*makeNetwork(experiment));
            return measureStepMemory(experiment, 2).before() - 4 * weights * int64_t(sizeof(float));
        };
        QCOMPARE(besideWeights(64) - besideWeights(32), (64 * 64 - 32 * 32) * int64_t(sizeof(float)));
    }

    void largeBatchesArePredicted_data()
    {
        QTest::addColumn<QString>("network");
        QTest::addColumn<int>("batch");
        QTest::newRow("mlp") << "mlp" << 512;
        QTest::newRow("mnist-convnet") << "mnist-convnet" << 64;
        QTest::newRow("lenet5") << "lenet5" << 256;
        QTest::newRow("resnet18") << "resnet18" << 16;
        QTest::newRow("mobilenetv2") << "mobilenetv2" << 16;
    }
    void largeBatchesArePredicted()
    {
        QFETCH(const QString, network);
        QFETCH(const int, batch);
        const auto experiment = onNoise(qPrintable(network));
        const MemoryPrediction prediction(measureStepMemory(experiment, 2), measureStepMemory(experiment, 4));
        const auto measured = double(measureStepMemory(experiment, batch).peak());
        const auto predicted = double(prediction.peakAt(batch));
        QVERIFY2(std::abs(predicted / measured - 1) < 0.1,
                 qPrintable(QString("predicted %1, measured %2, of moments: %3")
                                .arg(predicted)
                                .arg(measured)
                                .arg(prediction.isOfMoments())));
    }

    void aTrainingUsesAsMuch_data()
    {
        QTest::addColumn<QString>("network");
        QTest::addColumn<int>("accumulation");
        QTest::addColumn<QString>("augmentation");
        QTest::newRow("mlp") << "mlp" << 1 << "";
        QTest::newRow("mlp in parts") << "mlp" << 4 << "";
        QTest::newRow("linear") << "layers" << 1 << ""; // the images are the largest tensors
        QTest::newRow("linear, augmented") << "layers" << 1 << "flip";
        QTest::newRow("mnist-convnet") << "mnist-convnet" << 1 << "";
    }
    /// The recorder counts what is allocated in recorded steps: the weights were there before.
    void aTrainingUsesAsMuch()
    {
        QFETCH(const QString, network);
        QFETCH(const int, accumulation);
        QFETCH(const QString, augmentation);
        auto experiment = onNoise(qPrintable(network));
        experiment.augmentation = augmentation.toStdString();
        experiment.layers = "flatten, linear 10";
        setOptimizerDefaults(experiment, "sgd");
        experiment.momentum = 0;
        experiment.accumulation = accumulation;
        experiment.batchSize = 32;
        experiment.steps = 10;
        experiment.profileWait = 0;
        experiment.profileWarmup = 2;
        experiment.profileActive = 8;
        const auto profiles = memoryProfile(train(experiment).trace);
        QVERIFY(!profiles.empty() && profiles.front().steps.size() == 8);
        const auto recorded = double(profiles.front().steps[6].peakBytes);

        const auto weights = double(parameterCount(*makeNetwork(experiment)) * int64_t(sizeof(float)));
        const auto measured = double(measureStepMemory(experiment, 32).peak()) - weights;
        QVERIFY2(std::abs(measured / recorded - 1) < 0.02,
                 qPrintable(QString("measured %1, recorded %2").arg(measured).arg(recorded)));
    }

    void batchesInAdvanceAreNotOfTheStep()
    {
        auto experiment = onNoise("mlp");
        const auto expected = measureStepMemory(experiment, 8).peak();
        experiment.loaderWorkers = 200;
        experiment.prefetch = 64;
        QCOMPARE(measureStepMemory(experiment, 8).peak(), expected);
    }

    void randomNumbersStayAsTheyWere()
    {
        torch::manual_seed(5);
        const auto expected = torch::rand({4});
        torch::manual_seed(5);
        measureStepMemory(onNoise("mnist-convnet"), 2);
        QVERIFY(torch::equal(torch::rand({4}), expected));
    }
};

QTEST_APPLESS_MAIN(TestMemoryMeasurement)
#include "test_memory_measurement.moc"
