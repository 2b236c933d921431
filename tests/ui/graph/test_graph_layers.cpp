#include "core/run/run.h"
#include "tests/core/graph/fake_dot.h"
#include "tests/core/graph/sample_graphs.h"
#include "ui/graph/graph_canvas.h"
#include "ui/graph/graph_folding.h"
#include "ui/graph/graph_scene.h"
#include "ui/graph/graph_view.h"
#include "ui/graph/items/edge_item.h"
#include "ui/graph/items/node_item.h"
#include "ui/graph/node_details.h"
#include "ui/support/trace_selection.h"

#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QContextMenuEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QTest>
#include <QTimer>
#include <QToolButton>

using namespace stepscope;
using namespace stepscope::ui;
using tests::FakeDot;

namespace {

constexpr int patience = 60'000;

std::shared_ptr<const NetworkGraph> shared(NetworkGraph graph)
{
    return std::make_shared<const NetworkGraph>(std::move(graph));
}

/// A run in which each operator of the graph ran once per step, each for a microsecond longer than the
/// previous one, and twice as long in the backward pass.
struct RecordedRun
{
    Run run;

    explicit RecordedRun(NetworkGraph graph)
    {
        run.graph = shared(std::move(graph));
        run.outcome = RunOutcome::Running;
    }

    void addStep()
    {
        auto& trace = run.trace;
        const EventId first = trace.endEvent();
        const auto start = time;
        std::vector<TraceEvent> backward;
        int64_t number = 0;
        for (const auto& node : run.graph->nodes) {
            if (node.kind != GraphNodeKind::Operator)
                continue;
            const int64_t duration = 1000 * ++number;
            trace.append({.startNs = time,
                          .durationNs = duration,
                          .sequence = number,
                          .name = trace.names.intern(node.op),
                          .pass = Pass::Forward});
            time += duration;
            backward.push_back({.durationNs = 2 * duration,
                                .sequence = number,
                                .name = trace.names.intern(node.label + "Backward0"),
                                .pass = Pass::Backward});
        }
        for (auto event = backward.rbegin(); event != backward.rend(); ++event) {
            event->startNs = time;
            trace.append(*event);
            time += event->durationNs;
        }
        trace.steps.push_back({.number = int64_t(trace.steps.size()),
                               .startNs = start,
                               .durationNs = time - start,
                               .firstEvent = first,
                               .endEvent = trace.endEvent(),
                               .phase = StepPhase::Active});
    }

    int64_t time = 0;
};

} // namespace

