#include "core/base/error.h"
#include "sample_run.h"
#include "ui/exports/picture_writer.h"
#include "ui/operators/operators_model.h"
#include "ui/operators/operators_picture.h"
#include "ui/operators/operators_table.h"
#include "ui/operators/operators_view.h"
#include "ui/support/table_setup.h"
#include "ui/theme/theme.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QHeaderView>
#include <QImageReader>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QScopeGuard>
#include <QScrollBar>
#include <QSettings>
#include <QSignalSpy>
#include <QSpinBox>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

using namespace stepscope;
using namespace stepscope::ui;

namespace {

using Column = OperatorColumn;

void clickHeader(OperatorsTable* table, Column column)
{
    QHeaderView* header = table->horizontalHeader();
    const int x = header->sectionViewportPosition(int(column)) + 20;
    QTest::mouseClick(header->viewport(), Qt::LeftButton, {}, {x, header->height() / 2});
}

QAction* actionOf(const QMenu& menu, const QString& text)
{
    for (QAction* action : menu.actions())
        if (action->text() == text)
            return action;
    return nullptr;
}

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

class TestOperatorsView : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QStandardPaths::setTestModeEnabled(true); }

    void init()
    {
        QSettings().clear();
        m_run = test::sampleRun(5);
        makeView();
        m_view->showRun(&m_run);
    }

    void cleanup() { m_view.reset(); }

    void showsTheTenCostliestToBeginWith()
    {
        QCOMPARE(model()->rowCount(), 10);
        QCOMPARE(model()->text(0, Column::Name), "convolution_backward");
        QVERIFY2(summary().startsWith("69 operators, 895 calls, self time 36."), qPrintable(summary()));
        QVERIFY2(summary().contains("per step over active steps 10 to 14; the 10 rows shown cover 9"),
                 qPrintable(summary()));
        QVERIFY(find<QLabel>("operatorNote")->isHidden());
    }

    /// Rows and calls are counted in turns of the event loop, and details of a row in others.
    void countingALongTraceAnewForgetsTheDetailsUnderWay()
    {
        Run run = test::sampleRun(400);
        QVERIFY(run.trace.size() > 60'000);
        m_view->resize(1000, 700);
        m_view->show();
        m_view->showRun(&run);
        QTRY_VERIFY(m_view->isWhole());
        auto* grouping = find<QComboBox>("operatorGrouping");
        for (const auto group : {OperatorGrouping::ByLayer, OperatorGrouping::ByOperator}) {
            table()->selectRow(0);
            grouping->setCurrentIndex(grouping->findData(int(group)));
            QVERIFY(!m_view->isWhole());
            QTRY_VERIFY(m_view->isWhole());
            QVERIFY(model()->rowCount() > 0);
        }
        table()->selectRow(0);
        m_view->showRun(&m_run); // shorter than what the details had seen
        QTest::qWait(20);
        QVERIFY(m_view->isWhole());
    }

    void anotherRunStartsWithTheNames()
    {
        m_view->resize(400, 700);
        m_view->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_view.get()));
        auto* bar = table()->horizontalScrollBar();
        QTRY_VERIFY(bar->maximum() > 0);
        bar->setValue(bar->maximum());
        const Run again = test::sampleRun(5);
        m_view->showRunAgain(&again);
        QVERIFY(bar->value() > 0);
        const Run other = test::sampleRun(5);
        m_view->showRun(&other);
        QCOMPARE(bar->value(), 0);
        m_view->showRun(nullptr);
    }

    void anotherRunIsShownWithoutTheFilter()
    {
        auto* filter = find<QLineEdit>("operatorFilter");
        const int all = model()->rowCount();
        filter->setText("conv");
        choose("operatorPass", "Forward");
        const int shown = model()->rowCount();
        const Run again = test::sampleRun(5);
        m_view->showRunAgain(&again);
        QCOMPARE(filter->text(), "conv");
        QCOMPARE(find<QComboBox>("operatorPass")->currentText(), "Forward");
        QCOMPARE(model()->filter(), (OperatorFilter{"conv", Pass::Forward, 10}));
        QCOMPARE(model()->rowCount(), shown);
        const Run other = test::sampleRun(5);
        m_view->showRun(&other);
        QCOMPARE(filter->text(), "");
        QCOMPARE(find<QComboBox>("operatorPass")->currentText(), "All passes");
        QCOMPARE(model()->filter(), (OperatorFilter{"", std::nullopt, 10}));
        QCOMPARE(model()->rowCount(), all);
        m_view->showRun(nullptr);
    }

    void aClickOnAHeaderSortsNumbersFallingThenRising()
    {
        find<QSpinBox>("operatorTop")->setValue(0);
        clickHeader(table(), Column::Calls);
        const auto calls = [this](int row) { return model()->operatorRow(row).calls; };
        QVERIFY(calls(0) > calls(model()->rowCount() - 1));
        clickHeader(table(), Column::Calls);
        QVERIFY(calls(0) < calls(model()->rowCount() - 1));
        clickHeader(table(), Column::Name);
        QCOMPARE(model()->text(0, Column::Name), "_convolution");
    }

    void typingFiltersAndEscapeClears()
    {
        auto* filter = find<QLineEdit>("operatorFilter");
        find<QSpinBox>("operatorTop")->setValue(0);
        const int all = model()->rowCount();
        QTest::keyClick(m_view.get(), Qt::Key_F, Qt::ControlModifier);
        QVERIFY(filter->hasFocus());
        QTest::keyClicks(filter, "conv backward0");
        QCOMPARE(model()->rowCount(), 2);
        QVERIFY(rowOf("evaluate_function: ConvolutionBackward0") >= 0);
        QTest::keyClick(filter, Qt::Key_Escape);
        QCOMPARE(filter->text(), "");
        QCOMPARE(model()->rowCount(), all);
    }

    void aFilterThatNothingMatchesSaysSo()
    {
        find<QLineEdit>("operatorFilter")->setText("nothing like that");
        QCOMPARE(emptyTitle(), "No operator matches");
        QVERIFY(!summary().contains("shown"));
        find<QLineEdit>("operatorFilter")->clear();
        QVERIFY(table()->isVisible());
    }

    void speaksOfTheStepsThatArePicked()
    {
        TraceSelection selection;
        m_view->setSelection(&selection);
        selection.setSteps({11, 12});
        QVERIFY2(summary().contains("over active steps 11 and 12"), qPrintable(summary()));
        QCOMPARE(find<QLabel>("operatorNote")->text(), QString("Selected: steps 11 to 12"));
        QCOMPARE(model()->statistics().steps, int64_t(2));
        QVERIFY(!find<QComboBox>("operatorSteps")->isEnabled());
        selection.setSteps({90, 99});
        QCOMPARE(emptyTitle(), "None of the steps 90 to 99 was recorded");
        auto* nearest = find<QPushButton>("operatorEmptyStep");
        QCOMPARE(nearest->text(), QString("Go to step 14"));
        nearest->click();
        QVERIFY(selection.steps() == (StepRange{14, 14}));
        QVERIFY(table()->isVisible());
        selection.setSteps({});
        QVERIFY(summary().contains("over active steps 10 to 14"));
        QVERIFY(find<QComboBox>("operatorSteps")->isEnabled());
    }

    void anOperatorThatIsPickedElsewhereIsSelected()
    {
        TraceSelection selection;
        m_view->setSelection(&selection);
        const int row = rowOf("max_pool2d_with_indices");
        QVERIFY(row > 0);
        selection.setFocus(
            {.event = std::nullopt, .operatorName = "aten::max_pool2d_with_indices", .layer = {}});
        QCOMPARE(table()->selectedRowNumbers(), QList<int>{row});
        QVERIFY(!table()->hasFocus());
        table()->setFocus();
        QTest::keyClick(table(), Qt::Key_Up);
        QCOMPARE(selection.focus().operatorName, model()->operatorName(row - 1));
        // A click selects too.
        const QModelIndex clicked = model()->index(row, 0);
        QTest::mouseClick(table()->viewport(), Qt::LeftButton, {}, table()->visualRect(clicked).center());
        QCOMPARE(selection.focus().operatorName, model()->operatorName(row));
        // Marks of another operator would contradict what is selected.
        selection.setFocus({.event = std::nullopt, .operatorName = "nobody", .layer = {}});
        QCOMPARE(table()->selectedRowNumbers(), QList<int>());
    }

    /// The selection that all views share names the operator alone.
    void oneOfAnOperatorsRowsIsSelected()
    {
        TraceSelection selection;
        m_view->setSelection(&selection);
        find<QSpinBox>("operatorTop")->setValue(0);
        choose("operatorGrouping", "Operator and shapes");
        QStringList names;
        int row = 0;
        for (; row < model()->rowCount() && !names.contains(model()->operatorName(row)); ++row)
            names += model()->operatorName(row);
        QVERIFY(row < model()->rowCount()); // the second one of an operator
        table()->scrollTo(model()->index(row, 0));
        QTest::mouseClick(table()->viewport(), Qt::LeftButton, {},
                          table()->visualRect(model()->index(row, 0)).center());
        QCOMPARE(table()->selectedRowNumbers(), QList<int>{row});
        QCOMPARE(table()->currentIndex().row(), row);
        QCOMPARE(selection.focus().operatorName, model()->operatorName(row));
    }

    void anOperatorThatIsAskedForIsShownInSpiteOfTheFilter()
    {
        TraceSelection selection;
        m_view->setSelection(&selection);
        find<QLineEdit>("operatorFilter")->setText("conv2d");
        QCOMPARE(rowOf("max_pool2d_with_indices"), -1);
        selection.setFocus(
            {.event = std::nullopt, .operatorName = "aten::max_pool2d_with_indices", .layer = {}});
        QCOMPARE(table()->selectedRowNumbers(), QList<int>());
        Q_EMIT selection.viewWanted("operators");
        QVERIFY(rowOf("max_pool2d_with_indices") >= 0);
        QCOMPARE(table()->selectedRowNumbers(), QList<int>{rowOf("max_pool2d_with_indices")});
    }

    void groupingAndPassChooseTheRows()
    {
        find<QSpinBox>("operatorTop")->setValue(0);
        const int byOperator = model()->rowCount();
        choose("operatorGrouping", "Operator and shapes");
        QVERIFY(model()->rowCount() > byOperator);
        choose("operatorPass", "Optimizer");
        for (int row = 0; row < model()->rowCount(); ++row)
            QCOMPARE(model()->operatorRow(row).pass, Pass::Optimizer);
    }

    void namespacesAreHiddenUntilAskedFor()
    {
        find<QAction>("operatorNamespace")->setChecked(true);
        QCOMPARE(model()->text(0, Column::Name), "aten::convolution_backward");
    }

    void allStepsComeFromTheTotals()
    {
        const int64_t active = model()->statistics().steps;
        choose("operatorSteps", "All steps");
        QCOMPARE(active, 5);
        QCOMPARE(model()->statistics().steps, 35);
        QVERIFY2(summary().contains("all 35 steps"), qPrintable(summary()));
    }

    void withoutActiveStepsAllAreShownWithANote()
    {
        m_run.trace.steps.clear();
        Run none;
        none.outcome = RunOutcome::Finished;
        none.totals = m_run.totals;
        none.trace.names = m_run.trace.names;
        none.trace.shapes = m_run.trace.shapes;
        m_view->showRun(&none);
        QCOMPARE(model()->statistics().steps, 35);
        QVERIFY(find<QLabel>("operatorNote")->text().contains("no active step"));
        m_view->showRun(nullptr);
    }

    void theTableFollowsARecording()
    {
        test::SampleRecorder recorder;
        Run run;
        run.outcome = RunOutcome::Running;
        m_view->showRun(&run);
        QCOMPARE(emptyTitle(), "Waiting for the profiler");
        for (int step = 0; step < 3; ++step) {
            run.trace.append(recorder.step(step, StepPhase::Active));
            m_view->refresh();
        }
        QTRY_COMPARE(model()->statistics().steps, 3);
        QVERIFY(table()->isVisible());
        QCOMPARE(model()->rowCount(), 10);
        m_view->showRun(nullptr);
    }

    void selectionAndScrollSurviveFilterSortAndRefresh()
    {
        test::SampleRecorder recorder;
        Run run;
        run.trace.append(recorder.step(0, StepPhase::Active));
        m_view->showRun(&run);
        find<QSpinBox>("operatorTop")->setValue(0);
        table()->selectRow(rowOf("addmm"));
        table()->verticalScrollBar()->setValue(30); // addmm is out of sight

        run.trace.append(recorder.step(1, StepPhase::Active));
        run.trace.names.intern("aten::late");
        run.trace.append(
            {.durationNs = 1, .name = NameId(run.trace.names.size() - 1), .pass = Pass::Forward});
        m_view->refresh();
        QTRY_COMPARE(model()->statistics().steps, 2);
        QTRY_VERIFY(rowOf("late") >= 0); // one row more: the table was rebuilt
        QCOMPARE(selectedNames(), QStringList("addmm"));
        QCOMPARE(table()->verticalScrollBar()->value(), 30);

        clickHeader(table(), Column::MeanTime);
        QCOMPARE(selectedNames(), QStringList("addmm"));
        find<QLineEdit>("operatorFilter")->setText("mul");
        QCOMPARE(selectedNames(), QStringList());
        find<QLineEdit>("operatorFilter")->clear();
        QCOMPARE(selectedNames(), QStringList("addmm"));
        m_view->showRun(nullptr);
    }

    void copyTakesTheSelectedRowsWithAHeader()
    {
        table()->selectRow(0);
        m_view->copyContent();
        const QStringList lines = QGuiApplication::clipboard()->text().split('\n', Qt::SkipEmptyParts);
        QCOMPARE(lines.size(), 2);
        QVERIFY(lines[0].startsWith("Operator\tPass\tCalls\tSelf time (µs)\tSelf %"));
        QVERIFY2(lines[1].startsWith("convolution_backward\tBackward\t10\t"), qPrintable(lines[1]));
    }

    void theRowMenuCopiesTheNameAndFiltersForIt()
    {
        table()->selectRow(rowOf("addmm"));
        QMenu menu;
        table()->fillRowMenu(&menu);
        actionOf(menu, "Copy operator name")->trigger();
        QCOMPARE(QGuiApplication::clipboard()->text(), "addmm");
        actionOf(menu, "Filter for this")->trigger();
        QCOMPARE(find<QLineEdit>("operatorFilter")->text(), "addmm");
    }

    void aRowIsMeasuredAloneWithItsShapes()
    {
        QSignalSpy wanted(m_view.get(), &OperatorsView::measureWanted);
        table()->selectRow(rowOf("mkldnn_convolution"));
        QMenu menu;
        table()->fillRowMenu(&menu);
        QVERIFY(actionOf(menu, "Measure alone…")->isEnabled());
        actionOf(menu, "Measure alone…")->trigger();
        QCOMPARE(wanted.size(), 1);
        const QString costliest = wanted[0][0].toString();
        QCOMPARE(costliest, "mkldnn_convolution 64x32x26x26 64x32x3x3 64");

        choose("operatorGrouping", "Operator and shapes");
        find<QSpinBox>("operatorTop")->setValue(0);
        QStringList calls; // of each shape
        for (int row = 0; row < model()->rowCount(); ++row)
            if (model()->text(row, Column::Name) == "mkldnn_convolution")
                calls += m_view->callOfRow(row);
        QVERIFY(calls.size() >= 2);
        QCOMPARE(calls[0], costliest); // the rows are sorted by time
        QVERIFY(calls[0] != calls[1]);
    }

    void whatCannotBeMeasuredAloneSaysWhy()
    {
        table()->setWhyNotMeasure("A network is being trained.");
        table()->selectRow(rowOf("addmm"));
        QMenu menu;
        table()->fillRowMenu(&menu);
        QVERIFY(!actionOf(menu, "Measure alone…")->isEnabled());
        QCOMPARE(actionOf(menu, "Measure alone…")->toolTip(), QString("A network is being trained."));

        table()->setWhyNotMeasure({});
        choose("operatorGrouping", "Pass");
        table()->selectRow(0);
        QMenu ofPass;
        table()->fillRowMenu(&ofPass);
        QVERIFY(!actionOf(ofPass, "Measure alone…")->isEnabled());
        QCOMPARE(actionOf(ofPass, "Measure alone…")->toolTip(),
                 QString("Only operators of LibTorch can be measured alone."));
    }

    void columnsAreWideEnoughForTheUnit()
    {
        Run run = m_run;
        run.trace.unit = "very long samples";
        m_view->showRun(&run);
        QTRY_COMPARE(model()->headerData(int(Column::TotalTime), Qt::Horizontal).toString(),
                     "Total very long samples");
        for (const auto column : {Column::SelfTime, Column::TotalTime})
            QVERIFY(table()->columnWidth(int(column)) >=
                    table()->horizontalHeader()->sectionSizeHint(int(column)));
    }

    void titlesOfColumnsAreWholeInLargeText()
    {
        m_view->resize(900, 400);
        const auto checkTitles = [this] {
            QFont bold = table()->horizontalHeader()->font();
            bold.setWeight(QFont::DemiBold);
            for (const Column column : table()->shownColumns()) {
                const QString title = model()->headerData(int(column), Qt::Horizontal).toString();
                QVERIFY2(table()->columnWidth(int(column)) >=
                             QFontMetrics(bold).horizontalAdvance(title) + 16,
                         qPrintable(title));
            }
        };
        const int calls = table()->columnWidth(int(Column::Calls));
        const QFont before = QApplication::font();
        const auto restore = qScopeGuard([&before] { QApplication::setFont(before); });
        setTextSize(before, 2);
        QTRY_VERIFY(table()->columnWidth(int(Column::Calls)) >= 3 * calls / 2);
        checkTitles();
        QTRY_VERIFY(table()->horizontalScrollBar()->maximum() > 0);
        QMenu menu;
        table()->fillColumnMenu(&menu);
        actionOf(menu, "First call")->setChecked(true); // was hidden so far
        QVERIFY(table()->shownColumns().contains(Column::FirstTime));
        checkTitles();
        // The names have the remaining width, which may be small.
        for (int width = 700; width < 3600; width += 150) {
            m_view->resize(width, 400);
            QTRY_COMPARE(m_view->width(), width);
            QTest::qWait(0);
            checkTitles();
        }

        const int largeCalls = table()->columnWidth(int(Column::Calls));
        makeView(); // with the widths that the previous one had
        m_view->showRun(&m_run);
        QCOMPARE(table()->columnWidth(int(Column::Calls)), largeCalls);
        QApplication::setFont(before);
        QTRY_VERIFY(std::abs(table()->columnWidth(int(Column::Calls)) - calls) < 20);
    }

    void resetColumnsFitTheSizeOfTheText()
    {
        const auto width = [this] { return table()->columnWidth(int(Column::Name)); };
        const auto reset = [this] {
            QMenu menu;
            table()->fillColumnMenu(&menu);
            actionOf(menu, "Reset columns")->trigger();
        };
        const int normal = width();
        const QFont before = QApplication::font();
        const auto restore = qScopeGuard([&before] { QApplication::setFont(before); });
        setTextSize(before, 2);
        QTRY_VERIFY(std::abs(width() - 2 * normal) <= 2);
        table()->setColumnWidth(int(Column::Name), 100);
        reset();
        QVERIFY2(std::abs(width() - 2 * normal) <= 2, qPrintable(QString::number(width())));
        QApplication::setFont(before);
        QTRY_VERIFY2(std::abs(width() - normal) <= 2, qPrintable(QString::number(width())));

        setTextSize(before, 2);
        m_view.reset();
        QSettings().clear(); // as at the first start
        makeView();
        QVERIFY2(std::abs(width() - 2 * normal) <= 2, qPrintable(QString::number(width())));
    }

    void hiddenColumnsFollowTheSizeOfTheTextToo()
    {
        const auto show = [this](bool isShown) {
            QMenu menu;
            table()->fillColumnMenu(&menu);
            actionOf(menu, "First call")->setChecked(isShown);
        };
        const auto width = [this] { return table()->columnWidth(int(Column::FirstTime)); };
        show(true);
        table()->setColumnWidth(int(Column::FirstTime), 200);
        show(false);
        const int calls = table()->columnWidth(int(Column::Calls));
        const QFont before = QApplication::font();
        const auto restore = qScopeGuard([&before] { QApplication::setFont(before); });
        setTextSize(before, 2);
        QTRY_VERIFY(table()->columnWidth(int(Column::Calls)) >= 3 * calls / 2);
        QVERIFY(table()->isColumnHidden(int(Column::FirstTime)));
        show(true);
        QVERIFY2(std::abs(width() - 400) <= 2, qPrintable(QString::number(width())));
        show(false);
        QApplication::setFont(before);
        QTRY_VERIFY(table()->columnWidth(int(Column::Calls)) < 3 * calls / 2);
        show(true);
        QVERIFY2(std::abs(width() - 200) <= 2, qPrintable(QString::number(width())));
    }

    void aColumnMayBeNarrowerThanItsTitle()
    {
        constexpr int narrow = 60;
        QVERIFY(narrow < titleWidth(table()->horizontalHeader(), int(Column::TotalTime)));
        table()->setColumnWidth(int(Column::TotalTime), narrow);
        makeView(); // as at the next start
        m_view->showRun(&m_run);
        QCOMPARE(table()->columnWidth(int(Column::TotalTime)), narrow);
    }

    void columnsWidthsAndSortAreRemembered()
    {
        QMenu menu;
        table()->fillColumnMenu(&menu);
        QVERIFY(!actionOf(menu, "Operator")->isEnabled());
        actionOf(menu, "Mean")->setChecked(false);
        table()->setColumnWidth(int(Column::Calls), 123);
        clickHeader(table(), Column::TotalTime);
        makeView();
        m_view->showRun(&m_run);
        QVERIFY(table()->isColumnHidden(int(Column::MeanTime)));
        QVERIFY(!table()->shownColumns().contains(Column::MeanTime));
        QCOMPARE(table()->columnWidth(int(Column::Calls)), 123);
        QCOMPARE(model()->text(0, Column::Name), "evaluate_function: ConvolutionBackward0");

        QMenu again;
        table()->fillColumnMenu(&again);
        actionOf(again, "Reset columns")->trigger();
        QVERIFY(!table()->isColumnHidden(int(Column::MeanTime)));
        QCOMPARE(model()->text(0, Column::Name), "convolution_backward");
    }

    void choicesAreRememberedButNoFilter()
    {
        find<QLineEdit>("operatorFilter")->setText("conv");
        choose("operatorGrouping", "Operator and shapes");
        choose("operatorPass", "Forward");
        choose("operatorSteps", "All steps");
        find<QSpinBox>("operatorTop")->setValue(7);
        find<QAction>("operatorNamespace")->setChecked(true);
        makeView();
        m_view->showRun(&m_run);
        QCOMPARE(find<QLineEdit>("operatorFilter")->text(), "");
        QCOMPARE(model()->filter(), (OperatorFilter{"", std::nullopt, 7}));
        QCOMPARE(find<QComboBox>("operatorSteps")->currentText(), "All steps");
        QCOMPARE(model()->statistics().grouping, OperatorGrouping::ByOperatorAndShape);
        QVERIFY(model()->rowCount() > 0);
        QVERIFY(model()->text(0, Column::Name).startsWith("aten::"));
    }

    void regroupingKeepsTheSelection()
    {
        find<QSpinBox>("operatorTop")->setValue(0);
        table()->selectRow(rowOf("mul_"));
        choose("operatorGrouping", "Operator and shapes");
        const QStringList shapes = selectedNames();
        QVERIFY2(shapes.size() > 1, "it occurs with more than one shape");
        QCOMPARE(QSet<QString>(shapes.begin(), shapes.end()), QSet<QString>({"mul_"}));
        choose("operatorGrouping", "Operator");
        QCOMPARE(selectedNames(), QStringList("mul_"));
        choose("operatorGrouping", "Operator and shapes");
        table()->selectRow(rowOf("mul_")); // one shape of them
        choose("operatorGrouping", "Operator");
        QCOMPARE(selectedNames(), QStringList("mul_"));
        choose("operatorGrouping", "Operator and shapes");
        QCOMPARE(selectedNames(), QStringList("mul_")); // that one alone
    }

    void emptyStatesSayWhatToDo()
    {
        m_view->showRun(nullptr);
        QCOMPARE(emptyTitle(), "No operators yet");
        QVERIFY(m_view->exportItems().isEmpty());
        Run run;
        run.outcome = RunOutcome::Finished;
        m_view->showRun(&run);
        QCOMPARE(emptyTitle(), "No step was profiled");
        run.experiment.profile = false;
        m_view->showRun(&run);
        QCOMPARE(emptyTitle(), "The profiler was off");
        m_view->showRun(nullptr);
    }

    void exportsCanBeReadBack()
    {
        const QTemporaryDir folder;
        find<QLineEdit>("operatorFilter")->setText("conv");
        for (const ExportItem& item : m_view->exportItems())
            item.write(folder.filePath("operators." + item.formats.value(0)));

        const auto csv =
            QString::fromUtf8(contentOf(folder.filePath("operators.csv"))).split('\n', Qt::SkipEmptyParts);
        QCOMPARE(csv.size(), 1 + int(model()->statistics().rows.size())); // all rows, whatever the filter
        QVERIFY(csv[1].startsWith("aten::convolution_backward,Backward,2 different,10,"));

        const QString markdown = QString::fromUtf8(contentOf(folder.filePath("operators.md")));
        QCOMPARE(markdown.count("\n| "), 2 + model()->rowCount());
        QVERIFY(markdown.contains("| convolution\\_backward | Backward | 10 |"));

        QImageReader png(folder.filePath("operators.png"));
        QCOMPARE(png.format(), "png");
        const QImage picture = png.read();
        QCOMPARE(picture.width(), 1600);
        QCOMPARE(picture.pixelColor(2, 2), QColor(Qt::white));
    }

    void thePictureHasABarForEachOfTenOperators()
    {
        const QImage picture = pictureImage(operatorsPicture(m_run));
        const QRgb backward = Theme::lightColors().backward.rgb();
        const QRgb forward = Theme::lightColors().forward.rgb();
        int bars = 0;
        int longest = 0;
        const int left = 514; // just right of where bars begin
        for (int y = 220; y < picture.height(); ++y) {
            const QRgb here = picture.pixel(left, y);
            const QRgb above = picture.pixel(left, y - 1);
            if ((here != backward && here != forward) || here == above)
                continue;
            ++bars;
            int right = left;
            while (picture.pixel(right, y + 4) == here)
                ++right;
            QVERIFY(bars == 1 || right <= longest);
            longest = bars == 1 ? right : longest;
        }
        QCOMPARE(bars, 10);
    }

    void thePictureOfARunWithoutProfileSaysSo()
    {
        Run run;
        run.outcome = RunOutcome::Finished;
        run.experiment.profile = false;
        const QImage off = pictureImage(operatorsPicture(run));
        run.experiment.profile = true;
        QCOMPARE(off.width(), 1600);
        QVERIFY(off != pictureImage(operatorsPicture(run)));
    }

    void aPictureThatCannotBeWrittenThrows()
    {
        const QTemporaryDir folder;
        QVERIFY_THROWS_EXCEPTION(
            Error, writePicture(operatorsPicture(m_run), {}, folder.filePath("missing/operators.png")));
    }

