#include "tests/core/graph/sample_graphs.h"
#include "ui/graph/graph_search.h"
#include "ui/graph/node_details.h"

#include <QTest>

using namespace stepscope;
using namespace stepscope::ui;

class TestGraphSearch : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void findsNodes_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QList<int>>("nodes");
        QTest::newRow("operator") << "conv2d" << QList<int>{1, 3};
        QTest::newRow("in any case") << "RELU" << QList<int>{2, 4, 9};
        QTest::newRow("namespace") << "aten::flatten" << QList<int>{7};
        QTest::newRow("layer") << "fc2" << QList<int>{11};
        QTest::newRow("layer type") << "Linear" << QList<int>{8, 11};
        QTest::newRow("shape") << "64 × 9216" << QList<int>{7};
        QTest::newRow("shape as typed") << "64x128" << QList<int>{8, 9, 10};
        QTest::newRow("all words") << "relu 128" << QList<int>{9};
        QTest::newRow("none") << "attention" << QList<int>{};
        QTest::newRow("blank") << "  " << QList<int>{};
    }

    void findsNodes()
    {
        QFETCH(QString, text);
        const auto found = searchNodes(tests::convNetGraph(), text);
        QList<int> nodes;
        for (const auto node : found)
            nodes += int(node);
        QTEST(nodes, "nodes");
    }

    void stepsThroughTheMatches()
    {
        const auto graph = std::make_shared<const NetworkGraph>(tests::convNetGraph());
        GraphSearch search;
        QVERIFY(search.countText().isEmpty());
        QVERIFY(search.currentNode().isNone());
        search.search(graph, " relu ");
        QVERIFY(search.isOf(graph));
        QCOMPARE(search.countText(), "1 of 3");
        QCOMPARE(search.currentNode(), GraphNodeId(2));
        search.step(-1);
        QCOMPARE(search.countText(), "3 of 3");
        QCOMPARE(search.currentNode(), GraphNodeId(9));
        search.step(1);
        QCOMPARE(search.currentNode(), GraphNodeId(2));
    }

    void saysThatNothingMatches()
    {
        const auto graph = std::make_shared<const NetworkGraph>(tests::convNetGraph());
        GraphSearch search;
        search.search(graph, "attention");
        QCOMPARE(search.countText(), "no match");
        search.step(1);
        QCOMPARE(search.current(), -1);
        search.search(graph, "  ");
        QVERIFY(search.countText().isEmpty());
        search.search(nullptr, "relu");
        QVERIFY(search.matches().empty());
        QVERIFY(!search.isOf(graph));
    }

    void tellsAllOfAnOperator()
    {
        const auto text =
            nodeDetails(tests::convNetGraph(), GraphNodeId(3), graphStyle(Theme::lightColors(), {}));
        for (const char* part :
             {"conv2d", "Convolution", "aten::conv2d", "conv2", "Conv2d", "64 × 64 × 24 × 24",
              "18,496 parameters", "conv2.weight", "64 × 32 × 3 × 3", "href=\"node:2\"", "href=\"node:4\""})
            QVERIFY2(text.contains(part), part);
    }

    void tellsOfTheNetwork()
    {
        const auto text = networkDetails(tests::convNetGraph(), graphStyle(Theme::lightColors(), {}));
        for (const char* part : {"mnist-convnet", "1,199,882", "Dropout", "Activation"})
            QVERIFY2(text.contains(part), part);
    }

    void showsHostileNamesAsTheyAre()
    {
        const auto graph = tests::hostileGraph();
        const auto text = nodeDetails(graph, GraphNodeId(1), graphStyle(Theme::lightColors(), {}));
        QVERIFY(text.contains("op&lt;&quot;&amp;\\N&gt;"));
        QVERIFY(!text.contains("op<"));
        QVERIFY(nodeToolTip(graph, GraphNodeId(1)).contains("&lt;T&amp;&gt;"));
    }

    void survivesLayersInACircle()
    {
        auto graph = tests::resNetGraph();
        graph.layers[0].parent = GraphLayerId(1);
        graph.layers[1].parent = GraphLayerId(0);
        QVERIFY(!nodeDetails(graph, GraphNodeId(1), graphStyle(Theme::lightColors(), {})).isEmpty());
    }
};

QTEST_GUILESS_MAIN(TestGraphSearch)
#include "test_graph_search.moc"