class TestGraphLayers : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { Theme::instance().apply(); }

    void init()
    {
        m_view = std::make_unique<GraphView>();
        m_view->resize(900, 640);
        m_view->show();
    }

    void cleanup() { m_view.reset(); }

    void largeGraphsStartCollapsed()
    {
        showGraph(tests::largeGraph());
        QVERIFY(nodes() < 30);
        const auto layer1 = nodeNamed("layer1");
        QVERIFY(!layer1.isNone());
        const auto& card = m_view->scene()->nodeItem(layer1)->card();
        QVERIFY(card.isLayer);
        QVERIFY2(card.subtitle.startsWith("Sequential · 1"), qPrintable(card.subtitle));
        QVERIFY(card.parameters.endsWith(" parameters"));
        QVERIFY(card.kind == OperatorKind::Other);
    }

    void smallGraphsStartWhole()
    {
        showGraph(tests::convNetGraph());
        QCOMPARE(nodes(), size_t(14));
    }

    void aDoubleClickOpensALayerAndKeepsItsPlace()
    {
        showGraph(tests::largeGraph());
        const auto node = nodeNamed("layer2");
        canvas()->centerOnNode(node);
        const auto layer = m_view->drawing().folded.nodes[node].layer;
        const auto before = rectInWindow(m_view->scene()->nodeItem(node)->rect());
        QTest::mouseDClick(canvas()->viewport(), Qt::LeftButton, {}, before.center());
        waitForPicture();
        QVERIFY(!m_view->folding()->isCollapsed(layer));
        QVERIFY(nodeNamed("layer2").isNone());
        const auto frame = rectInWindow(toRect(m_view->drawing().layout.layers[layer]));
        QVERIFY(qAbs(frame.top() - before.top()) <= 2);
        QVERIFY(qAbs(frame.center().x() - before.center().x()) <= 2);
    }

    void aDoubleClickIntoAFrameClosesTheLayer()
    {
        showGraph(tests::convNetGraph());
        constexpr GraphLayerId conv1{0};
        const auto frame = rectInWindow(toRect(m_view->drawing().layout.layers[conv1]));
        const QPoint at = frame.topLeft() + QPoint(4, 4);
        QTest::mouseDClick(canvas()->viewport(), Qt::LeftButton, {}, at);
        waitForPicture();
        QVERIFY(m_view->folding()->isCollapsed(conv1));
        const auto node = nodeNamed("conv1");
        QVERIFY(!node.isNone());
        QCOMPARE(nodes(), size_t(14));
        QVERIFY((rectInWindow(m_view->scene()->nodeItem(node)->rect()).center() - at).manhattanLength() <= 4);
        QVERIFY(details()->html().contains("Conv2d"));
        QVERIFY(m_view->scene()->nodeItem(node)->card().kind == OperatorKind::Convolution);
    }

    void keysOpenAndClose()
    {
        showGraph(tests::largeGraph());
        m_view->selectNode(nodeNamed("layer1"));
        QVERIFY(details()->html().contains("Sequential"));
        QTest::keyClick(canvas(), Qt::Key_Return);
        waitForPicture();
        QVERIFY(nodeNamed("layer1").isNone());
        QVERIFY(!m_view->selectedNode().isNone()); // something in it, to go on from
        QTest::keyClick(canvas(), Qt::Key_Backspace);
        waitForPicture();
        QCOMPARE(m_view->selectedNode(), nodeNamed("layer1"));
        QVERIFY(!m_view->selectedNode().isNone());
    }

    void allAreExpandedAndCollapsed()
    {
        const auto graph = tests::largeGraph();
        showGraph(graph);
        const auto collapsed = nodes();
        QTest::keyClick(canvas(), Qt::Key_Down, Qt::ControlModifier | Qt::ShiftModifier);
        waitForPicture();
        QCOMPARE(nodes(), graph.nodes.size());
        QTest::keyClick(canvas(), Qt::Key_Up, Qt::ControlModifier | Qt::ShiftModifier);
        waitForPicture();
        QVERIFY(nodes() <= collapsed);
    }

    void theMenuOpensWhatIsUnderTheMouse()
    {
        showGraph(tests::largeGraph());
        const auto node = nodeNamed("layer3");
        canvas()->centerOnNode(node);
        QStringList texts;
        QTimer::singleShot(0, this, [&] {
            auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
            for (auto* action : menu->actions())
                texts += action->text();
            menu->actions().front()->trigger();
            menu->close();
        });
        const QPoint at = rectInWindow(m_view->scene()->nodeItem(node)->rect()).center();
        QContextMenuEvent event(QContextMenuEvent::Mouse, at, canvas()->viewport()->mapToGlobal(at));
        QApplication::sendEvent(canvas()->viewport(), &event);
        QCOMPARE(texts.first(), "Expand layer3");
        QVERIFY(texts.contains("Collapse all"));
        waitForPicture();
        QVERIFY(nodeNamed("layer3").isNone());
    }

    void edgesSayWhatFlows()
    {
        tests::GraphBuilder b("net", 1);
        const auto layer = b.layer("a", "A");
        const auto in = b.terminal(GraphNodeKind::Input, {4, 8});
        const auto x = b.op("x", layer, {2}, {in});
        const auto y = b.op("y", layer, {3}, {in});
        b.op("z", {}, {1}, {x, y});
        showGraph(std::move(b).graph());
        QCOMPARE(m_view->scene()->edgeItem(0)->line().text, "4 × 8");
        m_view->folding()->collapseAll();
        waitForPicture();
        QCOMPARE(m_view->scene()->edgeItem(0)->line().text, "4 × 8");
        QCOMPARE(m_view->scene()->edgeItem(1)->line().text, "2 tensors");
    }

    void thePictureStaysUntilTheNextIsReady()
    {
        showGraph(tests::largeGraph());
        const auto before = nodes();
        {
            const FakeDot fake("exec sleep 600");
            m_view->folding()->expandAll();
            QTest::qWait(50);
            QCOMPARE(nodes(), before);
            QVERIFY(canvas()->isVisible());
        }
        m_view->folding()->collapseAll(); // the hanging layout is canceled
        waitForPicture();
        QVERIFY(nodes() <= before);
    }

    void aSearchOpensWhatHidesItsMatch()
    {
        showGraph(tests::largeGraph());
        auto* search = m_view->findChild<QLineEdit*>("graphSearch");
        search->setFocus();
        QTest::keyClicks(search, "layer3.7.conv2");
        QCOMPARE(m_view->findChild<QLabel*>("graphMatchCount")->text(), "1 of 1");
        QVERIFY(m_view->scene()->nodeItem(nodeNamed("layer3"))->marks().found);
        QTest::keyClick(search, Qt::Key_Return);
        waitForPicture();
        const auto node = m_view->selectedNode();
        QVERIFY(!node.isNone());
        QCOMPARE(m_view->drawing().graph().nodes[node].op, std::string("aten::conv2d"));
        QVERIFY(m_view->scene()->nodeItem(node)->marks().current);
    }

    void costsOfALayerAreSummedWhileItTrains()
    {
        RecordedRun recorded(tests::convNetGraph());
        m_view->showRun(&recorded.run);
        waitForPicture();
        m_view->findChild<QComboBox*>("graphHeat")->setCurrentIndex(int(GraphHeat::Forward));
        m_view->folding()->collapseAll();
        waitForPicture();
        const auto heat = [&] { return m_view->scene()->nodeItem(nodeNamed("fc1"))->heat(); };
        QVERIFY(!heat());
        recorded.addStep();
        m_view->refresh();
        QVERIFY(heat());
        QVERIFY2(heat()->text.startsWith("8 µs") || heat()->text.startsWith("8.00 µs"),
                 qPrintable(heat()->text)); // the eighth operator
        recorded.addStep();
        recorded.run.outcome = RunOutcome::Finished;
        m_view->refresh();
        m_view->selectNode(nodeNamed("fc1"));
        QVERIFY2(details()->html().contains("Backward time: 16"), qPrintable(details()->html()));
    }

    void showsTheBackwardPass()
    {
        RecordedRun recorded(tests::convNetGraph());
        m_view->showRun(&recorded.run);
        waitForPicture();
        auto* pass = m_view->findChild<QComboBox*>("graphPass");
        pass->setFocus();
        QTest::keyClick(pass, Qt::Key_Down);
        QVERIFY(m_view->findChild<QLabel*>("graphMessageHint")->isVisible());
        recorded.addStep();
        recorded.run.outcome = RunOutcome::Finished;
        m_view->refresh();
        waitForPicture();
        QVERIFY(canvas()->isVisible());
        QCOMPARE(nodes(), size_t(13)); // without the input
        QCOMPARE(nodeNamed("gradient of output"), DrawnNodeId(0));
        QCOMPARE(nodeNamed("log_softmaxBackward0"), DrawnNodeId(1));
        const auto& edge = m_view->drawing().graph().edges.front();
        QCOMPARE(edge.from, GraphNodeId(0));
        QCOMPARE(edge.to, GraphNodeId(1));
        m_view->selectNode(nodeNamed("linearBackward0"));
        QVERIFY(details()->html().contains("Backward time: 22"));
        QVERIFY(!details()->html().contains("Forward time"));
        pass->setFocus();
        QTest::keyClick(pass, Qt::Key_Up);
        waitForPicture();
        QCOMPARE(nodes(), size_t(14));
    }

    void sharesWhatIsSelected()
    {
        TraceSelection selection;
        m_view->setSelection(&selection);
        showGraph(tests::convNetGraph());
        m_view->selectNode(DrawnNodeId(3));
        QCOMPARE(selection.focus(), (TraceFocus{.operatorName = "aten::conv2d", .layer = "conv2"}));
        selection.setFocus({.layer = "fc1"});
        QCOMPARE(m_view->drawing().graph().nodes[m_view->selectedNode()].op, std::string("aten::linear"));
        QCOMPARE(selection.focus(), TraceFocus{.layer = "fc1"});
        selection.setFocus({.operatorName = "aten::log_softmax"});
        QCOMPARE(m_view->selectedNode(), DrawnNodeId(12));
        m_view->folding()->collapseAll();
        waitForPicture();
        m_view->selectNode(nodeNamed("conv1"));
        QCOMPARE(selection.focus(), TraceFocus{.layer = "conv1"});
    }

    void exportsWhatIsShown()
    {
        showGraph(tests::convNetGraph());
        QCOMPARE(m_view->exportItems().size(), 2);
        m_view->folding()->setCollapsed(GraphLayerId(0), true);
        waitForPicture();
        m_view->folding()->setCollapsed(GraphLayerId(1), true);
        waitForPicture();
        QCOMPARE(m_view->exportItems().size(), 2); // layers of one operator hide nothing
        showGraph(tests::largeGraph());
        QCOMPARE(m_view->exportItems().size(), 3);
    }

    void paintsFromFarAndNear()
    {
        showGraph(tests::largeGraph());
        m_view->folding()->expandAll();
        waitForPicture();
        QVERIFY(m_view->scene()->nodeItem(DrawnNodeId(900)));
        for (const double zoom : {smallestZoom, 0.1, 0.3, 0.6, 1.0, largestZoom}) {
            canvas()->setZoom(zoom);
            QVERIFY(!m_view->grab().isNull());
        }
    }

private:
    GraphCanvas* canvas() const { return m_view->canvas(); }
    NodeDetails* details() const { return m_view->findChild<NodeDetails*>(); }
    size_t nodes() const { return m_view->drawing().graph().nodes.size(); }

    DrawnNodeId nodeNamed(const std::string& label) const
    {
        const auto& all = m_view->drawing().graph().nodes;
        const auto found = std::ranges::find(all, label, &GraphNode::label);
        return found == all.end() ? DrawnNodeId() : DrawnNodeId(uint32_t(found - all.begin()));
    }

    void waitForPicture() { QTRY_VERIFY_WITH_TIMEOUT(!m_view->isLayingOut(), patience); }

    void showGraph(NetworkGraph graph)
    {
        m_view->showPreview(shared(std::move(graph)));
        waitForPicture();
        canvas()->setFocus();
    }

    QRect rectInWindow(const QRectF& rect) const { return canvas()->mapFromScene(rect).boundingRect(); }

    std::unique_ptr<GraphView> m_view;
};

QTEST_MAIN(TestGraphLayers)
#include "test_graph_layers.moc"
