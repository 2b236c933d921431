#include "core/experiment/experiment_fields.h"
#include "core/experiment/experiment_kinds.h"
#include "core/torch/model/network.h"
#include "core/torch/train/optimizers.h"

#include <QtTest>

using namespace stepscope;

class TestNetworks : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void eachMapsItsInputToItsClasses()
    {
        for (const NetworkKind& kind : networkKinds()) {
            const Experiment experiment = referenceExperiment(kind.name);
            const auto input = zeroImages(experiment, 2);
            QCOMPARE(input.sizes().vec(),
                     std::vector<int64_t>({2, kind.input.channels, kind.input.rows, kind.input.columns}));
            const auto output = makeNetwork(experiment)->forward(input);
            QCOMPARE(output.sizes().vec(), std::vector<int64_t>({2, kind.classes}));
        }
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
