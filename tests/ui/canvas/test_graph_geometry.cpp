#include "tests/core/graph/sample_graphs.h"
#include "ui/canvas/graph_geometry.h"

#include <QTest>

using namespace stepscope;
using namespace stepscope::ui;

using Points = std::vector<LayoutPoint>;
Q_DECLARE_METATYPE(Points)

namespace {

QRectF seen(const GraphPort& port, const QSizeF& window)
{
    const QSizeF size = window / port.zoom;
    return {port.center - QPointF(size.width(), size.height()) / 2, size};
}

} // namespace

class TestGraphGeometry : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void zoomingKeepsWhatIsUnderThePointer()
    {
        const GraphPort port{1.0, {100, 100}};
        const QPointF fromMiddle(80, -40);
        const auto zoomed = port.zoomed(2.0, fromMiddle);
        QCOMPARE(zoomed.zoom, 2.0);
        QCOMPARE(zoomed.center + fromMiddle / zoomed.zoom, port.center + fromMiddle / port.zoom);
        QCOMPARE(port.zoomed(100.0, fromMiddle).zoom, largestZoom);
        QCOMPARE(port.zoomed(0.00001, fromMiddle).zoom, smallestZoom);
        QCOMPARE(wheelZoom({0, 240}), zoomStep * zoomStep);
        QCOMPARE(wheelZoom({120, 0}), 1.0);
    }

    void panningKeepsSomeOfTheGraphVisible()
    {
        const QRectF content(0, 0, 1000, 1000);
        const QSizeF window(400, 400);
        const GraphPort port{2.0, {500, 500}};
        QCOMPARE(port.panned({20, -10}, content, window).center, QPointF(490, 505));
        const auto left = port.panned({10'000, 0}, content, window);
        QCOMPARE(seen(left, window).right(), 24.0); // 48 pixels
        const GraphPort away{2.0, {5000, 500}};
        QCOMPARE(away.panned({-20, 0}, content, window).center, away.center); // no farther
        QCOMPARE(away.panned({20, 0}, content, window).center, QPointF(4990, 500));
    }

    void showsTheWhole_data()
    {
        QTest::addColumn<QRectF>("content");
        QTest::addColumn<QSizeF>("window");
        QTest::addColumn<double>("zoom");
        QTest::newRow("width decides") << QRectF(0, 0, 1000, 100) << QSizeF(532, 532) << 0.5;
        QTest::newRow("height decides") << QRectF(0, 0, 100, 2000) << QSizeF(532, 532) << 0.25;
        QTest::newRow("small stays small") << QRectF(0, 0, 50, 50) << QSizeF(800, 600) << 1.25;
        QTest::newRow("empty") << QRectF() << QSizeF(800, 600) << 1.25;
        QTest::newRow("no window") << QRectF(0, 0, 100, 100) << QSizeF(0, 0) << 0.01;
    }

    void showsTheWhole()
    {
        QFETCH(QRectF, content);
        QFETCH(QSizeF, window);
        const auto port = wholePort(content, window);
        QTEST(port.zoom, "zoom");
        QCOMPARE(port.center, content.center());
    }

    void startsWhereTheTextCanBeRead_data()
    {
        QTest::addColumn<QRectF>("content");
        QTest::addColumn<QRectF>("first");
        QTest::addColumn<double>("zoom");
        QTest::newRow("fits") << QRectF(0, 0, 400, 400) << QRectF(100, 0, 140, 40) << 1.25;
        QTest::newRow("fits just") << QRectF(0, 0, 400, 710) << QRectF(100, 0, 140, 40) << 0.8;
        QTest::newRow("long chain") << QRectF(0, 0, 200, 3000) << QRectF(30, 0, 140, 40) << 1.0;
        QTest::newRow("long and wide") << QRectF(0, 0, 960, 3000) << QRectF(800, 0, 140, 40) << 0.8;
        QTest::newRow("far too wide") << QRectF(0, 0, 5000, 3000) << QRectF(800, 0, 140, 40) << readableZoom;
        QTest::newRow("upwards") << QRectF(0, 0, 200, 3000) << QRectF(30, 2960, 140, 40) << 1.0;
    }

    void startsWhereTheTextCanBeRead()
    {
        QFETCH(QRectF, content);
        QFETCH(QRectF, first);
        const QSizeF window(800, 600);
        const auto port = startPort(content, first, window);
        QTEST(port.zoom, "zoom");
        QVERIFY(seen(port, window).contains(first));
    }

    void graphsFromLeftToRightStartAtTheLeft()
    {
        const QSizeF window(800, 600);
        QCOMPARE(leftStartPort({0, 0, 400, 400}, window).zoom, 1.25); // all of it
        const auto small = leftStartPort({0, 0, 1280, 400}, window);
        QCOMPARE(small.zoom, 0.6); // still all of it
        QCOMPARE(small.center, QPointF(640, 200));
        const auto wide = leftStartPort({0, 0, 3000, 400}, window);
        QCOMPARE(wide.zoom, readableZoom);
        QVERIFY(seen(wide, window).left() < 0.0);
        QCOMPARE(wide.center.y(), 200.0);
        const auto tall = leftStartPort({0, 0, 400, 3000}, window);
        QCOMPARE(tall.zoom, readableZoom);
        QCOMPARE(tall.center.x(), 200.0);
        QVERIFY(seen(tall, window).top() < 0.0 && seen(tall, window).top() > -50.0);
    }

    void mapsWhatIsOutOfSight_data()
    {
        QTest::addColumn<QRectF>("content");
        QTest::addColumn<QRectF>("seen");
        QTest::addColumn<double>("scale");
        QTest::newRow("long") << QRectF(0, 0, 100, 5680) << QRectF(0, 0, 800, 600) << 0.1;
        QTest::newRow("wide") << QRectF(0, 0, 1200, 100) << QRectF(0, 0, 800, 600) << 0.1;
        QTest::newRow("not very long") << QRectF(0, 0, 100, 601) << QRectF(0, 0, 800, 600) << 0.16;
        QTest::newRow("all in sight") << QRectF(0, 0, 100, 599) << QRectF(-1, 0, 800, 600) << 0.0;
        QTest::newRow("empty") << QRectF() << QRectF(0, 0, 800, 600) << 0.0;
    }

    void mapsWhatIsOutOfSight()
    {
        QFETCH(QRectF, content);
        QFETCH(QRectF, seen);
        const auto map = graphMap(content, seen, {800, 600});
        QTEST(map.scale, "scale");
        if (map.scale <= 0.0)
            return;
        QVERIFY(QRectF(0, 0, 800, 600).contains(map.frame));
        QCOMPARE(map.toMap(content), map.frame);
        QCOMPARE(map.toGraph(map.frame.center()), content.center());
        QCOMPARE(map.toMap({map.toGraph({700, 50}), QSizeF()}).topLeft(), QPointF(700, 50));
    }

    void hasNoMapWithoutRoom()
    {
        const QRectF content(0, 0, 100, 5000);
        const QRectF seen(0, 0, 10, 10);
        QCOMPARE(graphMap(content, seen, {400, 20}).scale, 0.0);
        QCOMPARE(graphMap(content, seen, {300, 600}).scale, 0.0); // it would cover the graph
        QVERIFY(graphMap(content, seen, {400, 600}).scale > 0.0);
    }

    void pointsArrowsAlongTheirEdge_data()
    {
        QTest::addColumn<Points>("points");
        QTest::addColumn<QPointF>("middleOfBase");
        QTest::newRow("down") << Points{{0, 0}, {0, 10}, {0, 20}, {0, 30}} << QPointF(0, 23);
        QTest::newRow("left") << Points{{30, 5}, {20, 5}, {10, 5}, {0, 5}} << QPointF(7, 5);
        QTest::newRow("doubled end") << Points{{0, 0}, {0, 10}, {0, 30}, {0, 30}} << QPointF(0, 23);
    }

    void pointsArrowsAlongTheirEdge()
    {
        QFETCH(Points, points);
        QFETCH(QPointF, middleOfBase);
        const auto arrow = arrowHead(points, 7, 6);
        QCOMPARE(arrow.size(), 3);
        QCOMPARE(arrow[0], QPointF(points.back().x, points.back().y));
        QCOMPARE((arrow[1] + arrow[2]) / 2, middleOfBase);
        QCOMPARE(edgePath(points, 7).currentPosition(), middleOfBase);
    }

    void findsTheMiddleOfAnEdge()
    {
        const auto middle = edgeMiddle({{0, 0}, {0, 10}, {0, 20}, {0, 30}, {0, 40}, {0, 50}, {0, 60}});
        QVERIFY(qAbs(middle.y() - 30) < 0.5);
    }

    void drawsNothingForAnEdgeWithoutPoints()
    {
        QVERIFY(edgePath({}, 7).isEmpty());
        QVERIFY(arrowHead({}, 7, 6).isEmpty());
        QCOMPARE(edgeMiddle({}), QPointF());
    }

    // 0 leads to 1 and 2, which are side by side and lead to 3.
    void goesFromNodeToNode_data()
    {
        QTest::addColumn<uint32_t>("node");
        QTest::addColumn<int>("direction");
        QTest::addColumn<uint32_t>("next");
        constexpr GraphNodeId none;
        const auto row = [](const char* name, uint32_t node, GraphDirection direction, uint32_t next) {
            QTest::newRow(name) << node << int(direction) << next;
        };
        row("down to the one straight below", 0, GraphDirection::Down, 1);
        row("down", 2, GraphDirection::Down, 3);
        row("up to the one straight above", 3, GraphDirection::Up, 1);
        row("right", 1, GraphDirection::Right, 2);
        row("left", 2, GraphDirection::Left, 1);
        row("nothing above the first", 0, GraphDirection::Up, none);
        row("nothing below the last", 3, GraphDirection::Down, none);
        row("nothing beside", 2, GraphDirection::Right, none);
        row("no node", none, GraphDirection::Down, none);
    }

    void goesFromNodeToNode()
    {
        QFETCH(uint32_t, node);
        QFETCH(int, direction);
        NetworkGraph graph;
        graph.nodes.resize(4);
        using Ends = std::pair<uint32_t, uint32_t>;
        for (const auto& [from, to] : {Ends(0, 2), Ends(0, 1), Ends(1, 3), Ends(2, 3), Ends(3, 3)})
            graph.edges.push_back({GraphNodeId(from), GraphNodeId(to), {}});
        GraphLayout layout;
        layout.nodes = {{0, 0, 100, 40}, {0, 80, 100, 40}, {200, 90, 100, 40}, {0, 160, 100, 40}};
        const auto found = neighborNode(graph, layout, GraphNodeId(node), GraphDirection(direction));
        QTEST(uint32_t(found), "next");
    }
};

QTEST_GUILESS_MAIN(TestGraphGeometry)
#include "test_graph_geometry.moc"
