#include "core/base/processes/child_process.h"
#include "core/graph/dot_text.h"
#include "core/graph/graph_dot.h"
#include "tests/core/graph/sample_graphs.h"

#include <QTest>

using namespace stepscope;

namespace {

QString text(const std::string& utf8)
{
    return QString::fromStdString(utf8);
}

} // namespace

class TestGraphDot : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void quotesStrings_data()
    {
        QTest::addColumn<QByteArray>("plain");
        QTest::addColumn<QByteArray>("quoted");
        QTest::addColumn<QByteArray>("html");
        QTest::newRow("plain") << QByteArray("conv1") << QByteArray("\"conv1\"") << QByteArray("conv1");
        QTest::newRow("quote") << QByteArray("a\"b") << QByteArray("\"a\\\"b\"") << QByteArray("a&quot;b");
        QTest::newRow("backslash") << QByteArray("\\N") << QByteArray("\"\\\\N\"") << QByteArray("\\\\N");
        QTest::newRow("markup") << QByteArray("<a&b>") << QByteArray("\"<a&b>\"")
                                << QByteArray("&lt;a&amp;b&gt;");
        QTest::newRow("control") << QByteArray("a\nb\x01") << QByteArray("\"a b \"") << QByteArray("a b ");
        QTest::newRow("unicode") << QByteArray("naïve × 層") << QByteArray("\"naïve × 層\"")
                                 << QByteArray("naïve × 層");
        QTest::newRow("right to left")
            << QByteArray("a\u202eb") << QByteArray("\"a\\\\u202eb\"") << QByteArray("a\\\\u202eb");
        QTest::newRow("no UTF-8") << QByteArray("a\xff\xc3") << QByteArray("\"a\ufffd\ufffd\"")
                                  << QByteArray("a\ufffd\ufffd");
        QTest::newRow("overlong") << QByteArray("\xc0\x80") << QByteArray("\"\ufffd\ufffd\"")
                                  << QByteArray("\ufffd\ufffd");
    }

    void quotesStrings()
    {
        QFETCH(QByteArray, plain);
        QTEST(QByteArray::fromStdString(dotQuoted(plain.toStdString())), "quoted");
        QTEST(QByteArray::fromStdString(dotHtml(plain.toStdString())), "html");
    }

    void pictureShowsOperatorsShapesAndParameters()
    {
        const auto dot = text(dotForPicture(tests::convNetGraph()));
        QVERIFY(dot.contains("<B>mnist-convnet</B>"));
        QVERIFY(dot.contains("1,199,882 parameters · batch size 64"));
        QVERIFY(dot.contains("<B>max_pool2d</B>"));
        QVERIFY(dot.contains("64 × 32 × 26 × 26"));
        QVERIFY(dot.contains("<B>conv2</B>") && dot.contains(">Conv2d<"));
        QVERIFY(dot.contains("18,496 parameters"));
        QVERIFY(dot.contains("<B>dropout1</B>") && dot.contains(">Dropout<"));
        QCOMPARE(dot.count("subgraph cluster_"), 6);
        QCOMPARE(dot.count(" -> "), 13);
    }

    void nestsClustersAsLayersNest()
    {
        const auto dot = text(dotForPicture(tests::resNetGraph()));
        const auto stage = dot.indexOf("<B>layer1</B>");
        const auto block = dot.indexOf("<B>0</B>", stage);
        const auto convolution = dot.indexOf("<B>conv1</B>", block);
        QVERIFY(stage > 0 && block > stage && convolution > block);
        QCOMPARE(dot.count('{'), dot.count('}'));
    }

    void equalGraphsGiveEqualText()
    {
        QCOMPARE(dotForPicture(tests::resNetGraph()), dotForPicture(tests::resNetGraph()));
        QVERIFY(dotForPicture(tests::convNetGraph(64)) != dotForPicture(tests::convNetGraph(16)));
    }

    void coarseTextHasNoClusters()
    {
        const auto graph = tests::resNetGraph();
        const DrawnSizes sizes{std::vector<NodeSize>(graph.nodes.size(), {100, 40}), {}};
        QVERIFY(text(dotForLayout(graph, sizes)).contains("cluster_"));
        const auto coarse = text(dotForLayout(graph, sizes, LayoutEffort::Coarse));
        QVERIFY(!coarse.contains("cluster_"));
        QVERIFY(coarse.contains("splines=polyline"));
        QVERIFY(!text(dotForPicture(graph, LayoutEffort::Coarse)).contains("cluster_"));
    }

    void dotReadsEveryText_data()
    {
        QTest::addColumn<int>("which");
        QTest::newRow("ConvNet") << 0;
        QTest::newRow("hostile names") << 1;
        QTest::newRow("empty") << 2;
    }

    void dotReadsEveryText()
    {
        QFETCH(int, which);
        const auto graph = which == 0   ? tests::convNetGraph()
                           : which == 1 ? tests::hostileGraph()
                                        : NetworkGraph{};
        const DrawnSizes sizes{std::vector<NodeSize>(graph.nodes.size(), {100, 40}),
                               std::vector<NodeSize>(graph.layers.size(), {50, 16})};
        for (const auto& dot : {dotForPicture(graph), dotForLayout(graph, sizes)}) {
            const auto result = runProcess({"dot", "-Tcanon"}, {.input = dot});
            QCOMPARE(text(result.errorOutput), QString());
            QCOMPARE(result.exitCode, 0);
            QCOMPARE(text(result.output).count("->"), int(graph.edges.size()));
        }
    }

    void leavesOutEdgesToNodesThatAreNotThere()
    {
        auto graph = tests::convNetGraph();
        graph.edges.push_back({GraphNodeId(0), GraphNodeId(99), {}});
        QCOMPARE(text(dotForPicture(graph)).count(" -> "), 13);
    }
};

QTEST_GUILESS_MAIN(TestGraphDot)
#include "test_graph_dot.moc"
