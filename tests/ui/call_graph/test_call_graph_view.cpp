#include "core/base/error.h"
#include "core/trace/operators/operator_statistics.h"
#include "tests/core/graph/fake_dot.h"
#include "tests/support/device_run.h"
#include "tests/ui/operators/sample_run.h"
#include "ui/call_graph/call_graph_canvas.h"
#include "ui/call_graph/call_graph_picture.h"
#include "ui/call_graph/call_graph_view.h"
#include "ui/flame/call_tree_source.h"
#include "ui/support/trace_selection.h"

#include <QCheckBox>
#include <QClipboard>
#include <QGuiApplication>
#include <QImageReader>
#include <QLabel>
#include <QSettings>
#include <QSignalSpy>
#include <QSlider>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QWheelEvent>

#include <algorithm>

using namespace stepscope;
using namespace stepscope::test;
using namespace stepscope::ui;

namespace {

constexpr int patience = 60'000;

} // namespace

class TestCallGraphView : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true);
        Theme::instance().apply();
    }

    void init()
    {
        QSettings().clear();
        m_selection = std::make_unique<TraceSelection>();
        m_run = sampleRun(3);
        m_view = std::make_unique<CallGraphView>(m_selection.get());
        m_view->resize(1000, 700);
        m_view->show();
    }

    void cleanup()
    {
        m_view.reset();
        m_selection.reset();
    }

    void saysWhatToDoWithoutAProfile()
    {
        m_view->showRun(nullptr);
        QTRY_COMPARE(message(), "No operators yet");
        QVERIFY(m_view->exportItems().isEmpty());
    }

    void showsWhatTakesAPercentWithTheFiguresOfTheTable()
    {
        show();
        slider()->setValue(slider()->value() + 1);
        slider()->setValue(4); // from now on the user decides
        waitForLayout();
        const OperatorStatistics table = operatorStatistics(m_run.trace, OperatorGrouping::ByOperator);
        size_t expected = 0;
        for (const OperatorRow& row : table.rows) {
            expected += row.totalShare >= 0.01;
            const auto node = nodeNamed(m_run.trace.names[row.name], row.pass);
            QCOMPARE(!node.isNone(), row.totalShare >= 0.01);
            if (!node.isNone())
                QCOMPARE(graph().nodes[node].selfNs, row.selfNs);
        }
        const auto operators = std::ranges::count(graph().nodes, FrameKind::Operator, &CallGraphNode::kind);
        QCOMPARE(size_t(operators), expected);
        QVERIFY(expected > 10);
    }

    void callsRunFromLeftToRightAndTouchTheirCards()
    {
        show();
        const GraphLayout& layout = canvas()->picture().layout;
        QCOMPARE(layout.edges.size(), graph().edges.size());
        for (size_t edge = 0; edge < layout.edges.size(); ++edge) {
            const LayoutBox& from = layout.nodes[graph().edges[edge].from];
            const LayoutBox& to = layout.nodes[graph().edges[edge].to];
            QVERIFY(from.x < to.x);
            QCOMPARE(layout.edges[edge].front().x, from.x + from.width);
            QCOMPARE(layout.edges[edge].back().x, to.x);
            QVERIFY(layout.edges[edge].size() % 3 == 1);
        }
    }

    void theSliderPrunes()
    {
        show();
        const size_t before = graph().nodes.size();
        slider()->setFocus();
        QTest::keyClick(slider(), Qt::Key_End);
        waitForLayout();
        QVERIFY(graph().nodes.size() < before);
        QCOMPARE(find<QLabel>("callGraphThresholdText")->text(), "50.0 %");
        QVERIFY(find<QLabel>("callGraphNote")->text().contains(" of "));
        QTest::keyClick(slider(), Qt::Key_Home);
        waitForLayout();
        QVERIFY(graph().nodes.size() > before);
    }

    void moreIsFoldedWhereTheWholeWouldBeTooSmall()
    {
        m_view->resize(1000, 200); // for fewer rows of cards
        show();
        const auto share = [this] { return find<QLabel>("callGraphThresholdText")->text(); };
        QVERIFY(share() != "1.0 %");
        QVERIFY(canvas()->zoom() >= 0.5 || share() == "5.0 %");
        const size_t folded = graph().nodes.size();
        slider()->setFocus();
        QTest::keyClick(slider(), Qt::Key_Home); // now the user decides
        waitForLayout();
        QCOMPARE(share(), "0.0 %");
        QVERIFY(canvas()->zoom() >= readableZoom); // the start of the graph
        find<QToolButton>("callGraphFit")->click();
        QVERIFY(canvas()->zoom() < readableZoom);
        QVERIFY(graph().nodes.size() > folded);
        QTest::keyClick(slider(), Qt::Key_Right);
        m_view.reset();
        QCOMPARE(QSettings().value("callGraph/threshold").toInt(), 1);
    }

    void theWholeGraphIsShownAsLongAsItIsLegible()
    {
        show();
        bool wasSmall = false;
        bool wasCut = false;
        for (double size = 0.4; size < 2.0; size *= 1.2) {
            m_view->resize(QSize(1000, 700) * size);
            QCoreApplication::processEvents();
            const QRectF content = canvas()->picture().content();
            const GraphPort whole = wholePort(content, canvas()->size());
            if (whole.zoom < legibleZoom) {
                wasCut = true;
                QCOMPARE(canvas()->zoom(), readableZoom); // the start of the graph
                continue;
            }
            wasSmall = wasSmall || whole.zoom < readableZoom;
            QCOMPARE(canvas()->zoom(), whole.zoom);
            const QPointF middle = canvas()->toGraph(QRectF(canvas()->rect()).center());
            QVERIFY((middle - content.center()).manhattanLength() < 1e-6);
        }
        QVERIFY(wasSmall && wasCut);
    }

    void anotherRunIsFittedAgain()
    {
        show();
        canvas()->zoomBy(3.0);
        const Run other = sampleRun(4);
        m_view->showRun(&other);
        QTRY_COMPARE_WITH_TIMEOUT(graph().steps, 4, patience);
        waitForLayout();
        QCOMPARE(canvas()->zoom(), leftStartPort(canvas()->picture().content(), canvas()->size()).zoom);
        m_view->showRun(nullptr);
    }

    void aRunThatIsReadAgainKeepsTheZoom()
    {
        show();
        canvas()->zoomBy(3.0);
        const double zoom = canvas()->zoom();
        const QPointF corner = canvas()->toGraph({0, 0});
        const Run again = sampleRun(3);
        QSignalSpy read(m_view->findChild<CallTreeSource*>(), &CallTreeSource::changed);
        m_view->showRunAgain(&again);
        QVERIFY(!graph().nodes.empty());
        QTRY_VERIFY_WITH_TIMEOUT(!read.isEmpty(), patience);
        waitForLayout();
        QCOMPARE(canvas()->zoom(), zoom);
        QCOMPARE(canvas()->toGraph({0, 0}), corner);
        m_view->showRun(nullptr);
    }

    void layersAreNodesWhenAskedFor()
    {
        show();
        QVERIFY(nodeNamed("conv2", Pass::Forward).isNone());
        find<QCheckBox>("callGraphLayers")->click();
        waitForLayout();
        QVERIFY(!nodeNamed("conv2", Pass::Forward).isNone());
    }

    void deviceTimeIsShownFirstWhereThereIsAny()
    {
        const DeviceRun device(3);
        show();
        QVERIFY(graph().time == CallGraphTime::Host);
        m_view->showRun(&device.run);
        QTRY_VERIFY_WITH_TIMEOUT(graph().time == CallGraphTime::Device, patience);
        find<QCheckBox>("callGraphDevice")->click();
        QTRY_VERIFY_WITH_TIMEOUT(graph().time == CallGraphTime::Host, patience);
    }

    /// The widest card determines the scale of the whole graph.
    void longNamesAreShortened()
    {
        const std::string name = "enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__";
        CallGraph named;
        named.names.push_back(name);
        named.nodes.push_back({.name = NameId(0), .kind = FrameKind::Operator, .pass = Pass::Data});
        const QString title = callCard(named, CallGraphNodeId(0)).title;
        QVERIFY2(title.size() <= 36 && title.startsWith("enumerate(") && title.endsWith("__next__"),
                 qPrintable(title));
        QVERIFY(callGraphToolTip(named, CallGraphNodeId(0)).contains(QString::fromStdString(name)));
    }

    void aClickPicksAndOthersHearOfIt()
    {
        show();
        const auto node = nodeNamed("aten::convolution_backward", Pass::Backward);
        QTest::mouseClick(canvas(), Qt::LeftButton, {}, placeOf(node));
        QCOMPARE(canvas()->marks().selected, node);
        QCOMPARE(m_selection->focus().operatorName, "aten::convolution_backward");
        QTest::keyClick(canvas(), Qt::Key_Left);
        QCOMPARE(m_selection->focus().operatorName, "ConvolutionBackward0");
        QTest::keyClick(canvas(), Qt::Key_Escape);
        QCOMPARE(m_selection->focus(), TraceFocus());
    }

    void whatOthersPickIsSelected()
    {
        show();
        m_selection->setFocus({.operatorName = "aten::mkldnn_convolution"});
        QCOMPARE(canvas()->marks().selected, nodeNamed("aten::mkldnn_convolution", Pass::Forward));
        m_selection->setFocus({.operatorName = "no such operator"});
        QVERIFY(canvas()->marks().selected.isNone());
    }

    void zoomsAtThePointerAndPans()
    {
        show();
        QTest::keyClick(canvas(), Qt::Key_F);
        const QPointF pointer(300, 200);
        const QPointF under = canvas()->toGraph(pointer);
        const double zoom = canvas()->zoom();
        QWheelEvent wheel(pointer, canvas()->mapToGlobal(pointer), {}, {0, 240}, {}, {}, Qt::NoScrollPhase,
                          false);
        QCoreApplication::sendEvent(canvas(), &wheel);
        QVERIFY(canvas()->zoom() > 1.5 * zoom);
        QVERIFY((canvas()->toGraph(pointer) - under).manhattanLength() < 1e-6);
        QTest::mousePress(canvas(), Qt::LeftButton, {}, {500, 350});
        QTest::mouseMove(canvas(), {520, 350});
        QTest::mouseMove(canvas(), {560, 360});
        QTest::mouseRelease(canvas(), Qt::LeftButton, {}, {560, 360});
        QVERIFY((canvas()->toGraph(pointer + QPointF(60, 10)) - under).manhattanLength() < 1e-6);
        QVERIFY(canvas()->marks().selected.isNone());
        QTest::keyClick(canvas(), Qt::Key_F);
        QVERIFY(qAbs(canvas()->zoom() - zoom) < 1e-9);
    }

    void newFiguresKeepTheLayout()
    {
        SampleRecorder recorder;
        Run run;
        run.outcome = RunOutcome::Running;
        for (int step = 0; step < 3; ++step)
            run.trace.append(recorder.step(step, StepPhase::Active));
        m_view->showRun(&run);
        QTRY_COMPARE_WITH_TIMEOUT(graph().steps, 3, patience);
        waitForLayout();
        const GraphLayout layout = canvas()->picture().layout;
        canvas()->zoomBy(2.0);
        const double zoom = canvas()->zoom();
        for (int step = 3; step < 6; ++step)
            run.trace.append(recorder.step(step, StepPhase::Active));
        m_view->refresh();
        QTRY_COMPARE_WITH_TIMEOUT(graph().steps, 6, patience);
        QCOMPARE(canvas()->picture().layout.width, layout.width);
        QCOMPARE(canvas()->zoom(), zoom);
        m_view->showRun(nullptr);
    }

    void thePictureStaysWhileAnotherIsLaidOut()
    {
        show();
        const size_t before = graph().nodes.size();
        const tests::FakeDot slow("sleep 0.5; exec \"$REAL\" \"$@\"");
        slider()->setValue(slider()->maximum());
        QTest::qWait(150);
        QVERIFY(m_view->isLayingOut());
        QCOMPARE(graph().nodes.size(), before);
        QVERIFY(canvas()->isVisible());
        waitForLayout();
        QVERIFY(graph().nodes.size() < before);
    }

    void saysSoWhenGraphvizIsMissing()
    {
        const tests::FakeDot none("");
        m_view->showRun(&m_run);
        QTRY_COMPARE_WITH_TIMEOUT(message(), "The graph cannot be shown", patience);
        QVERIFY(find<QLabel>("profileMessageHint")->text().contains("graphviz"));
    }

    void exportsPicturesAndDot()
    {
        show();
        QTemporaryDir folder;
        const auto items = m_view->exportItems();
        QCOMPARE(items.size(), 2);
        for (const QString& format : items[0].formats + items[1].formats) {
            const QString path = folder.filePath("calls." + format);
            items[format == "dot" ? 1 : 0].write(path);
            QFile file(path);
            QVERIFY(file.open(QIODevice::ReadOnly));
            const QByteArray content = file.readAll();
            if (format == "dot")
                QVERIFY(content.startsWith("digraph") && content.contains("convolution_backward"));
            else if (format == "pdf")
                QVERIFY(content.startsWith("%PDF"));
            else
                QVERIFY(QImageReader(path).read().width() > 200);
            if (format == "svg")
                QVERIFY(content.contains(QByteArray::fromStdString(m_run.experiment.network)));
        }
    }

    void copiesThePicture()
    {
        show();
        m_view->copyContent();
        QVERIFY(QGuiApplication::clipboard()->image().width() > 200);
    }

