#include "core/base/error.h"
#include "core/graph/graph_layout.h"
#include "tests/core/graph/fake_dot.h"
#include "tests/core/graph/sample_graphs.h"

#include <QRectF>
#include <QTest>

#include <thread>

using namespace stepscope;
using tests::FakeDot;

namespace {

DrawnSizes sizesOf(const NetworkGraph& graph)
{
    DrawnSizes sizes;
    for (size_t i = 0; i < graph.nodes.size(); ++i)
        sizes.nodes.push_back({100.0 + double(i % 3) * 30, 40});
    sizes.layerTitles.assign(graph.layers.size(), {90, 16});
    return sizes;
}

QRectF rect(const LayoutBox& box)
{
    return {box.x, box.y, box.width, box.height};
}

QPointF point(const LayoutPoint& at)
{
    return {at.x, at.y};
}

NetworkGraph sample(const QString& name)
{
    return name == "ConvNet"  ? tests::convNetGraph()
           : name == "ResNet" ? tests::resNetGraph()
                              : tests::largeGraph();
}

QString failureOf(const std::function<void()>& action)
{
    try {
        action();
    } catch (const Error& error) {
        return QString::fromStdString(error.what());
    }
    return {};
}

constexpr LayoutLimits hasty{std::chrono::milliseconds(200), std::chrono::seconds(30)};

} // namespace

