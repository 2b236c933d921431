#include "core/data/kinds/data_set_kinds.h"
#include "core/experiment/experiment_fields.h"
#include "core/experiment/experiment_kinds.h"
#include "core/torch/model/network.h"
#include "core/torch/record/operator_recorder.h"
#include "core/torch/train/optimizers.h"
#include "core/trace/operators/operator_statistics.h"

#include <QtTest>

#include <algorithm>

using namespace stepscope;

class TestNetworks : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void eachMapsImagesToClassesOrImages()
    {
        for (const NetworkKind& kind : networkKinds()) {
            if (kind.task == Task::NextCharacter || kind.name == torchScriptName)
                continue;
            const Experiment experiment = referenceExperiment(kind.name);
            const auto input = zeroInputs(experiment, 2);
            const DataSetKind& dataSet =
                *findDataSetKind(experiment.dataset); // that an adaptable one adapts to
            const ImageShape shape = isAdaptable(kind) ? dataSet.shape : kind.input;
            QCOMPARE(input.sizes().vec(),
                     std::vector<int64_t>({2, shape.channels, shape.rows, shape.columns}));
            const auto network = makeNetwork(experiment);
            const bool hasConvolutions = std::ranges::any_of(
                network->parameters(), [](const auto& weights) { return weights.dim() == 4; });
            QVERIFY2(hasConvolutions != kind.isFlat, kind.name.data());
            const auto output = network->forward(input);
            if (kind.task == Task::Reconstruction)
                QCOMPARE(output.sizes(), input.sizes());
            else
                QCOMPARE(output.sizes().vec(),
                         std::vector<int64_t>({2, isAdaptable(kind) ? dataSet.classes() : kind.classes}));
            QCOMPARE(zeroTargets(experiment, 2).sizes().vec(), std::vector<int64_t>({2}));
        }
    }

    void eachPredictsACharacterAtEachPlace()
    {
        for (const NetworkKind& kind : networkKinds()) {
            if (kind.task != Task::NextCharacter)
                continue;
            Experiment experiment = referenceExperiment(kind.name);
            experiment.sequenceLength = 12;
            const auto input = zeroInputs(experiment, 2);
            QCOMPARE(input.sizes().vec(), std::vector<int64_t>({2, 12}));
            QCOMPARE(zeroTargets(experiment, 2).sizes(), input.sizes());
            const auto output = makeNetwork(experiment)->forward(input);
            QCOMPARE(output.sizes().vec(), std::vector<int64_t>({2, 12, 65}));
        }
    }

    void noPredictionUsesTheCharactersAfterIt()
    {
        for (const auto* name : {"char-lstm", "char-gpt"}) {
            const Experiment experiment = referenceExperiment(name);
            const auto network = makeNetwork(experiment);
            network->eval();
            const auto text = torch::randint(65, {1, experiment.sequenceLength}, torch::kInt64);
            auto changed = text.clone();
            changed[0][40] = (changed[0][40] + 1) % 65;
            const auto before = network->forward(text);
            const auto after = network->forward(changed);
            QVERIFY(torch::allclose(before.narrow(1, 0, 40), after.narrow(1, 0, 40), 1e-4, 1e-5));
            for (const int64_t place : {40, 45}) // but those before
                QVERIFY(!torch::equal(before.select(1, place), after.select(1, place)));
        }
    }

    /// Shapes, parameters and operations are those of LibTorch.
    void ownLayersAreAsPlanned_data()
    {
        QTest::addColumn<QByteArray>("layers");
        QTest::newRow("current example") << QByteArray(Experiment().layers.c_str());
        QTest::newRow("convolutions")
            << QByteArray("conv 8 3 stride 2 padding 2, conv 16 3 groups 4, conv 4 5 same, "
                          "batchnorm, flatten, linear 10");
        QTest::newRow("pools") << QByteArray(
            "conv 4 3, maxpool 3 stride 2 padding 1, avgpool 2, conv 8 2, avgpool, "
            "flatten, linear 10");
        QTest::newRow("activations") << QByteArray(
            "flatten, linear 20, leakyrelu, elu, gelu, silu, sigmoid, tanh, "
            "batchnorm, dropout 0.1, linear 10");
        QTest::newRow("residual") << QByteArray(
            "conv 8 3 same, 2 x residual (conv 8 3 same, batchnorm, relu, conv 8 3 "
            "same), residual (conv 16 3 stride 2 same, residual (conv 16 1, relu) | "
            "conv 16 1 stride 2), avgpool, flatten, linear 10");
    }
    void ownLayersAreAsPlanned()
    {
        QFETCH(QByteArray, layers);
        Experiment experiment = referenceExperiment("layers");
        experiment.layers = layers.toStdString();
        const DataSetKind& dataSet = *findDataSetKind(experiment.dataset);
        const NetworkPlan plan = planNetwork(experiment.layers, dataSet.shape, dataSet.classes());
        const auto network = makeNetwork(experiment);
        QCOMPARE(parameterCount(*network), plan.parameters);
        QStringList names;
        for (const auto& module : network->named_modules(std::string(), false))
            names += QString::fromStdString(module.key());
        QVERIFY(names.contains("conv1") || names.contains("linear1"));
        QCOMPARE(names.contains("residual3.residual1.conv1"), layers.contains("residual"));

        OperatorRecorder recorder(true);
        recorder.beginStep(0, StepPhase::Active);
        recorder.setPass(Pass::Forward);
        const auto output = network->forward(zeroInputs(experiment, 3));
        Trace trace;
        trace.append(std::move(*recorder.endStep()));
        QCOMPARE(output.sizes().vec(), std::vector<int64_t>({3, 10}));
        int64_t flops = 0;
        for (const auto& row : operatorStatistics(trace, OperatorGrouping::ByOperator).rows) {
            const std::string& name = trace.names[row.name];
            const bool isOfOthers = name == "aten::mul" || name == "aten::div" || name == "aten::div_" ||
                                    name == "aten::add_"; // of dropout, means and batch normalization
            flops += isOfOthers ? 0 : row.selfFlops;
        }
        QCOMPARE(flops, 3 * plan.flops);
    }

    void eachOptimizerCanBeMade()
    {
        for (const OptimizerKind& kind : optimizerKinds()) {
            for (const char* form : {"fused", "pytorch"}) {
                Experiment experiment;
                setOptimizerDefaults(experiment, kind.name);
                experiment.optimizerForm = form;
                QVERIFY(makeOptimizer(experiment, {torch::ones({2}, torch::requires_grad())}) != nullptr);
            }
        }
    }
};

QTEST_GUILESS_MAIN(TestNetworks)
#include "test_networks.moc"