private:
    template<typename Widget>
    Widget* find(const char* name) const
    {
        return m_view->findChild<Widget*>(name);
    }

    void show()
    {
        m_view->showRun(&m_run);
        QTRY_VERIFY_WITH_TIMEOUT(!graph().nodes.empty(), patience);
        waitForLayout();
    }

    void waitForLayout() { QTRY_VERIFY_WITH_TIMEOUT(!m_view->isLayingOut(), patience); }

    CallGraphCanvas* canvas() const { return m_view->canvas(); }
    const CallGraph& graph() const { return canvas()->picture().graph; }
    QSlider* slider() const { return find<QSlider>("callGraphThreshold"); }

    QString message() const
    {
        const auto* label = find<QLabel>("profileMessageTitle");
        return label->isVisible() ? label->text() : QString();
    }

    CallGraphNodeId nodeNamed(const std::string& name, Pass pass) const
    {
        for (CallGraphNodeId node(0); node < graph().nodes.size(); ++node) {
            if (graph().nodes[node].name != noName && graph().nameOf(node) == name &&
                graph().nodes[node].pass == pass)
                return node;
        }
        return {};
    }

    QPoint placeOf(CallGraphNodeId node) const
    {
        const QPointF place = canvas()->picture().rectOf(node).center() - canvas()->toGraph({0, 0});
        return (place * canvas()->zoom()).toPoint();
    }

    Run m_run;
    std::unique_ptr<TraceSelection> m_selection;
    std::unique_ptr<CallGraphView> m_view;
};

QTEST_MAIN(TestCallGraphView)
#include "test_call_graph_view.moc"
