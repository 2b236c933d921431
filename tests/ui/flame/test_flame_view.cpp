#include "core/base/error.h"
#include "core/base/format.h"
#include "flame_sample.h"
#include "tests/ui/operators/sample_run.h"
#include "ui/flame/call_tree_model.h"
#include "ui/flame/call_tree_table.h"
#include "ui/flame/flame_canvas.h"
#include "ui/flame/flame_crumbs.h"
#include "ui/flame/flame_view.h"
#include "ui/support/trace_selection.h"
#include "ui/theme/theme.h"

#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QHelpEvent>
#include <QImageReader>
#include <QLabel>
#include <QLineEdit>
#include <QScrollBar>
#include <QSettings>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QToolTip>

using namespace stepscope;
using namespace stepscope::test;
using namespace stepscope::ui;

namespace {

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

constexpr auto conv2 = "Forward;conv2";
constexpr auto conv2d = "Forward;conv2;aten::conv2d";

} // namespace

class TestFlameView : public QObject
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
        m_run = sampleRun(5);
        makeView();
        m_view->showRun(&m_run);
        QTRY_VERIFY(!tree().isEmpty());
    }

    void cleanup()
    {
        m_view.reset();
        m_selection.reset();
        Theme::instance().setMode(ThemeMode::Light);
    }

    void showsTheRunsCallsWithThePassesInOrder()
    {
        QStringList passes;
        for (const uint32_t node : m_view->shown().order.childrenOf(rootNode))
            passes += QString::fromStdString(tree().nameOf(node));
        QCOMPARE(passes, (QStringList{"Data", "Forward", "Loss", "Backward", "Optimizer"}));
        QCOMPARE(tree().steps, 5);
        QCOMPARE(tree().selfNs, callTree(m_run.trace).selfNs);
        QVERIFY(canvas()->boxes().boxes.size() > 50);
        QCOMPARE(m_view->model()->rowCount(), 5);
    }

    void saysWhatToDoWithoutAProfile()
    {
        m_view->showRun(nullptr);
        QTRY_COMPARE(message(), "No profile yet");
        QVERIFY(m_view->exportItems().isEmpty());
        Run run;
        run.outcome = RunOutcome::Finished;
        run.experiment.profile = false;
        m_view->showRun(&run);
        QTRY_COMPARE(message(), "The profiler was off");
        run.experiment.profile = true;
        m_view->showRun(&run);
        QTRY_COMPARE(message(), "No step was profiled");
        run.outcome = RunOutcome::Running;
        m_view->showRun(&run);
        QTRY_COMPARE(message(), "Waiting for the profiler");
        m_view->showRun(nullptr);
    }

    void aClickPicksAndOthersHearOfIt()
    {
        click(conv2d);
        QCOMPARE(selectedStack(), conv2d);
        QCOMPARE(m_selection->focus().operatorName, "aten::conv2d");
        QCOMPARE(m_selection->focus().layer, "conv2");
        QCOMPARE(m_view->table()->currentIndex().data().toString(), "conv2d");
        click(conv2);
        QCOMPARE(m_selection->focus().operatorName, "");
        QCOMPARE(m_selection->focus().layer, "conv2");
        click("Forward");
        QCOMPARE(m_selection->focus(), TraceFocus());
    }

    void whatOthersPickIsSetOff()
    {
        m_selection->setFocus({.operatorName = "aten::relu"});
        const FlameMarks& marks = canvas()->marks();
        QCOMPARE(QString::fromStdString(tree().names[marks.focusName]), "aten::relu");
        QCOMPARE(marks.focusKind, FrameKind::Operator);
        m_selection->setFocus({.layer = "fc1"});
        QCOMPARE(QString::fromStdString(tree().names[marks.focusName]), "fc1");
        QCOMPARE(marks.focusKind, FrameKind::Layer);
        m_selection->setFocus({.operatorName = "no such operator"});
        QCOMPARE(marks.focusName, noNode);
    }

    void anEventThatOthersPickSelectsItsStack()
    {
        const auto& names = m_run.trace.name;
        uint32_t event = 0;
        while (m_run.trace.names[names[event]] != "aten::max_pool2d_with_indices")
            ++event;
        m_selection->setFocus({.event = event, .operatorName = "aten::max_pool2d_with_indices"});
        QCOMPARE(selectedStack(), "Forward;aten::max_pool2d;aten::max_pool2d_with_indices");
        QCOMPARE(m_view->table()->currentIndex().data().toString(), "max_pool2d_with_indices");
    }

    void theSelectedStepsScopeTheTree()
    {
        const int64_t all = tree().selfNs;
        click(conv2d);
        m_selection->setSteps({10, 11});
        QTRY_COMPARE(tree().steps, 2);
        QVERIFY(tree().selfNs < all / 2);
        QCOMPARE(selectedStack(), conv2d);
        m_selection->setSteps({90, 99});
        QTRY_COMPARE(message(), "No events in these steps");
        m_selection->setSteps({});
        QTRY_COMPARE(tree().selfNs, all);
    }

    void aDoubleClickZoomsAndEscapeGoesBack()
    {
        doubleClick(conv2);
        QCOMPARE(zoomedStack(), conv2);
        QCOMPARE(canvas()->rectOf(nodeAt(tree(), conv2)).width(), canvas()->viewport()->width());
        QTest::keyClick(canvas(), Qt::Key_Down);
        QCOMPARE(selectedStack(), conv2d);
        QTest::keyClick(canvas(), Qt::Key_Return);
        QCOMPARE(zoomedStack(), conv2d);
        QTest::keyClick(canvas(), Qt::Key_Escape);
        QCOMPARE(zoomedStack(), conv2);
        QTest::keyClick(canvas(), Qt::Key_Backspace);
        QCOMPARE(zoomedStack(), "");
        QTest::keyClick(canvas(), Qt::Key_Escape);
        QCOMPARE(canvas()->selected(), noNode);
    }

    void theCrumbsLeadOutwards()
    {
        doubleClick(conv2);
        auto* crumbs = find<FlameCrumbs>("flameCrumbs");
        QVERIFY2(crumbs->text().contains("<b>conv2</b>"), qPrintable(crumbs->text()));
        QVERIFY(crumbs->text().contains(">Forward</a>"));
        Q_EMIT crumbs->linkActivated(QString::number(nodeAt(tree(), "Forward")));
        QCOMPARE(zoomedStack(), "Forward");
        QTest::keyClick(canvas(), Qt::Key_Home);
        QCOMPARE(zoomedStack(), "");
    }

    void arrowsWalkAlongTheFrames()
    {
        click("Backward");
        QTest::keyClick(canvas(), Qt::Key_Right);
        QCOMPARE(selectedStack(), "Optimizer");
        QTest::keyClick(canvas(), Qt::Key_Up);
        QCOMPARE(canvas()->selected(), rootNode);
        click("Forward");
        QTest::keyClick(canvas(), Qt::Key_Down);
        QCOMPARE(selectedStack(), conv2);
        find<QToolButton>("flameShape")->click();
        QTest::keyClick(canvas(), Qt::Key_Up);
        QCOMPARE(selectedStack(), conv2d);
    }

    void inAFlameTheRootIsAtTheBottom()
    {
        const QRect icicle = canvas()->rectOf(nodeAt(tree(), "Forward"));
        find<QToolButton>("flameShape")->click();
        const QRect flame = canvas()->rectOf(nodeAt(tree(), "Forward"));
        QVERIFY(icicle.top() < 60);
        QCOMPARE(flame.left(), icicle.left());
        QVERIFY(flame.bottom() > canvas()->viewport()->height() - 60);
        click("Forward");
        QCOMPARE(selectedStack(), "Forward");
    }

    void searchingMarksFramesAndSaysTheirShare()
    {
        QTest::keyClick(m_view.get(), Qt::Key_F, Qt::ControlModifier);
        auto* search = find<QLineEdit>("flameSearch");
        QTRY_VERIFY(search->hasFocus());
        QTest::keyClicks(search, "CONVOLUTION_backward");
        std::vector<bool> expected;
        for (const std::string& name : tree().names)
            expected.push_back(name == "aten::convolution_backward");
        QCOMPARE(canvas()->marks().found, expected);
        const QString share = find<QLabel>("flameMatches")->text();
        const QString right =
            QString::fromStdString(formatShare(foundShare(tree(), m_view->shown().order, expected)));
        QCOMPARE(share, right + " of the time");
        QTest::keyClick(search, Qt::Key_Return);
        QVERIFY(selectedStack().endsWith("aten::convolution_backward"));
        search->setText("nothing like it");
        QCOMPARE(find<QLabel>("flameMatches")->text(), "no match");
        QTest::keyClick(search, Qt::Key_Escape);
        QVERIFY(canvas()->marks().found.empty());
        QVERIFY(canvas()->hasFocus());
    }

    void enterGoesFromMatchToMatchAndRound()
    {
        auto* search = find<QLineEdit>("flameSearch");
        search->setText("conv2d");
        QTest::keyClick(search, Qt::Key_Return);
        const QString first = selectedStack();
        QTest::keyClick(search, Qt::Key_Return);
        const QString second = selectedStack();
        QVERIFY(second != first);
        QTest::keyClick(search, Qt::Key_Return, Qt::ShiftModifier);
        QCOMPARE(selectedStack(), first);
        QTest::keyClick(search, Qt::Key_Return, Qt::ShiftModifier);
        QCOMPARE(selectedStack(), second);
    }

    void bottomUpStartsWithWhatTakesTheTime()
    {
        choose("flameDirection", "Bottom-up");
        QTRY_COMPARE(tree().direction, CallDirection::BottomUp);
        QCOMPARE(find<QComboBox>("flameWeight")->currentText(), "Self time");
        const uint32_t largest = m_view->shown().order.childrenOf(rootNode)[0];
        QCOMPARE(QString::fromStdString(tree().nameOf(largest)), "aten::convolution_backward");
        QCOMPARE(m_view->model()->index(0, 0).data().toString(), "convolution_backward");
        choose("flameWeight", "Total time");
        QTRY_COMPARE(m_view->shown().order.weight, CallWeight::TotalTime);
        choose("flameDirection", "Top-down");
        QTRY_COMPARE(tree().direction, CallDirection::TopDown);
        QCOMPARE(find<QComboBox>("flameWeight")->findText("Self time"), -1);
    }

    void framesCanBeAsWideAsTheirCalls()
    {
        choose("flameWeight", "Calls");
        QTRY_COMPARE(m_view->shown().order.weight, CallWeight::Calls);
        int64_t calls = 0;
        for (const CallNode& node : tree().nodes)
            calls += node.calls;
        QCOMPARE(m_view->shown().order.weights[rootNode], calls);
    }

    void framesCanBeAsWideAsWhatTheyAllocateOnceThatWasRecorded()
    {
        QCOMPARE(find<QComboBox>("flameWeight")->findText("Allocated memory"), -1);
        Run run = sampleRun(2);
        run.trace.allocations = {{.bytes = 3000, .event = 3}, {.bytes = 1000, .event = 8}};
        m_view->showRun(&run);
        QTRY_VERIFY(tree().hasMemory);
        choose("flameWeight", "Allocated memory");
        QTRY_COMPARE(m_view->shown().order.weight, CallWeight::Allocated);
        QCOMPARE(m_view->shown().order.weights[rootNode], 4000);
        choose("flameDirection", "Bottom-up");
        QTRY_COMPARE(tree().direction, CallDirection::BottomUp);
        QCOMPARE(m_view->shown().order.weight, CallWeight::Allocated);
        m_view->showRun(&m_run);
        QTRY_COMPARE(m_view->shown().order.weight, CallWeight::SelfTime);
    }

    void theToolTipTellsTheFiguresOfAFrame()
    {
        const QPoint place = canvas()->rectOf(nodeAt(tree(), conv2d)).center();
        QHelpEvent event(QEvent::ToolTip, place, canvas()->viewport()->mapToGlobal(place));
        QCoreApplication::sendEvent(canvas()->viewport(), &event);
        const QString text = QToolTip::text();
        QVERIFY2(text.contains("aten::conv2d") && text.contains("in layer conv2"), qPrintable(text));
        QVERIFY(text.contains("Calls") && text.contains(">5<"));
        QToolTip::hideText();
    }

    void theLineBelowTellsOfTheFrameUnderThePointer()
    {
        auto* details = find<QLabel>("flameDetails");
        QVERIFY2(details->text().contains("5 steps"), qPrintable(details->text()));
        QTest::mouseMove(canvas()->viewport(), canvas()->rectOf(nodeAt(tree(), conv2)).center());
        QTRY_VERIFY2(details->text().contains("conv2"), qPrintable(details->text()));
    }

    void aRowOfTheTablePicksItsFrame()
    {
        m_view->table()->setCurrentIndex(
            m_view->model()->indexOf(nodeAt(tree(), "Backward"), CallTreeColumn::Name));
        QCOMPARE(selectedStack(), "Backward");
        m_view->table()->setFocus();
        QTest::keyClick(m_view->table(), Qt::Key_Return);
        QCOMPARE(zoomedStack(), "Backward");
    }

    void copiesTheStackOfTheSelectedFrame()
    {
        click(conv2d);
        QTest::keyClick(canvas(), Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(QGuiApplication::clipboard()->text(), conv2d);
    }

    void followsATrainingWhileItRuns()
    {
        SampleRecorder recorder;
        Run run;
        run.outcome = RunOutcome::Running;
        m_view->showRun(&run);
        QTRY_COMPARE(message(), "Waiting for the profiler");
        run.trace.append(recorder.step(0, StepPhase::Active));
        m_view->refresh();
        QTRY_COMPARE(tree().steps, 1);
        doubleClick(conv2);
        click(conv2d);
        for (int step = 1; step < 4; ++step) {
            run.trace.append(recorder.step(step, StepPhase::Active));
            m_view->refresh();
        }
        QTRY_COMPARE(tree().steps, 4);
        QCOMPARE(zoomedStack(), conv2);
        QCOMPARE(selectedStack(), conv2d);
        run.outcome = RunOutcome::Finished;
        run.trace.append(recorder.step(4, StepPhase::Active));
        m_view->refresh();
        QTRY_COMPARE(tree().steps, 5);
        QCOMPARE(tree().selfNs, callTree(run.trace).selfNs);
        m_view->showRun(nullptr);
    }

    void aHiddenViewDoesNothing()
    {
        m_view->hide();
        const Run other = sampleRun(2);
        m_view->showRun(&other);
        QTest::qWait(50);
        QVERIFY(tree().isEmpty());
        m_view->show();
        QTRY_COMPARE(tree().steps, 2);
        m_view->showRun(nullptr);
    }

    void anotherRunMayComeWhileTheFirstIsRead()
    {
        for (int i = 0; i < 20; ++i) {
            auto run = std::make_unique<Run>(sampleRun(20));
            m_view->showRun(run.get());
            QTest::qWait(i % 5);
            m_view->showRun(nullptr);
        }
        m_view->showRun(&m_run);
        QTRY_COMPARE(tree().steps, 5);
    }

    void exportsPicturesTheTableAndStacks()
    {
        QTemporaryDir folder;
        const QList<ExportItem> items = m_view->exportItems();
        QCOMPARE(items.size(), 3);
        for (const ExportItem& item : items) {
            for (const QString& format : item.formats) {
                const QString path = folder.filePath(item.fileName + "." + format);
                item.write(path);
                const QByteArray content = contentOf(path);
                QVERIFY2(content.size() > 500, qPrintable(path));
                if (format == "pdf")
                    QVERIFY(content.startsWith("%PDF"));
                else if (format == "svg" || format == "png")
                    QVERIFY(QImageReader(path).read().width() >= 1200);
            }
        }
        QVERIFY(contentOf(folder.filePath("flame_graph.svg")).contains("convolution_backward"));
        QVERIFY(contentOf(folder.filePath("call_tree.csv")).startsWith("depth,name,kind,pass,calls"));
        QVERIFY(contentOf(folder.filePath("stacks.folded")).contains("Forward;conv2;aten::conv2d;"));
        try {
            items[0].write(folder.filePath("flame.gif"));
            QFAIL("no error");
        } catch (const Error& error) {
            QVERIFY(QString(error.what()).contains("png, svg or pdf"));
        }
    }

    void choicesAreRemembered()
    {
        choose("flameDirection", "Bottom-up");
        choose("flameWeight", "Calls");
        find<QToolButton>("flameShape")->click();
        makeView();
        QCOMPARE(find<QComboBox>("flameDirection")->currentText(), "Bottom-up");
        QCOMPARE(find<QComboBox>("flameWeight")->currentText(), "Calls");
        QCOMPARE(canvas()->shape(), FlameShape::Flame);
    }

    void worksWithoutASharedSelection()
    {
        m_view = std::make_unique<FlameView>(nullptr);
        m_view->resize(900, 600);
        m_view->show();
        m_view->showRun(&m_run);
        QTRY_VERIFY(!tree().isEmpty());
        click(conv2);
        QCOMPARE(selectedStack(), conv2);
    }

    void paintsInTheThemesColours()
    {
        Theme::instance().setMode(ThemeMode::Dark);
        const QImage image = canvas()->viewport()->grab().toImage();
        QCOMPARE(image.pixelColor(image.width() - 1, image.height() - 1), Theme::instance().colors().surface);
        QVERIFY(image.pixelColor(4, 24) != Theme::instance().colors().surface); // a frame below the root
    }

private:
    void makeView()
    {
        m_view.reset();
        m_view = std::make_unique<FlameView>(m_selection.get());
        m_view->resize(1280, 800);
        m_view->show();
    }

    template<typename Widget>
    Widget* find(const char* name) const
    {
        return m_view->findChild<Widget*>(name);
    }

    void choose(const char* name, const QString& text)
    {
        auto* box = find<QComboBox>(name);
        const int index = box->findText(text);
        QVERIFY2(index >= 0, qPrintable(text));
        box->setCurrentIndex(index);
        Q_EMIT box->activated(index);
    }

    const CallTree& tree() const { return *m_view->shown().tree; }
    FlameCanvas* canvas() const { return m_view->canvas(); }

    QString message() const
    {
        const auto* label = find<QLabel>("profileMessageTitle");
        return label->isVisible() ? label->text() : QString();
    }

    QString stackOf(uint32_t node) const
    {
        QStringList names;
        if (node == noNode)
            return "none";
        for (const uint32_t frame : tree().pathTo(node))
            names += QString::fromStdString(tree().nameOf(frame));
        return names.join(';');
    }
    QString selectedStack() const { return stackOf(canvas()->selected()); }
    QString zoomedStack() const { return stackOf(canvas()->zoom()); }

    void click(const std::string& stack)
    {
        const QRect place = canvas()->rectOf(nodeAt(tree(), stack));
        QVERIFY2(!place.isEmpty(), stack.c_str());
        QTest::mouseClick(canvas()->viewport(), Qt::LeftButton, {}, place.center());
    }

    void doubleClick(const std::string& stack)
    {
        const QRect place = canvas()->rectOf(nodeAt(tree(), stack));
        QVERIFY2(!place.isEmpty(), stack.c_str());
        QTest::mouseDClick(canvas()->viewport(), Qt::LeftButton, {}, place.center());
    }

    Run m_run;
    std::unique_ptr<TraceSelection> m_selection;
    std::unique_ptr<FlameView> m_view;
};

QTEST_MAIN(TestFlameView)
#include "test_flame_view.moc"
