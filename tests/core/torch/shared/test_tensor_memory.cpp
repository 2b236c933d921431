#include "core/torch/shared/torch_headers.h"

#include "core/experiment/experiment_fields.h"
#include "core/torch/data/samples.h"
#include "core/torch/model/network.h"
#include "core/torch/record/graph_capture.h"
#include "core/torch/shared/tensor_memory.h"
#include "core/torch/train/evaluation.h"

#include <QtTest>

#include <map>

using namespace stepscope;

namespace {

constexpr size_t mega = size_t(1) << 20;

class Reports final : public MemoryReportsBase
{
public:
    void report(const void* address, int64_t bytes, c10::Device) override { sums[address] += bytes; }
    bool memoryProfilingEnabled() const override { return true; }

    std::map<const void*, int64_t> sums;
};

} // namespace

class TestTensorMemory : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        useTensorMemory();
        at::set_num_threads(1);
    }
    void init() { tensorMemory().release(); }

    void largeTensorsLieThereAndSmallOnesDoNot()
    {
        const auto large = torch::zeros({int64_t(mega)});
        QVERIFY(tensorMemory().owns(large.data_ptr()));
        QVERIFY(!tensorMemory().owns(torch::zeros({100}).data_ptr()));
    }

    void whatIsFreedIsUsedByTheNextOfTheSize()
    {
        void* first = torch::zeros({int64_t(3 * mega)}).data_ptr();
        const auto fresh = tensorMemory().counters().fresh;
        const auto next = torch::ones({int64_t(3 * mega)});
        QCOMPARE(next.data_ptr(), first);
        QCOMPARE(tensorMemory().counters().fresh, fresh);
    }

    void aProfilerIsToldOfEachBlockOnce()
    {
        const auto reports = std::make_shared<Reports>();
        {
            const c10::DebugInfoGuard guard(c10::DebugInfoKind::PROFILER_STATE, reports);
            void* address = nullptr;
            {
                const auto tensor = torch::empty({int64_t(mega)});
                address = tensor.data_ptr();
                QCOMPARE(reports->sums[address], int64_t(4 * mega));
            }
            QCOMPARE(reports->sums[address], 0);
        }
    }

    void aTestInLargeBatchesTakesNoMoreThanItsTensors()
    {
        // 400 images: the activations of the convolutions have 35 and 59 MB, and all sizes differ from layer
        // to layer. A heap that keeps what is freed grew to twice the size of what is in use.
        const auto network = makeNetwork(referenceExperiment("mnist-convnet"));
        const Samples images(torch::randn({1000, 1, 28, 28}));
        const auto labels = torch::zeros({1000}, torch::kInt64);
        QVERIFY(evaluate(*network, images, labels, Experiment{.testBatchSize = 64},
                         [](int64_t) { return true; }));
        QVERIFY(evaluate(*network, images, labels, Experiment{.testBatchSize = 400},
                         [](int64_t) { return true; }));
        QVERIFY(evaluate(*network, images, labels, Experiment{.testBatchSize = 230},
                         [](int64_t) { return true; }));
        const auto counters = tensorMemory().counters();
        QVERIFY2(counters.mostUsed > 100 * mega, qPrintable(QString::number(counters.mostUsed / mega)));
        QVERIFY2(
            counters.mostMapped <= counters.mostUsed + 32 * mega,
            qPrintable(QString("%1 of %2 MB").arg(counters.mostMapped / mega).arg(counters.mostUsed / mega)));
    }

    void stepsOfOneSizeTakeNothingNewFromTheKernel()
    {
        const auto network = makeNetwork(referenceExperiment("mnist-convnet"));
        const auto images = torch::randn({64, 1, 28, 28});
        const auto labels = torch::zeros({64}, torch::kInt64);
        const auto step = [&] {
            for (auto& parameter : network->parameters())
                parameter.mutable_grad().reset();
            torch::nll_loss(network->forward(images), labels).backward();
        };
        for (int i = 0; i < 3; ++i)
            step();
        const auto fresh = tensorMemory().counters().fresh;
        for (int i = 0; i < 5; ++i)
            step();
        QCOMPARE(tensorMemory().counters().fresh, fresh);
    }

    void capturingTheGraphKeepsNoActivationAlive()
    {
        const auto network = makeNetwork(referenceExperiment("mnist-convnet"));
        const torch::NoGradGuard noGradients;
        const auto images = torch::randn({256, 1, 28, 28});
        const auto peakOf = [&](const auto& forward) {
            tensorMemory().release();
            const auto before = tensorMemory().counters().used;
            forward();
            return tensorMemory().counters().mostUsed - before;
        };
        const auto plain = peakOf([&] { network->forward(images); });
        const auto captured = peakOf([&] {
            GraphCapture capture(*network, referenceExperiment("mnist-convnet"), images);
            const auto graph = capture.finish({.output = network->forward(images), .loss = {}});
            QVERIFY(graph.nodes.size() > 10);
        });
        QVERIFY2(captured <= plain + mega,
                 qPrintable(QString("%1 and %2 MB").arg(captured / mega).arg(plain / mega)));
    }
};

QTEST_GUILESS_MAIN(TestTensorMemory)
#include "test_tensor_memory.moc"