class TestGraphLayout : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void placesEverything_data()
    {
        QTest::addColumn<QString>("name");
        for (const char* name : {"ConvNet", "ResNet", "large"})
            QTest::newRow(name) << name;
    }

    void placesEverything()
    {
        QFETCH(QString, name);
        const auto graph = sample(name);
        const auto sizes = sizesOf(graph);
        const auto layout = layoutGraph(graph, sizes, {}, {std::chrono::minutes(2), std::chrono::minutes(2)});
        QVERIFY(!layout.coarse);
        const QRectF picture = QRectF(0, 0, layout.width, layout.height).adjusted(-1, -1, 1, 1);
        QCOMPARE(layout.nodes.size(), graph.nodes.size());
        for (size_t i = 0; i < layout.nodes.size(); ++i) {
            QVERIFY(picture.contains(rect(layout.nodes[i])));
            QCOMPARE(layout.nodes[i].width, sizes.nodes[i].width);
            for (size_t j = 0; j < i; ++j)
                QVERIFY2(!rect(layout.nodes[i]).intersects(rect(layout.nodes[j])),
                         qPrintable(QString("%1 and %2 overlap").arg(i).arg(j)));
        }
    }

    void leadsEdgesFromNodeToNode()
    {
        const auto graph = tests::resNetGraph();
        const auto layout = layoutGraph(graph, sizesOf(graph));
        QCOMPARE(layout.edges.size(), graph.edges.size());
        for (size_t i = 0; i < graph.edges.size(); ++i) {
            const auto& points = layout.edges[i];
            QVERIFY(points.size() >= 4 && points.size() % 3 == 1);
            const auto from = rect(layout.nodes[graph.edges[i].from]).adjusted(-3, -3, 3, 3);
            const auto to = rect(layout.nodes[graph.edges[i].to]).adjusted(-3, -3, 3, 3);
            QVERIFY(from.contains(point(points.front())));
            QVERIFY(to.contains(point(points.back())));
        }
    }

    void runsDownTheChain()
    {
        const auto graph = tests::convNetGraph();
        const auto layout = layoutGraph(graph, sizesOf(graph));
        for (size_t i = 1; i < layout.nodes.size(); ++i)
            QVERIFY(layout.nodes[i].y > layout.nodes[i - 1].y + layout.nodes[i - 1].height);
    }

    void framesLayersAroundTheirNodes()
    {
        const auto graph = tests::resNetGraph();
        const auto layout = layoutGraph(graph, sizesOf(graph));
        for (size_t i = 0; i < graph.nodes.size(); ++i)
            for (auto layer = graph.nodes[i].layer; !layer.isNone(); layer = graph.layers[layer].parent)
                QVERIFY(rect(layout.layers[layer]).contains(rect(layout.nodes[i])));
    }

    void placesNamesThatLookLikeCode()
    {
        const auto graph = tests::hostileGraph();
        QCOMPARE(layoutGraph(graph, sizesOf(graph)).nodes.size(), size_t(2));
    }

    void placesParallelEdgesAndLoops()
    {
        tests::GraphBuilder b("n", 1);
        const auto x = b.terminal(GraphNodeKind::Input, {1});
        b.op("mul", {}, {1}, {x, x});
        auto graph = std::move(b).graph();
        graph.edges.push_back({GraphNodeId(1), GraphNodeId(1), {1}});
        const auto layout = layoutGraph(graph, sizesOf(graph));
        for (const auto& edge : layout.edges)
            QVERIFY(edge.size() >= 4);
        QVERIFY(layout.edges[0][0].x != layout.edges[1][0].x);
    }

    void hasNothingToPlaceInAnEmptyGraph() { QVERIFY(layoutGraph({}, {}).nodes.empty()); }

    void triesCoarserWhenDotIsSlow()
    {
        const FakeDot fake(tests::hangsOnClusters);
        const auto graph = tests::convNetGraph();
        const auto layout = layoutGraph(graph, sizesOf(graph), {}, hasty);
        QVERIFY(layout.coarse);
        QCOMPARE(layout.nodes.size(), graph.nodes.size());
        QCOMPARE(layout.layers[0].width, 0.0);
        QVERIFY(layout.nodes.back().y > layout.nodes.front().y);
    }

    void triesCoarserWhenDotCrashes()
    {
        const FakeDot fake("text=$(cat)\ncase \"$text\" in *cluster_*) kill -SEGV $$ ;; esac\n"
                           "printf '%s' \"$text\" | exec \"$REAL\" \"$@\"");
        const auto graph = tests::convNetGraph();
        QVERIFY(layoutGraph(graph, sizesOf(graph)).coarse);
    }

    void givesUpOnADotThatNeverEnds()
    {
        const FakeDot fake("exec sleep 600");
        const auto graph = tests::convNetGraph();
        const LayoutLimits brief{std::chrono::milliseconds(100), std::chrono::milliseconds(900)};
        QCOMPARE(failureOf([&] { layoutGraph(graph, sizesOf(graph), {}, brief); }),
                 "The graph cannot be drawn because Graphviz's dot found no layout within 1 s.");
    }

    void givesUpOnADotThatWritesWithoutEnd()
    {
        const FakeDot fake("exec yes");
        const auto graph = tests::convNetGraph();
        QCOMPARE(failureOf([&] { layoutGraph(graph, sizesOf(graph)); }),
                 "The graph cannot be drawn because Graphviz's dot wrote more than 64 MB.");
    }

    void saysHowLongDotHasWorked()
    {
        const FakeDot fake("exec sleep 600");
        const auto graph = tests::convNetGraph();
        std::vector<LayoutEffort> efforts;
        const LayoutLimits limits{std::chrono::milliseconds(2500), std::chrono::milliseconds(2500)};
        failureOf([&] {
            layoutGraph(graph, sizesOf(graph), {}, limits,
                        [&](LayoutEffort effort, std::chrono::milliseconds elapsed) {
                            QVERIFY(elapsed >= std::chrono::seconds(1));
                            efforts.push_back(effort);
                        });
        });
        QVERIFY(std::ranges::count(efforts, LayoutEffort::Full) > 0);
        QVERIFY(std::ranges::count(efforts, LayoutEffort::Coarse) > 0);
        QVERIFY(std::ranges::is_sorted(efforts));
    }

    void saysThatDotIsMissing()
    {
        const FakeDot none({});
        const auto graph = tests::convNetGraph();
        QCOMPARE(
            failureOf([&] { layoutGraph(graph, sizesOf(graph)); }),
            "The graph cannot be drawn because Graphviz's program dot cannot be started; install the package "
            "graphviz.");
    }

    void saysThatDotFails_data()
    {
        QTest::addColumn<QByteArray>("script");
        QTest::addColumn<QString>("sentence");
        QTest::newRow("exit code")
            << QByteArray("cat >/dev/null; exit 3")
            << "The graph cannot be drawn because Graphviz's dot failed with exit code 3.";
        QTest::newRow("no JSON")
            << QByteArray("cat >/dev/null; echo '{'")
            << "The graph cannot be drawn because the output of Graphviz's dot cannot be read.";
        QTest::newRow("no numbers")
            << QByteArray("cat >/dev/null; echo '{\"bb\": \"\"}'")
            << "The graph cannot be drawn because the output of Graphviz's dot is incomplete.";
        QTest::newRow("random bytes")
            << QByteArray("cat >/dev/null; head -c 100000 /dev/urandom")
            << "The graph cannot be drawn because the output of Graphviz's dot cannot be read.";
        QTest::newRow("zeros")
            << QByteArray("cat >/dev/null; head -c 1000000 /dev/zero")
            << "The graph cannot be drawn because the output of Graphviz's dot cannot be read.";
        QTest::newRow("too far away")
            << QByteArray("cat >/dev/null; echo '{\"bb\": \"0,0,9e99,9\"}'")
            << "The graph cannot be drawn because the output of Graphviz's dot is incomplete.";
        QTest::newRow("not a number")
            << QByteArray("cat >/dev/null; echo '{\"bb\": \"0,0,nan,9\"}'")
            << "The graph cannot be drawn because the output of Graphviz's dot is incomplete.";
        QTest::newRow("no nodes")
            << QByteArray("cat >/dev/null; echo '{\"bb\": \"0,0,9,9\"}'")
            << "The graph cannot be drawn because Graphviz's dot did not place all of its "
               "nodes.";
    }

    void saysThatDotFails()
    {
        QFETCH(QByteArray, script);
        const FakeDot fake(script);
        const auto graph = tests::convNetGraph();
        QTEST(failureOf([&] { layoutGraph(graph, sizesOf(graph)); }), "sentence");
    }

    void stopsWhenAsked()
    {
        const FakeDot fake("touch \"$(dirname \"$0\")/started\"; exec sleep 600");
        const auto graph = tests::convNetGraph();
        std::stop_source source;
        QString failure;
        std::thread worker([&] {
            failure = failureOf([&] {
                layoutGraph(graph, sizesOf(graph), source.get_token(), {std::chrono::hours(1), {}});
            });
        });
        const bool started = QTest::qWaitFor([&] { return QFile::exists(fake.filePath("started")); }, 30'000);
        source.request_stop();
        worker.join(); // hangs for ten minutes when dot is not killed
        QVERIFY(started);
        QCOMPARE(failure, "The layout of the graph was canceled.");
    }
};

QTEST_GUILESS_MAIN(TestGraphLayout)
#include "test_graph_layout.moc"
