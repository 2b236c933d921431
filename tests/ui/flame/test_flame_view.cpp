#include "core/base/error.h"
#include "core/base/text/format.h"
#include "flame_fixture.h"
#include "ui/flame/call_tree_model.h"
#include "ui/flame/call_tree_table.h"
#include "ui/flame/flame_crumbs.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QHelpEvent>
#include <QImageReader>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QTemporaryDir>
#include <QToolTip>
#include <QTreeView>

using namespace stepscope;
using namespace stepscope::test;
using namespace stepscope::ui;

class TestFlameView : public QObject, private FlameFixture
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { beginTests(); }
    void init() { showSampleRun(); }
    void cleanup() { endTest(); }

    void showsTheRunsCallsWithThePassesInOrder()
    {
        QStringList passes;
        for (const CallNodeId node : m_view->shown().order.childrenOf(rootNode))
            passes += QString::fromStdString(tree().nameOf(node));
        QCOMPARE(passes, (QStringList{"Data", "Forward", "Loss", "Backward", "Optimizer"}));
        QCOMPARE(tree().steps, 5);
        QCOMPARE(tree().selfNs, callTree(m_run.trace).selfNs);
        QVERIFY(canvas()->boxes().boxes.size() > 50);
        QCOMPARE(m_view->model()->rowCount(), 5);
    }

    void namesCanBeReadInANarrowView()
    {
        const auto* table = m_view->findChild<QTreeView*>();
        QVERIFY(table->columnWidth(0) > 400); // what the figures leave
        m_view->resize(560, 800);
        QTRY_COMPARE(table->columnWidth(0), 200);
    }

    void saysWhatToDoWithoutAProfile()
    {
        m_view->showRun(nullptr);
        QTRY_COMPARE(message(), "No operators yet");
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
        QCOMPARE(marks.focusName, noName);
    }

    void anEventThatOthersPickSelectsItsStack()
    {
        const auto& names = m_run.trace.name;
        EventId event(0);
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
        QTRY_COMPARE(message(), "None of the steps 90 to 99 was recorded");
        QCOMPARE(m_view->findChild<QLabel*>("profileMessageHint")->text(),
                 QString("Recorded steps: 10 to 14."));
        auto* nearest = m_view->findChild<QPushButton*>("profileMessageStep");
        QVERIFY(nearest->isVisible());
        QCOMPARE(nearest->text(), QString("Go to step 14"));
        nearest->click();
        QVERIFY(m_selection->steps() == (StepRange{14, 14}));
        QTRY_COMPARE(tree().steps, 1);
        QVERIFY(!nearest->isVisible());
        m_selection->setSteps({});
        QTRY_COMPARE(tree().selfNs, all);
    }

    void aRunThatIsReadAgainKeepsTheZoomTheSearchAndTheOpenRows()
    {
        auto* search = find<QLineEdit>("flameSearch");
        search->setText("conv2d");
        doubleClick(conv2);
        click(conv2d);
        const auto rowOf = [this](const char* stack) {
            return m_view->model()->indexOf(nodeAt(tree(), stack));
        };
        m_view->table()->collapse(rowOf("Backward"));
        m_view->table()->sortByColumn(int(CallTreeColumn::SelfTime), Qt::AscendingOrder);
        const Run again = sampleRun(3);
        m_view->showRunAgain(&again);
        QVERIFY(!tree().isEmpty()); // until the other tree is ready
        QTRY_COMPARE(tree().steps, 3);
        QCOMPARE(zoomedStack(), conv2);
        QCOMPARE(selectedStack(), conv2d);
        QCOMPARE(search->text(), "conv2d");
        QVERIFY(canvas()->marks().found[tree().nodes[canvas()->selected()].name]);
        QVERIFY(m_view->table()->isExpanded(rowOf(conv2)));
        QVERIFY(!m_view->table()->isExpanded(rowOf("Backward")));
        QCOMPARE(m_view->table()->header()->sortIndicatorSection(), int(CallTreeColumn::SelfTime));
        m_view->showRun(nullptr);
        QTRY_VERIFY(tree().isEmpty());
        QCOMPARE(zoomedStack(), "");
    }

    void anEventIsNotLookedUpInTheTreeOfAnEarlierReading()
    {
        const auto& names = m_run.trace.name;
        EventId event(0);
        while (m_run.trace.names[names[event]] != "aten::max_pool2d_with_indices")
            ++event;
        const Run again = sampleRun(3);
        m_view->showRunAgain(&again);
        m_selection->setFocus({.event = event, .operatorName = "aten::max_pool2d_with_indices"});
        QCOMPARE(canvas()->selected(), noNode);
        QTRY_COMPARE(tree().steps, 3);
        QCOMPARE(selectedStack(), "Forward;aten::max_pool2d;aten::max_pool2d_with_indices");
        m_view->showRun(nullptr);
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
};

QTEST_MAIN(TestFlameView)
#include "test_flame_view.moc"
