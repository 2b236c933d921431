#include "core/base/error.h"
#include "core/base/text/format.h"
#include "core/graph/graph_dot.h"
#include "core/run/run.h"
#include "tests/core/graph/fake_dot.h"
#include "tests/core/graph/sample_graphs.h"
#include "ui/graph/graph_canvas.h"
#include "ui/graph/graph_overview.h"
#include "ui/graph/graph_scene.h"
#include "ui/graph/graph_view.h"
#include "ui/graph/items/edge_item.h"
#include "ui/graph/items/layer_item.h"
#include "ui/graph/items/node_item.h"
#include "ui/graph/node_details.h"
#include "ui/support/trace_selection.h"

#include <QClipboard>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QStackedWidget>
#include <QTest>
#include <QToolButton>
#include <QWheelEvent>

#include <algorithm>

using namespace stepscope;
using namespace stepscope::ui;
using tests::FakeDot;

namespace {

constexpr int patience = 60'000;

QString toText(double ns)
{
    return QString::fromStdString(formatNs(ns));
}

std::shared_ptr<const NetworkGraph> shared(NetworkGraph graph)
{
    return std::make_shared<const NetworkGraph>(std::move(graph));
}

} // namespace

class TestGraphView : public QObject
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

    void cleanup()
    {
        m_view.reset();
        Theme::instance().setMode(ThemeMode::Light);
    }

    void saysWhatToDoWhenThereIsNoGraph()
    {
        QCOMPARE(message(), "Press Train to see the network's operators with their shapes and parameters.");
        QVERIFY(m_view->exportItems().isEmpty());
        QVERIFY(!search()->isEnabled());
        Run run;
        run.outcome = RunOutcome::Running;
        m_view->showRun(&run);
        QCOMPARE(message(), "Its graph appears after the first forward pass.");
        run.outcome = RunOutcome::Stopped;
        m_view->refresh();
        QCOMPARE(message(), "It ended before the network was captured.");
        run.outcome = RunOutcome::Failed;
        run.failure = "There is not enough memory.";
        m_view->refresh();
        QCOMPARE(message(), "There is not enough memory.");
    }

    void saysOfARecordedProgramWhetherAGraphMayCome()
    {
        Run run;
        run.kind = RunKind::Program;
        run.outcome = RunOutcome::Running;
        m_view->showRun(&run);
        const auto* title = m_view->findChild<QLabel*>("graphMessageTitle");
        QCOMPARE(title->text(), "No graph yet");
        QCOMPARE(message(), "It appears with the first complete forward pass of a torch.nn.Module.");
        run.outcome = RunOutcome::Finished;
        m_view->refresh();
        QCOMPARE(title->text(), "This run has no graph");
    }

    void showsThePreviewAndThenTheRun()
    {
        showGraph(tests::convNetGraph());
        QVERIFY(item(13));
        Run run;
        m_view->showRun(&run);
        QVERIFY(!m_view->isLayingOut());
        QVERIFY(item(13));
        run.graph = shared(tests::hostileGraph());
        m_view->refresh();
        QTRY_VERIFY_WITH_TIMEOUT(!item(13), patience);
        QVERIFY(item(1));
    }

    void cardsAreColoredByWhatTheyCost()
    {
        Run run;
        NetworkGraph graph = tests::convNetGraph();
        run.graph = shared(graph);
        int64_t time = 0;
        std::vector<DrawnNodeId> operators;
        for (DrawnNodeId node{0}; node < graph.nodes.size(); ++node) {
            const auto& each = graph.nodes[node];
            if (each.kind != GraphNodeKind::Operator)
                continue;
            operators.push_back(node);
            const int64_t duration = 1000 * int64_t(operators.size());
            run.trace.append({.startNs = time,
                              .durationNs = duration,
                              .name = run.trace.names.intern(each.op),
                              .pass = Pass::Forward});
            time += duration;
        }
        run.trace.steps = {
            {.durationNs = time, .endEvent = run.trace.endEvent(), .phase = StepPhase::Active}};
        run.outcome = RunOutcome::Finished;
        m_view->showRun(&run);
        QTRY_VERIFY_WITH_TIMEOUT(item(13), patience);
        QVERIFY(!m_view->scene()->nodeItem(operators[0])->heat());

        auto* heat = m_view->findChild<QComboBox*>("graphHeat");
        heat->setFocus();
        QTest::keyClick(heat, Qt::Key_Down); // by time
        const auto last = m_view->scene()->nodeItem(operators.back())->heat();
        QVERIFY(last);
        QCOMPARE(last->share, 1.0);
        const auto first = m_view->scene()->nodeItem(operators.front())->heat();
        QCOMPARE(first->share, 1.0 / double(operators.size()));
        QVERIFY2(first->text.startsWith("1 µs · ") || first->text.startsWith("1.00 µs · "),
                 qPrintable(first->text));
        m_view->selectNode(operators.front());
        QVERIFY(m_view->findChild<NodeDetails*>()->html().contains("Forward time: 1"));

        heat->setFocus();
        QTest::keyClick(heat, Qt::Key_Up);
        QVERIFY(!m_view->scene()->nodeItem(operators[0])->heat());
    }

    void costsFollowTheSelectedSteps()
    {
        Run run;
        run.graph = shared(tests::convNetGraph());
        appendStep(run, 10, 2000);
        appendStep(run, 11, 6000);
        const auto isOperator = [](const GraphNode& node) { return node.kind == GraphNodeKind::Operator; };
        const auto& nodes = run.graph->nodes;
        const DrawnNodeId first(uint32_t(std::ranges::find_if(nodes, isOperator) - nodes.begin()));
        run.outcome = RunOutcome::Finished;
        TraceSelection selection;
        m_view->setSelection(&selection);
        m_view->showRun(&run);
        QTRY_VERIFY_WITH_TIMEOUT(item(13), patience);
        auto* heat = m_view->findChild<QComboBox*>("graphHeat");
        heat->setFocus();
        QTest::keyClick(heat, Qt::Key_Down); // by time
        const auto shownTime = [&] {
            const auto shown = m_view->scene()->nodeItem(first)->heat();
            return shown ? shown->text.section(" · ", 0, 0) : QString();
        };
        const auto* note = m_view->findChild<QLabel*>("graphSteps");
        QCOMPARE(shownTime(), toText(4000));
        QVERIFY(note->isHidden());

        selection.setSteps({.first = 11, .last = 11});
        QTRY_COMPARE(shownTime(), toText(6000));
        QCOMPARE(note->text(), "Costs of step 11");
        QVERIFY(!note->isHidden());

        selection.setSteps({.first = 20, .last = 20});
        QTRY_COMPARE(shownTime(), QString());
        QCOMPARE(note->text(), "Step 20 was not recorded");

        m_view->hide();
        selection.setSteps({.first = 10, .last = 10});
        m_view->show(); // catches up
        QTRY_COMPARE(shownTime(), toText(2000));
        QCOMPARE(note->text(), "Costs of step 10");

        auto* pass = m_view->findChild<QComboBox*>("graphPass");
        pass->setFocus();
        QTest::keyClick(pass, Qt::Key_Down);
        QCOMPARE(m_view->findChild<QLabel*>("graphMessageTitle")->text(),
                 "No backward pass recorded"); // in any step
        selection.setSteps({});
        QTRY_VERIFY(note->isHidden());
        QCOMPARE(m_view->findChild<QLabel*>("graphMessageTitle")->text(), "No backward pass recorded");
        m_view.reset(); // before the selection
    }

    void aBackwardPassMayBeInOtherStepsThanTheSelectedOnes()
    {
        Run run;
        run.graph = shared(tests::convNetGraph());
        appendStep(run, 10, 2000);
        appendStep(run, 11, 2000, true);
        run.outcome = RunOutcome::Finished;
        TraceSelection selection;
        m_view->setSelection(&selection);
        m_view->showRun(&run);
        QTRY_VERIFY_WITH_TIMEOUT(item(13), patience);
        selection.setSteps({.first = 10, .last = 10});
        QTRY_COMPARE(m_view->findChild<QLabel*>("graphSteps")->text(), "Costs of step 10");
        auto* pass = m_view->findChild<QComboBox*>("graphPass");
        pass->setFocus();
        QTest::keyClick(pass, Qt::Key_Down);
        QCOMPARE(m_view->findChild<QLabel*>("graphMessageTitle")->text(),
                 "No backward pass in the selected steps");
        QVERIFY(!item(0));
        selection.setSteps({.first = 11, .last = 11});
        QTRY_VERIFY_WITH_TIMEOUT(item(0), patience);
        m_view.reset(); // before the selection
    }

    void keepsThePictureWhenTheRunShowsTheSameNetwork()
    {
        showGraph(tests::convNetGraph());
        canvas()->zoomBy(2);
        const auto zoom = canvas()->zoom();
        auto graph = tests::convNetGraph();
        graph.nodes[1].sequence = 7;
        Run run;
        run.graph = shared(std::move(graph));
        m_view->showRun(&run);
        QVERIFY(!m_view->isLayingOut());
        QCOMPARE(canvas()->zoom(), zoom);
    }

    void startsReadableAtTheInput()
    {
        showGraph(tests::convNetGraph());
        QVERIFY(canvas()->zoom() >= readableZoom);
        QVERIFY(isInSight(0));
        m_view->resize(900, 300);
        QVERIFY(isInSight(0));
        QVERIFY(!isInSight(13));
    }

    void fitsTheWholeGraph_data()
    {
        QTest::addColumn<int>("key");
        QTest::newRow("F") << int(Qt::Key_F);
        QTest::newRow("Home") << int(Qt::Key_Home);
        QTest::newRow("double click") << 0;
    }

    void fitsTheWholeGraph()
    {
        QFETCH(int, key);
        showGraph(tests::resNetGraph());
        QVERIFY(!isInSight(100));
        if (key)
            QTest::keyClick(canvas(), Qt::Key(key));
        else
            QTest::mouseDClick(canvas()->viewport(), Qt::LeftButton, {}, QPoint(2, 2));
        for (const uint32_t node : {0, 50, 100, 140})
            QVERIFY(isInSight(node));
        m_view->resize(600, 400);
        QVERIFY(isInSight(0) && isInSight(140));
    }

    void staysWhereTheUserZoomed()
    {
        showGraph(tests::convNetGraph());
        canvas()->zoomBy(2);
        const auto port = canvas()->port();
        m_view->resize(700, 500);
        QCOMPARE(canvas()->zoom(), port.zoom);
        QCOMPARE(canvas()->port().center, port.center);
    }

    void zoomsToTheCursor()
    {
        showGraph(tests::convNetGraph());
        const QPoint at(140, 90);
        const auto middle = QRectF(canvas()->viewport()->rect()).center();
        const auto underCursor = [&] {
            return canvas()->port().center + (QPointF(at) - middle) / canvas()->zoom();
        };
        for (const int notches : {1, 3, -2, 5, -9}) {
            const auto before = underCursor();
            const auto zoom = canvas()->zoom();
            turnWheel(at, notches);
            QVERIFY(notches > 0 ? canvas()->zoom() > zoom : canvas()->zoom() < zoom);
            QVERIFY((underCursor() - before).manhattanLength() < 1e-6);
            QVERIFY((canvas()->mapFromScene(before) - at).manhattanLength() <= 2); // whole pixels
        }
    }

    void staysWithinItsZooms()
    {
        showGraph(tests::convNetGraph());
        turnWheel({50, 50}, 100);
        QCOMPARE(canvas()->zoom(), largestZoom);
        turnWheel({50, 50}, -200);
        QCOMPARE(canvas()->zoom(), smallestZoom);
        QTest::keyClick(canvas(), Qt::Key_0, Qt::ControlModifier);
        QCOMPARE(canvas()->zoom(), 1.0);
        QCOMPARE(m_view->findChild<QToolButton*>("graphZoom")->text(), "100 %");
        QTest::keyClick(canvas(), Qt::Key_Plus, Qt::ControlModifier);
        QVERIFY(canvas()->zoom() > 1.0);
        QTest::keyClick(canvas(), Qt::Key_Minus, Qt::ControlModifier);
        QVERIFY(qAbs(canvas()->zoom() - 1.0) < 1e-9);
    }

    void pansByDragging()
    {
        showGraph(tests::resNetGraph());
        const auto before = canvas()->port().center;
        drag({300, 300}, {260, 220});
        const auto moved = (canvas()->port().center - before) * canvas()->zoom();
        QCOMPARE(moved, QPointF(40, 80));
        QVERIFY(m_view->selectedNode().isNone());
        for (int i = 0; i < 100; ++i)
            drag({10, 10}, {500, 500});
        QVERIFY(canvas()
                    ->mapFromScene(m_view->scene()->content())
                    .boundingRect()
                    .intersects(canvas()->viewport()->rect()));
    }

    void selectsByClicking()
    {
        showGraph(tests::convNetGraph());
        click(1);
        QCOMPARE(m_view->selectedNode(), DrawnNodeId(1));
        QVERIFY(item(1)->marks().selected);
        QVERIFY(m_view->scene()->edgeItem(0)->isHighlighted());
        QVERIFY(m_view->scene()->edgeItem(1)->isHighlighted());
        QVERIFY(!m_view->scene()->edgeItem(2)->isHighlighted());
        QVERIFY(details()->html().contains("conv1.weight"));
        QTest::mouseClick(canvas()->viewport(), Qt::LeftButton, {}, QPoint(2, 2));
        QVERIFY(m_view->selectedNode().isNone());
        QVERIFY(details()->html().contains("mnist-convnet"));
    }

    void followsLinksInTheDetails()
    {
        showGraph(tests::convNetGraph());
        m_view->selectNode(DrawnNodeId(3));
        Q_EMIT details()->findChild<QLabel*>()->linkActivated("node:4");
        QCOMPARE(m_view->selectedNode(), DrawnNodeId(4));
        QVERIFY(item(4)->marks().selected);
        QVERIFY(!item(3)->marks().selected);
    }

    void ignoresNodesThatAreNotThere()
    {
        m_view->selectNode(DrawnNodeId(0));
        QVERIFY(m_view->selectedNode().isNone());
        showGraph(tests::convNetGraph());
        m_view->selectNode(DrawnNodeId(14));
        QVERIFY(m_view->selectedNode().isNone());
    }

    void movesAlongEdgesByArrowKeys()
    {
        showGraph(tests::convNetGraph());
        for (uint32_t node = 0; node < 14; ++node) {
            QTest::keyClick(canvas(), Qt::Key_Down);
            QCOMPARE(m_view->selectedNode(), DrawnNodeId(node));
            QVERIFY(isInSight(node));
        }
        QTest::keyClick(canvas(), Qt::Key_Down);
        QCOMPARE(m_view->selectedNode(), DrawnNodeId(13));
        QTest::keyClick(canvas(), Qt::Key_Up);
        QCOMPARE(m_view->selectedNode(), DrawnNodeId(12));
        QTest::keyClick(canvas(), Qt::Key_Escape);
        QVERIFY(m_view->selectedNode().isNone());
    }

    void marksWhatIsUnderTheMouse()
    {
        showGraph(tests::convNetGraph());
        QTest::mouseMove(canvas()->viewport(), inWindow(2));
        QVERIFY(item(2)->marks().hovered);
        QVERIFY(m_view->scene()->edgeItem(2)->isHighlighted());
        QVERIFY(item(2)->toolTip().contains("aten::relu"));
        QTest::mouseMove(canvas()->viewport(), QPoint(2, 2));
        QVERIFY(!item(2)->marks().hovered);
    }

    void searches()
    {
        showGraph(tests::convNetGraph());
        QTest::keyClick(canvas(), Qt::Key_F, Qt::ControlModifier);
        QCOMPARE(QApplication::focusWidget(), search());
        QTest::keyClicks(search(), "relu");
        QCOMPARE(matchCount(), "1 of 3");
        QVERIFY(item(2)->marks().current);
        QVERIFY(item(9)->marks().found);
        QVERIFY(item(1)->marks().faded);
        QTest::keyClick(search(), Qt::Key_Return);
        QCOMPARE(matchCount(), "2 of 3");
        QVERIFY(isCentral(4));
        QTest::keyClick(search(), Qt::Key_Return);
        QVERIFY(isCentral(9));
        QTest::keyClick(search(), Qt::Key_Return);
        QCOMPARE(matchCount(), "1 of 3");
        QTest::keyClick(search(), Qt::Key_Return, Qt::ShiftModifier);
        QCOMPARE(matchCount(), "3 of 3");
        QVERIFY(isCentral(9));
        search()->setText("no such thing");
        QCOMPARE(matchCount(), "no match");
        QTest::keyClick(search(), Qt::Key_Escape);
        QCOMPARE(matchCount(), "");
        QVERIFY(!item(1)->marks().faded);
    }

    void dropsTheLayoutOfAnOlderGraph()
    {
        // Slow for the large graph, until it is killed.
        const FakeDot fake("text=$(cat)\ncase \"$text\" in *n100*) exec sleep 600 ;; esac\n"
                           "printf '%s' \"$text\" | exec \"$REAL\" \"$@\"");
        m_view->showPreview(shared(tests::resNetGraph()));
        QVERIFY(m_view->isLayingOut());
        QTest::qWait(50);
        m_view->showPreview(shared(tests::convNetGraph()));
        QTRY_VERIFY_WITH_TIMEOUT(!m_view->isLayingOut(), patience);
        QVERIFY(item(13));
        QVERIFY(!item(14));
    }

    void keepsThePictureUntilTheNextIsReady()
    {
        showGraph(tests::convNetGraph());
        QVERIFY(m_view->findChild<QLabel*>("graphHint")->isHidden());
        const FakeDot fake("exec sleep 600");
        m_view->showPreview(shared(tests::resNetGraph()));
        QTRY_VERIFY_WITH_TIMEOUT(m_view->findChild<QLabel*>("graphHint")->isVisible(), patience);
        QVERIFY(item(13));
        QVERIFY(canvas()->isVisible());
        m_view->showPreview(nullptr); // must not wait for the dot that sleeps
        QVERIFY(m_view->findChild<QLabel*>("graphHint")->isHidden());
        QVERIFY(!item(0));
    }

    void saysHowLongTheLayoutTakes()
    {
        const FakeDot fake("exec sleep 600");
        m_view->showPreview(shared(tests::convNetGraph()));
        QTRY_VERIFY_WITH_TIMEOUT(message().contains("After 10 s a simpler layout is tried."), patience);
        m_view->showPreview(nullptr);
    }

    void closesWhileLayingOut()
    {
        const FakeDot fake("exec sleep 600");
        m_view->showPreview(shared(tests::resNetGraph()));
        m_view.reset();
    }

    void saysThatDotIsMissingAndTriesAgain()
    {
        {
            const FakeDot none({});
            m_view->showPreview(shared(tests::convNetGraph()));
            QTRY_VERIFY_WITH_TIMEOUT(message().contains("install the package graphviz"), patience);
            QVERIFY(m_view->findChild<QWidget*>("graphRetry")->isVisible());
        }
        QTest::mouseClick(m_view->findChild<QWidget*>("graphRetry"), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(item(13), patience);
        QVERIFY(canvas()->isVisible());
    }

    void saysThatLayersAreLeftOut()
    {
        const FakeDot fake("text=$(cat)\ncase \"$text\" in *cluster_*) exit 1 ;; esac\n"
                           "printf '%s' \"$text\" | exec \"$REAL\" \"$@\"");
        showGraph(tests::convNetGraph());
        QVERIFY(m_view->findChild<QLabel*>("graphNote")->isVisible());
    }

    void exportsAndCopies()
    {
        showGraph(tests::convNetGraph());
        const auto items = m_view->exportItems();
        QCOMPARE(items.size(), 2);
        QCOMPARE(items[1].formats, (QStringList{"svg", "png", "pdf", "dot"}));
        QTemporaryDir folder;
        items[1].write(folder.filePath("graph.dot"));
        QFile file(folder.filePath("graph.dot"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll().toStdString(), dotForPicture(tests::convNetGraph()));

        m_view->copyContent();
        const auto picture = QApplication::clipboard()->image();
        QVERIFY(picture.height() > 1'000 && picture.width() > 300);
        QCOMPARE(picture.pixelColor(1, 1), Theme::lightColors().surface);
    }

    void recolorsWithTheTheme()
    {
        showGraph(tests::convNetGraph());
        const auto zoom = canvas()->zoom();
        Theme::instance().setMode(ThemeMode::Dark);
        QCOMPARE(m_view->grab().toImage().pixelColor(20, 200), Theme::darkColors().surface);
        Theme::instance().setMode(ThemeMode::Light);
        QCOMPARE(m_view->grab().toImage().pixelColor(20, 200), Theme::lightColors().surface);
        QVERIFY(!m_view->isLayingOut());
        QCOMPARE(canvas()->zoom(), zoom);
    }

    void goesWhereTheMapIsClicked()
    {
        showGraph(tests::resNetGraph());
        auto* map = m_view->findChild<GraphOverview*>();
        QVERIFY(map->isVisible());
        const auto at = map->map().toMap(item(100)->rect()).center();
        QTest::mouseClick(map, Qt::LeftButton, {}, at.toPoint() - map->pos());
        QVERIFY(isInSight(100));
        QTest::keyClick(canvas(), Qt::Key_F);
        QVERIFY(!map->isVisible());
    }

    void anOperatorSelectedElsewhereMarksTheNodesThatContainIt()
    {
        TraceSelection selection;
        m_view->setSelection(&selection);
        Run run;
        run.graph = shared(tests::convNetGraph());
        run.outcome = RunOutcome::Finished;
        addStepWithInnerOperators(run);
        m_view->showRun(&run);
        QTRY_VERIFY_WITH_TIMEOUT(item(13), patience);
        selection.setFocus({.operatorName = "aten::linear"});
        QTRY_COMPARE(markedNodes(), (QStringList{"8", "11"}));
        selection.setFocus({.operatorName = "inner::conv2d"}); // no node's own operator
        QCOMPARE(markedNodes(), (QStringList{"1", "3"}));
        QCOMPARE(matchCount(), "2 nodes contain conv2d");
        QCOMPARE(m_view->selectedNode(), DrawnNodeId(1));
        QCOMPARE(selection.focus(), TraceFocus{.operatorName = "inner::conv2d"});
        QVERIFY(item(2)->marks().faded);
        QVERIFY(isInSight(1));

        selection.setFocus({.operatorName = "inner::conv2d", .layer = "conv2"});
        QCOMPARE(markedNodes(), (QStringList{"3"}));
        selection.setFocus({.operatorName = "aten::unknown"});
        QCOMPARE(matchCount(), "No node contains unknown");
        QVERIFY(!item(2)->marks().faded);

        selection.setFocus({.operatorName = "inner::conv2d"});
        search()->setText("relu");
        QCOMPARE(markedNodes(), (QStringList{"2", "4", "9"}));
        Q_EMIT selection.viewWanted("graph");
        QVERIFY(search()->text().isEmpty());
        QCOMPARE(markedNodes(), (QStringList{"1", "3"}));
        click(3);
        QVERIFY(markedNodes().isEmpty());
        QVERIFY(!item(2)->marks().faded);
        QVERIFY(matchCount().isEmpty());
    }

    void labelsOfEdgesKeepClearOfTitles()
    {
        showGraph(tests::convNetGraph());
        int titles = 0;
        for (const auto* item : m_view->scene()->items()) {
            const auto* title = dynamic_cast<const LayerTitleItem*>(item);
            titles += title != nullptr;
            for (size_t edge = 0; title && edge < 13; ++edge)
                QVERIFY(!m_view->scene()->edgeItem(edge)->labelRect().intersects(title->boundingRect()));
        }
        QCOMPARE(titles, 6);
    }

private:
    GraphCanvas* canvas() const { return m_view->canvas(); }
    NodeDetails* details() const { return m_view->findChild<NodeDetails*>(); }
    QLineEdit* search() const { return m_view->findChild<QLineEdit*>("graphSearch"); }
    QString matchCount() const { return m_view->findChild<QLabel*>("graphMatchCount")->text(); }

    QString message() const
    {
        const auto* label = m_view->findChild<QLabel*>("graphMessageHint");
        return label->isVisible() ? label->text() : QString();
    }

    void showGraph(NetworkGraph graph)
    {
        m_view->showPreview(shared(std::move(graph)));
        QTRY_VERIFY_WITH_TIMEOUT(!m_view->isLayingOut() && item(0), patience);
        canvas()->setFocus();
    }

    /// A step of the graph's forward pass, in which each operator calls another one.
    static void addStepWithInnerOperators(Run& run)
    {
        int64_t time = 0;
        for (const GraphNode& node : run.graph->nodes) {
            if (node.kind != GraphNodeKind::Operator)
                continue;
            const EventId outer = run.trace.endEvent();
            run.trace.append({.startNs = time,
                              .durationNs = 10,
                              .name = run.trace.names.intern(node.op),
                              .pass = Pass::Forward});
            const std::string inner = "inner::" + withoutNamespace(node.op);
            run.trace.append({.startNs = time + 1,
                              .durationNs = 5,
                              .name = run.trace.names.intern(inner),
                              .parent = outer,
                              .pass = Pass::Forward});
            time += 10;
        }
        run.trace.steps = {
            {.durationNs = time, .endEvent = run.trace.endEvent(), .phase = StepPhase::Active}};
    }

    /// Appends a step in which each operator of the run's graph takes this long.
    static void appendStep(Run& run, int64_t number, int64_t operatorNs, bool withBackward = false)
    {
        Trace& trace = run.trace;
        const EventId begin = trace.endEvent();
        const int64_t startNs = number * 1'000'000;
        int64_t time = startNs;
        int64_t operators = 0;
        for (const GraphNode& node : run.graph->nodes) {
            if (node.kind != GraphNodeKind::Operator)
                continue;
            trace.append({.startNs = time,
                          .durationNs = operatorNs,
                          .sequence = operators++,
                          .name = trace.names.intern(node.op),
                          .pass = Pass::Forward});
            time += operatorNs;
        }
        for (int64_t sequence = operators - 1; withBackward && sequence >= 0; --sequence) {
            trace.append({.startNs = time,
                          .durationNs = operatorNs,
                          .sequence = sequence,
                          .name = trace.names.intern("SomeBackward0"),
                          .pass = Pass::Backward});
            time += operatorNs;
        }
        trace.steps.push_back({.number = number,
                               .startNs = startNs,
                               .durationNs = time - startNs,
                               .firstEvent = begin,
                               .endEvent = trace.endEvent(),
                               .phase = StepPhase::Active});
    }

    QStringList markedNodes() const
    {
        QStringList nodes;
        for (uint32_t node = 0; item(node); ++node) {
            if (item(node)->marks().found)
                nodes += QString::number(node);
        }
        return nodes;
    }

    NodeItem* item(uint32_t node) const { return m_view->scene()->nodeItem(DrawnNodeId(node)); }

    QRect rectInWindow(uint32_t node) const
    {
        return canvas()->mapFromScene(item(node)->rect()).boundingRect();
    }
    QPoint inWindow(uint32_t node) const { return rectInWindow(node).center(); }
    bool isInSight(uint32_t node) const { return canvas()->viewport()->rect().contains(rectInWindow(node)); }
    bool isCentral(uint32_t node) const
    {
        return (inWindow(node) - canvas()->viewport()->rect().center()).manhattanLength() <= 4;
    }

    void click(uint32_t node) { QTest::mouseClick(canvas()->viewport(), Qt::LeftButton, {}, inWindow(node)); }

    void drag(QPoint from, QPoint to)
    {
        QTest::mousePress(canvas()->viewport(), Qt::LeftButton, {}, from);
        QTest::mouseMove(canvas()->viewport(), (from + to) / 2);
        QTest::mouseMove(canvas()->viewport(), to);
        QTest::mouseRelease(canvas()->viewport(), Qt::LeftButton, {}, to);
    }

    void turnWheel(QPoint at, int notches)
    {
        QWheelEvent event(at, canvas()->viewport()->mapToGlobal(at), {}, {0, 120 * notches}, Qt::NoButton,
                          Qt::NoModifier, Qt::NoScrollPhase, false);
        QApplication::sendEvent(canvas()->viewport(), &event);
    }

    std::unique_ptr<GraphView> m_view;
};

QTEST_MAIN(TestGraphView)
#include "test_graph_view.moc"
