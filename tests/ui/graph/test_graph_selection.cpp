#include "tests/core/graph/sample_graphs.h"
#include "ui/graph/graph_drawing.h"
#include "ui/graph/graph_selection.h"

#include <QTest>

using namespace stepscope;
using namespace stepscope::ui;

namespace {

/// Without a layout.
GraphDrawing drawingOf(NetworkGraph graph, const CollapsedLayers& collapsed)
{
    GraphDrawing drawing;
    drawing.whole = std::make_shared<const NetworkGraph>(std::move(graph));
    drawing.collapsed = collapsed;
    drawing.folded = foldGraph(*drawing.whole, collapsed);
    return drawing;
}

} // namespace

class TestGraphSelection : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aNodeIsItsOperatorInItsLayer()
    {
        const auto drawing = drawingOf(tests::convNetGraph(), CollapsedLayers(6));
        const TraceFocus convolution{.event = {}, .operatorName = "aten::conv2d", .layer = "conv2"};
        QCOMPARE(focusOfNode(drawing, DrawnNodeId(3), false), convolution);
        QCOMPARE(nodeOfFocus(drawing, convolution), DrawnNodeId(3));
        QCOMPARE(focusOfNode(drawing, DrawnNodeId(3), true).operatorName, QString());
        QCOMPARE(focusOfNode(drawing, DrawnNodeId(0), false), TraceFocus()); // the input
        QCOMPARE(focusOfNode(drawing, {}, false), TraceFocus());
    }

    void aCollapsedLayerIsOnlyALayer()
    {
        const auto drawing = drawingOf(tests::convNetGraph(), CollapsedLayers(6, true));
        const TraceFocus layer{.event = {}, .operatorName = {}, .layer = "conv2"};
        QCOMPARE(focusOfNode(drawing, DrawnNodeId(3), false), layer);
        QCOMPARE(nodeOfFocus(drawing, layer), DrawnNodeId(3));
        QCOMPARE(nodeOfFocus(drawing, {.event = {}, .operatorName = "aten::conv2d", .layer = "conv2"}),
                 DrawnNodeId(3));
    }

    void findsTheFirstNodeOfWhatIsSelected()
    {
        const auto drawing = drawingOf(tests::convNetGraph(), CollapsedLayers(6));
        const auto find = [&](const char* op, const char* layer) {
            return nodeOfFocus(drawing, {.event = {}, .operatorName = op, .layer = layer});
        };
        QCOMPARE(find("aten::relu", ""), DrawnNodeId(2));
        QCOMPARE(find("", "fc1"), DrawnNodeId(8));
        QCOMPARE(find("aten::unknown", "fc1"), DrawnNodeId(8));
        QVERIFY(find("aten::unknown", "").isNone());
        QVERIFY(find("", "unknown").isNone());
        QVERIFY(find("", "").isNone());
        QVERIFY(
            nodeOfFocus(GraphDrawing(), {.event = {}, .operatorName = "aten::relu", .layer = {}}).isNone());
    }
};

QTEST_GUILESS_MAIN(TestGraphSelection)
#include "test_graph_selection.moc"
