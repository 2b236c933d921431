#include "core/comparison/sample_shape.h"

#include "core/graph/network_graph.h"
#include "tests/support/std_string.h"

#include <QTest>

#include <memory>

using namespace stepscope;

namespace {

Run trained(const Experiment& experiment, std::vector<int64_t> inputShape = {})
{
    Run run;
    run.experiment = experiment;
    if (!inputShape.empty()) {
        NetworkGraph graph;
        graph.nodes.push_back({.kind = GraphNodeKind::Operator, .op = {}, .label = {}, .outputShape = {9}});
        graph.nodes.push_back(
            {.kind = GraphNodeKind::Input, .op = {}, .label = {}, .outputShape = std::move(inputShape)});
        run.graph = std::make_shared<const NetworkGraph>(std::move(graph));
    }
    return run;
}

} // namespace

class TestSampleShape : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theSettingsSayTheShapeOfKnownData()
    {
        QCOMPARE(sampleShapeOf(Experiment{.dataset = "cifar-10"}), (SampleShape{3, 32, 32}));
        QCOMPARE(sampleShapeOf(Experiment{.dataset = "tiny-shakespeare", .sequenceLength = 128}),
                 SampleShape{128});
        QCOMPARE(sampleShapeOf(Experiment{.dataset = "text", .sequenceLength = 32}), SampleShape{32});
        QCOMPARE(sampleShapeOf(Experiment{.dataset = "synthetic", .syntheticShape = "3x8x6"}),
                 (SampleShape{3, 8, 6}));
        QVERIFY(sampleShapeOf(Experiment{.dataset = "image-folder", .imageSize = 64}).empty());
        QVERIFY(sampleShapeOf(Experiment{.dataset = "csv"}).empty());
    }

    void theRecordedNetworkSaysTheShapeOfOwnData()
    {
        const Experiment own{.dataset = "csv"};
        QCOMPARE(sampleShapeOf(trained(own, {64, 1, 1, 30})), (SampleShape{1, 1, 30}));
        QVERIFY(sampleShapeOf(trained(own)).empty()); // it ended before the first step
    }

    void ofProgramsAndImportsNoShapeIsKnown()
    {
        Run program = trained({}, {64, 1, 28, 28});
        program.kind = RunKind::Program;
        QVERIFY(sampleShapeOf(program).empty());
        QVERIFY(sampleShapeOf(trained({.dataset = ""}, {64, 1, 28, 28})).empty());
    }

    void onlyShapesThatAreKnownDiffer()
    {
        QVERIFY(areOtherSamples({64}, {128}));
        QVERIFY(areOtherSamples({1, 28, 28}, {3, 28, 28}));
        QVERIFY(areOtherSamples({64}, {1, 1, 64}));
        QVERIFY(!areOtherSamples({1, 28, 28}, {1, 28, 28}));
        QVERIFY(!areOtherSamples({64}, {}));
        QVERIFY(!areOtherSamples({}, {}));
    }

    void shapesAreNamedByWhatTheyAre()
    {
        QCOMPARE(sampleShapeText({1024}), std::string("sequences of 1,024 characters"));
        QCOMPARE(sampleShapeText({1, 1, 30}), std::string("rows of 30 values"));
        QCOMPARE(sampleShapeText({3, 32, 32}), std::string("images of 3 × 32 × 32"));
    }
};

QTEST_GUILESS_MAIN(TestSampleShape)
#include "test_sample_shape.moc"