private:
    template<typename Widget>
    Widget* find(const char* name) const
    {
        return m_view->findChild<Widget*>(name);
    }

    void makeView()
    {
        m_view.reset(); // which saves its columns
        m_view = std::make_unique<OperatorsView>();
        m_view->resize(1200, 400);
        m_view->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_view.get()));
        m_view->activateWindow();
    }

    static void setTextSize(QFont font, double factor)
    {
        font.setPointSizeF(font.pointSizeF() * factor);
        QApplication::setFont(font);
    }

    void choose(const char* box, const QString& text) const { find<QComboBox>(box)->setCurrentText(text); }

    OperatorsModel* model() const { return m_view->model(); }
    OperatorsTable* table() const { return m_view->table(); }
    QString summary() const { return find<QLabel>("operatorSummary")->text(); }

    QString emptyTitle() const
    {
        const auto* label = find<QLabel>("operatorEmptyTitle");
        return label->isVisible() ? label->text() : QString();
    }

    int rowOf(const QString& name) const
    {
        for (int row = 0; row < model()->rowCount(); ++row)
            if (model()->text(row, Column::Name) == name)
                return row;
        return -1;
    }

    QStringList selectedNames() const
    {
        QStringList names;
        for (const int row : table()->selectedRowNumbers())
            names.append(model()->text(row, Column::Name));
        return names;
    }

    Run m_run;
    std::unique_ptr<OperatorsView> m_view;
};

QTEST_MAIN(TestOperatorsView)
#include "test_operators_view.moc"
