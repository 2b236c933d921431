#include "core/base/error.h"
#include "core/base/files/temporary_folder.h"
#include "core/base/text/format.h"
#include "core/run/run_figures.h"
#include "core/run_file/run_file.h"
#include "core/run_file/run_file_writer.h"
#include "stepped_run.h"
#include "tests/core/run_file/sample_update.h"
#include "tests/support/exported_text.h"
#include "ui/steps/step_bars.h"
#include "ui/steps/step_difference_table.h"
#include "ui/steps/step_difference_text.h"
#include "ui/steps/step_parts_table.h"
#include "ui/steps/steps_view.h"
#include "ui/support/qt_text.h"
#include "ui/support/table_setup.h"
#include "ui/theme/theme.h"

#include <QAbstractItemModelTester>
#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QImageReader>
#include <QLabel>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QWheelEvent>
#include <QXmlStreamReader>

#include <algorithm>
#include <cmath>

using namespace stepscope;
using namespace stepscope::ui;

namespace {

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

StepFigures figuresOf(std::initializer_list<std::pair<StepPart, double>> parts)
{
    StepFigures figures;
    figures.steps = fewestForPercentiles;
    for (const auto& [part, ms] : parts) {
        const auto ns = int64_t(ms * 1e6);
        figures.parts[size_t(part)] = {.medianNs = double(ns),
                                       .p5Ns = 0.9 * double(ns),
                                       .p95Ns = 1.1 * double(ns),
                                       .totalNs = fewestForPercentiles * ns,
                                       .share = ms / 10.0};
    }
    figures.wall = {.medianNs = 1e7,
                    .p5Ns = 9e6,
                    .p95Ns = 11e6,
                    .totalNs = fewestForPercentiles * 10'000'000,
                    .share = 1.0};
    return figures;
}

QStringList namesOf(const StepPartsModel& model)
{
    QStringList names;
    for (int row = 0; row < model.rowCount(); ++row)
        names += model.index(row, 0).data().toString();
    return names;
}

QStringList columnOf(const StepDifferenceModel& model, int column)
{
    QStringList texts;
    for (int row = 0; row < model.rowCount(); ++row)
        texts += model.index(row, column).data().toString();
    return texts;
}

QStringList namesOfDifferences(const StepDifferenceModel& model)
{
    return columnOf(model, StepDifferenceModel::Name);
}

QStringList kindsOf(const StepDifferenceModel& model)
{
    return columnOf(model, StepDifferenceModel::Kind);
}

} // namespace

class TestStepsView : public QObject
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
        m_run = test::steppedRun(100, 30);
        m_selection = std::make_unique<TraceSelection>();
        m_view = std::make_unique<StepsView>(m_selection.get());
        m_view->resize(1000, 700);
        m_view->showRun(&m_run);
        m_view->show();
        m_view->activateWindow(); // for its shortcuts
        QVERIFY(QTest::qWaitForWindowActive(m_view.get()));
    }

    void cleanup() { m_view.reset(); }

    void aLongRecordingIsReadAside()
    {
        Run run = test::steppedRun(9'000, 8'900);
        QVERIFY(run.trace.size() > 100'000);
        StepSeries expected;
        expected.update(run);
        m_view->showRun(&run);
        QCOMPARE(m_view->parts()->figures().steps, int64_t(0)); // nothing is left of the previous run
        QTRY_COMPARE(m_view->parts()->figures().steps, int64_t(8'900));
        QCOMPARE(m_view->parts()->figures().wall.totalNs, stepFigures(expected.splits()).wall.totalNs);
        m_view->hide();
        m_view->show(); // reads nothing again
        QCOMPARE(m_view->parts()->figures().steps, int64_t(8'900));

        m_view->showRun(&run);
        QVERIFY(!m_view->exportItems().isEmpty()); // does not wait
        QCOMPARE(m_view->parts()->figures().steps, int64_t(8'900));
        m_view->showRun(&run);
        m_view->showRun(nullptr);
        run = {}; // it is no longer read
        QCOMPARE(m_view->parts()->figures().steps, int64_t(0));
    }

    void aRunThatIsReadAgainKeepsTheZoomAndTheOrder()
    {
        m_view->setSplit(StepSplit::Passes);
        m_view->table()->sortByColumn(int(StepPartColumn::Median), Qt::AscendingOrder);
        const QStringList names = namesOf(*m_view->parts());
        QTest::keyClick(m_view->bars(), Qt::Key_Plus);
        const double from = m_view->bars()->from();
        const double to = m_view->bars()->to();
        const Run again = test::steppedRun(100, 30);
        m_view->showRunAgain(&again);
        QCOMPARE(m_view->bars()->from(), from);
        QCOMPARE(m_view->bars()->to(), to);
        QCOMPARE(namesOf(*m_view->parts()), names);
        QCOMPARE(m_view->table()->horizontalHeader()->sortIndicatorSection(), int(StepPartColumn::Median));

        const Run shorter = test::steppedRun(15, 5);
        m_view->showRunAgain(&shorter);
        QVERIFY(m_view->bars()->from() >= 0.0);
        QCOMPARE(m_view->bars()->to(), 15.0);
        m_view->showAll();
        m_view->showRunAgain(&again);
        QCOMPARE(m_view->bars()->from(), 0.0); // follows the run as before
        QCOMPARE(m_view->bars()->to(), 100.0);
        m_view->showRun(nullptr);
    }

    void partsAreATable()
    {
        StepPartsModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QCOMPARE(model.rowCount(), 0);
        model.setFigures(figuresOf({{StepPart::Data, 1}, {StepPart::Forward, 3}, {StepPart::Backward, 6}}));
        QCOMPARE(namesOf(model), QStringList({"Data", "Forward", "Backward", "Step"}));
        model.sort(int(StepPartColumn::Share), Qt::DescendingOrder);
        const QPersistentModelIndex data = model.index(2, 0);
        QCOMPARE(namesOf(model), QStringList({"Backward", "Forward", "Data", "Step"}));
        model.sort(int(StepPartColumn::Median), Qt::AscendingOrder);
        QCOMPARE(namesOf(model), QStringList({"Data", "Forward", "Backward", "Step"}));
        QCOMPARE(data.row(), 0);
        QCOMPARE(model.index(1, int(StepPartColumn::Median)).data().toString(), QString("3.00 ms"));
        QCOMPARE(model.index(1, int(StepPartColumn::Share)).data().toString(), QString("30.0 %"));
        QCOMPARE(model.index(3, int(StepPartColumn::Mean)).data().toString(), QString("10.0 ms"));
        model.setFigures(figuresOf({{StepPart::Optimizer, 10}}));
        QCOMPARE(namesOf(model), QStringList({"Optimizer", "Step"}));
        model.setFigures({});
        QCOMPARE(model.rowCount(), 0);
    }

    void theTableHasRoomForItsRows()
    {
        const auto* table = m_view->table();
        const int row = table->verticalHeader()->defaultSectionSize();
        QTRY_VERIFY2(table->viewport()->height() >= 6 * row, qPrintable(QString::number(table->height())));
        m_view->showRun(nullptr);
        m_view->showRun(&m_run);
        QTRY_VERIFY(table->viewport()->height() >= 6 * row);
    }

    /// As in a window of 1024x700, beside the run.
    void theColumnsOfPartsFitInASmallWindow()
    {
        StepPartsModel model;
        StepPartsTable table(&model);
        model.setFigures(figuresOf({{StepPart::Data, 1}, {StepPart::Forward, 9}}));
        table.resize(651, 200);
        table.show();
        QVERIFY(QTest::qWaitForWindowExposed(&table));
        QTRY_COMPARE(table.horizontalScrollBar()->maximum(), 0);
        for (int column = 1; column < stepPartColumnCount; ++column)
            QVERIFY2(table.columnWidth(column) >= titleWidth(table.horizontalHeader(), column),
                     qPrintable(model.headerData(column, Qt::Horizontal).toString()));
        table.resize(1000, 200);
        QTRY_COMPARE(table.columnWidth(int(StepPartColumn::Median)), 124);
        table.horizontalHeader()->resizeSection(int(StepPartColumn::Median), 150); // as the user does
        table.resize(900, 200);
        QTest::qWait(20);
        QCOMPARE(table.columnWidth(int(StepPartColumn::Median)), 150);
    }

    void rowsAreCopiedAsPlainNumbers()
    {
        StepPartsModel model;
        StepPartsTable table(&model);
        model.setFigures(figuresOf({{StepPart::Data, 1}, {StepPart::Forward, 9}}));
        table.copy();
        QCOMPARE(
            QGuiApplication::clipboard()->text(),
            QString("Part\tMedian (µs)\t5th percentile (µs)\t95th percentile (µs)\tMean (µs)\t% of step\n"
                    "Data\t1000.000\t900.000\t1100.000\t1000.000\t10.00\n"
                    "Forward\t9000.000\t8100.000\t9900.000\t9000.000\t90.00\n"
                    "Step\t10000.000\t9000.000\t11000.000\t10000.000\t100.00\n"));
        table.selectRow(1);
        table.copy();
        QCOMPARE(QGuiApplication::clipboard()->text().count('\n'), 2);
    }

    void fewStepsHaveNoPercentiles()
    {
        StepPartsModel model;
        auto figures = figuresOf({{StepPart::Forward, 9}});
        const auto shown = [&] {
            model.setFigures(figures);
            return model.index(0, int(StepPartColumn::P95)).data().toString();
        };
        QCOMPARE(shown(), QString("9.90 ms"));
        --figures.steps;
        QCOMPARE(shown(), QString("–"));
        QCOMPARE(model.index(0, int(StepPartColumn::P5)).data(StepPartsModel::PlainRole).toString(),
                 QString());
    }

    void columnsOfPercentilesAreHiddenForFewSteps()
    {
        StepPartsModel model;
        StepPartsTable table(&model);
        auto figures = figuresOf({{StepPart::MemoryCopy, 1}, {StepPart::Idle, 9}});
        const auto hidden = [&] {
            return int(table.isColumnHidden(int(StepPartColumn::P5))) +
                   int(table.isColumnHidden(int(StepPartColumn::P95)));
        };
        model.setFigures(figures);
        QCOMPARE(hidden(), 0);
        table.resize(400, 200);
        table.show();
        QVERIFY(QTest::qWaitForWindowExposed(&table));
        --figures.steps;
        model.setFigures(figures);
        QCOMPARE(hidden(), 2);
        const QString longest = model.index(1, 0).data().toString();
        QCOMPARE(longest, QString("Host and device idle"));
        constexpr int aroundName = 10 + 8 + 2 * 8; // square, gap and margins
        QVERIFY(table.columnWidth(0) >= table.fontMetrics().horizontalAdvance(longest) + aroundName);
        table.resize(1000, 200);
        QTRY_COMPARE(table.columnWidth(int(StepPartColumn::Median)), 124); // not as if the user had sized it
        ++figures.steps;
        model.setFigures(figures);
        QCOMPARE(hidden(), 0);
        QVERIFY(table.columnWidth(int(StepPartColumn::P95)) >=
                titleWidth(table.horizontalHeader(), int(StepPartColumn::P95)));
    }

    void showsTheRecordedStepsAndTheWarmUpBeforeThem()
    {
        QCOMPARE(bars()->from(), 0.0);
        QCOMPARE(bars()->to(), 40.0);
        QCOMPARE(bars()->scene().columns.size(), size_t(40));
        QVERIFY2(summary().startsWith("30 recorded steps, from 10 to 39 · median 3"), qPrintable(summary()));
        QStringList legend;
        for (const auto& entry : bars()->scene().legend)
            legend += entry.name;
        QCOMPARE(legend, QStringList({"mean · share:", "Data", "Forward", "Loss", "Backward", "Optimizer",
                                      "Other", "wait and warm-up"}));
        QVERIFY(bars()->scene().geometry.topNs < 100e6); // the first step is cut off
        m_selection->setSteps({20, 20});                 // has no mean
        QCOMPARE(bars()->scene().legend.front().name, QString("time · share:"));
        m_selection->setSteps({});
        QCOMPARE(bars()->scene().legend.front().name, QString("mean · share:"));
        const auto& figures = m_view->parts()->figures();
        double share = 0.0;
        for (const auto& part : figures.parts)
            share += part.share;
        QVERIFY(std::abs(share - 1.0) < 1e-9);
        const auto& backward = figures.part(StepPart::Backward);
        QCOMPARE(bars()->scene().legend[4].figures,
                 QString("%1 · %2").arg(durationText(figures.perStepNs(backward)),
                                        toQString(formatShare(backward.share))));
        QVERIFY(bars()->scene().medianNs == figures.wall.medianNs);
    }

    void theLabelOfTheMedianCoversNoBarAndNoLegend()
    {
        const StepBarsScene scene = bars()->scene();
        QVERIFY2(scene.medianLabel.startsWith("median of the recorded steps: "),
                 qPrintable(scene.medianLabel));
        QVERIFY(scene.medianPlace.bottom() <= scene.geometry.plot.top());
        QVERIFY(scene.medianPlace.right() < scene.geometry.plot.right() + 0.01);
        for (const StepLegendEntry& entry : scene.legend)
            QVERIFY2(!entry.place.intersects(scene.medianPlace), qPrintable(entry.name));
    }

    void aDragBrushesStepsAndAllFiguresSpeakOfThem()
    {
        const auto median = bars()->scene().medianNs;
        drag(12, 17);
        QVERIFY(m_selection->steps() == (StepRange{12, 17}));
        QVERIFY(m_view->parts()->figures().wall.medianNs != *median);
        QVERIFY(bars()->scene().medianNs == median); // of all steps, to compare with
        QCOMPARE(m_view->parts()->figures().steps, int64_t(6));
        QVERIFY2(summary().startsWith("Selected: steps 12 to 17 · 6 recorded steps · median"),
                 qPrintable(summary()));
        drag(36, 33); // backwards
        QVERIFY(m_selection->steps() == (StepRange{33, 36}));
    }

    void aDragBeyondTheEndsPicksNoMoreThanThereIs()
    {
        press(bars(), middleOf(35));
        QTest::mouseMove(bars(), {bars()->width() + 400, middleOf(35).y()});
        QTest::mouseRelease(bars(), Qt::LeftButton, {}, {bars()->width() + 400, middleOf(35).y()});
        QCOMPARE(m_selection->steps().first, int64_t(35));
        QVERIFY(m_selection->steps().last <= 99);
    }

    void aClickPicksOneAndADoubleClickAllAgain()
    {
        QTest::mouseClick(bars(), Qt::LeftButton, {}, middleOf(20));
        QVERIFY(m_selection->steps() == (StepRange{20, 20}));
        QVERIFY(summary().startsWith("Selected: step 20 · one recorded step"));
        QVERIFY2(!summary().contains("median"), qPrintable(summary())); // a single time has none
        QTest::mouseDClick(bars(), Qt::LeftButton, {}, middleOf(25));
        QVERIFY(m_selection->steps().isAll());
        QCOMPARE(m_view->parts()->figures().steps, int64_t(30));
    }

    void aSingleStepIsComparedWithTheOthers()
    {
        const auto* why = m_view->findChild<QLabel*>("stepDifference");
        auto* button = m_view->findChild<QToolButton*>("stepInTimeline");
        QVERIFY(why->isHidden());
        QVERIFY(button->isHidden());
        m_selection->setSteps({20, 20});
        QVERIFY(!why->isHidden());
        QVERIFY2(why->text().startsWith("Step 20 took "), qPrintable(why->text()));
        QVERIFY2(why->text().contains("29 other recorded steps"), qPrintable(why->text()));
        const QSignalSpy wanted(m_selection.get(), &TraceSelection::viewWanted);
        button->click();
        QCOMPARE(wanted.size(), 1);
        QCOMPARE(wanted[0][0].toString(), QString("timeline"));
        m_selection->setSteps({20, 21});
        QVERIFY(why->isHidden());
        QVERIFY(button->isHidden());
        m_selection->setSteps({3, 3}); // not recorded
        QVERIFY(!why->isHidden());
        QVERIFY2(why->text().startsWith("Step 3 took "), qPrintable(why->text()));
        QVERIFY2(why->text().contains("median of the 99 measured steps"), qPrintable(why->text()));
        QVERIFY2(why->text().endsWith("Its parts are not known."), qPrintable(why->text()));
        QVERIFY(differenceTable()->isHidden());
        m_selection->setSteps({0, 0});
        QVERIFY2(why->text().contains("The first step of a run sets everything up."),
                 qPrintable(why->text()));
    }

    void otherProgramsAreNamedInASlowStep()
    {
        StepMetrics& slow = m_run.steps[20];
        slow.durationNs *= 2;
        const auto recorded = std::ranges::find(m_run.trace.steps, int64_t(20), &TraceStep::number);
        recorded->durationNs *= 2;
        const auto sampleAt = [&](int64_t timeNs, float own, float ofEach) {
            m_run.samples.push_back(
                {.timeNs = timeNs, .processCpuPercent = own, .coreCpuPercent = {ofEach, ofEach}});
        };
        sampleAt(slow.startNs, 0.0F, 0.0F);
        sampleAt(slow.startNs + slow.durationNs, 20.0F, 100.0F);
        sampleAt(slow.startNs + 20 * slow.durationNs, 0.0F, 0.0F);
        m_view->showRun(&m_run);
        const auto* why = m_view->findChild<QLabel*>("stepDifference");
        m_selection->setSteps({20, 20});
        QVERIFY2(withPlainSpaces(why->text())
                     .contains("At that time, other programs used 90 % of all processors, compared "
                               "with a median of 0 % in the other steps."),
                 qPrintable(why->text()));
        m_selection->setSteps({25, 25});
        QVERIFY2(!why->text().contains("other programs"), qPrintable(why->text()));

        StepDifference difference{
            .step = 20, .wallNs = 30'000'000, .medianNs = 20e6, .others = 4, .parts = {}};
        QVERIFY(!otherProgramsText(difference, m_run).isEmpty());
        difference.medianNs = 30e6; // not slower
        QCOMPARE(otherProgramsText(difference, m_run), QString());
        m_run.samples[1].coreCpuPercent = {19.0F, 19.0F}; // 9 % by others
        difference.medianNs = 20e6;
        QCOMPARE(otherProgramsText(difference, m_run), QString());
    }

    void aStepOfARunThatGoesOnSaysWhatIsStillOpen()
    {
        test::SteppedRun growing;
        growing.grow(30);
        m_view->showRun(&growing.run);
        m_selection->setSteps({20, 20});
        const auto* why = m_view->findChild<QLabel*>("stepDifference");
        const QString open = "The run is not over: the median is that of the steps recorded so far, and "
                             "operators are compared at the end of the run.";
        QVERIFY2(why->text().contains("19 other recorded steps"), qPrintable(why->text()));
        QVERIFY2(why->text().endsWith(open), qPrintable(why->text()));
        growing.run.outcome = RunOutcome::Finished;
        m_view->refresh();
        QTRY_VERIFY(!why->text().contains("not over"));
        QTRY_VERIFY(kindsOf(*m_view->differences()).contains("Operator"));
        growing.run.trace.threads.push_back({.device = 0});
        growing.run.outcome = RunOutcome::Running;
        QVERIFY(openDifferenceText(growing.run).contains("operators and kernels are compared"));
        m_view->showRun(&m_run); // before the other one is deleted
    }

    void anOperatorThatDiffersInTwoPassesIsNamedWithThem()
    {
        Trace trace;
        const NameId multiply = trace.names.intern("aten::mul");
        const NameId add = trace.names.intern("aten::add");
        const NameId copyFloat = trace.names.intern("void at::copy_kernel<float>(int)");
        const NameId copyHalf = trace.names.intern("void at::copy_kernel<half>(int)");
        StepDifference difference{
            .step = 7, .wallNs = 30'000'000, .medianNs = 20e6, .others = 4, .parts = {}};
        difference.operators = {
            {.name = multiply, .pass = Pass::Backward, .times = {.ns = 5e6, .medianNs = 1e6}},
            {.name = add, .pass = Pass::Forward, .times = {.ns = 4e6, .medianNs = 1e6}},
            {.name = multiply, .pass = Pass::Forward, .times = {.ns = 3e6, .medianNs = 1e6}}};
        difference.kernels = {
            {.name = copyFloat, .pass = Pass::Forward, .times = {.ns = 5e6, .medianNs = 1e6}},
            {.name = copyHalf, .pass = Pass::Forward, .times = {.ns = 3e6, .medianNs = 1e6}}};
        QCOMPARE(stepDifferenceText(difference, trace, StepSplit::Passes),
                 QString("Step 7 took 30.0 ms, 10.0 ms longer than the median of the 4 other recorded steps, "
                         "20.0 ms. By its self time, the operator mul (backward) takes 4.00 ms more, "
                         "add 3.00 ms more, mul (forward) 2.00 ms more. On the device, "
                         "copy_kernel takes 4.00 ms more, another copy_kernel 2.00 ms more."));
    }

    void theTimeOfAStepIsThatOfTheHostWhereDevicesWorkAsWell()
    {
        Trace trace;
        trace.threads = {{}, {.device = 0}};
        const StepDifference difference{
            .step = 7, .wallNs = 30'000'000, .medianNs = 30e6, .others = 4, .parts = {}};
        const auto textOf = [&](StepSplit split) { return stepDifferenceText(difference, trace, split); };
        QVERIFY(textOf(StepSplit::Passes).startsWith("Step 7 took 30.0 ms on the host, about as long as "));
        QVERIFY(textOf(StepSplit::Device)
                    .startsWith("Step 7 took 30.0 ms with its device work, about as long as "));
    }

    /// The largest one may be against the whole.
    void onlyDifferencesInTheDirectionOfTheStepAreNamed()
    {
        Trace trace;
        const NameId pool = trace.names.intern("aten::max_pool2d");
        const NameId convolution = trace.names.intern("aten::convolution_backward");
        const NameId relu = trace.names.intern("aten::relu");
        StepDifference difference{
            .step = 18, .wallNs = 40'000'000, .medianNs = 50e6, .others = 4, .parts = {}};
        difference.parts = {{StepPart::Backward, {.ns = 10e6, .medianNs = 35e6}},
                            {StepPart::Forward, {.ns = 25e6, .medianNs = 10e6}}};
        difference.operators = {
            {.name = convolution, .pass = Pass::Backward, .times = {.ns = 9e6, .medianNs = 20e6}},
            {.name = relu, .pass = Pass::Forward, .times = {.ns = 1.5e6, .medianNs = 1e6}}, // too little
            {.name = pool, .pass = Pass::Forward, .times = {.ns = 16.5e6, .medianNs = 1e6}}};
        const QString whole = "Step 18 took 40.0 ms, 10.0 ms less than the median of the 4 other recorded "
                              "steps, 50.0 ms. Backward takes 25.0 ms less.";
        QCOMPARE(stepDifferenceText(difference, trace, StepSplit::Passes),
                 whole + " By its self time, the operator convolution_backward takes 11.0 ms less.");
        difference.operators.erase(difference.operators.begin());
        QCOMPARE(stepDifferenceText(difference, trace, StepSplit::Passes), whole);
    }

    void aSingleStepHasATableOfItsDifferences()
    {
        auto* model = m_view->differences();
        const QAbstractItemModelTester tester(model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        auto* table = differenceTable();
        QVERIFY(table->isHidden());
        m_selection->setSteps({20, 20});
        QVERIFY(!table->isHidden());
        QVERIFY(m_view->table()->isHidden());
        QTRY_VERIFY(kindsOf(*model).contains("Operator")); // they are read in the background
        QCOMPARE(namesOfDifferences(*model).front(), QString("Step 20"));
        QVERIFY(namesOfDifferences(*model).contains("Backward"));
        QVERIFY(namesOfDifferences(*model).contains("mkldnn_convolution"));
        QVERIFY(!kindsOf(*model).contains("Device work"));
        const auto figure = [&](int column) {
            return model->index(0, column).data(StepDifferenceModel::FigureRole).toDouble();
        };
        const auto& splits = m_run.trace.steps;
        QCOMPARE(figure(StepDifferenceModel::ThisStep), double(splits[10].durationNs));
        QCOMPARE(figure(StepDifferenceModel::Difference),
                 figure(StepDifferenceModel::ThisStep) - figure(StepDifferenceModel::Median));
        m_selection->setSteps({20, 21});
        QVERIFY(table->isHidden());
        QCOMPARE(model->rowCount(), 0);
        QVERIFY(!m_view->table()->isHidden());
    }

    void namesOfDifferencesGetTheRoomThatIsLeft()
    {
        m_selection->setSteps({20, 20});
        const auto* table = differenceTable();
        m_view->resize(1600, 700);
        QTRY_COMPARE(table->horizontalHeader()->length(), table->viewport()->width());
        QVERIFY(table->columnWidth(StepDifferenceModel::Name) > 600);
        m_view->resize(500, 700);
        QTRY_COMPARE(table->columnWidth(StepDifferenceModel::Name), 184);
    }

    void differencesInTheDirectionOfTheStepComeFirst()
    {
        auto* model = m_view->differences();
        const QHeaderView* header = differenceTable()->horizontalHeader();
        const auto differences = [&] {
            QList<double> all;
            for (int row = 0; row < model->rowCount(); ++row)
                all += model->index(row, StepDifferenceModel::Difference)
                           .data(StepDifferenceModel::FigureRole)
                           .toDouble();
            return all;
        };
        bool anySlower = false;
        bool anyFaster = false;
        for (int64_t step = 12; step < 32; ++step) {
            m_selection->setSteps({step, step});
            QTRY_VERIFY(kindsOf(*model).contains("Operator"));
            const QList<double> all = differences();
            const bool isLess = all.first() < 0.0;
            (isLess ? anyFaster : anySlower) = true;
            const QList<double> rows = all.mid(1); // without the step
            QVERIFY(isLess ? std::ranges::is_sorted(rows)
                           : std::ranges::is_sorted(rows, std::ranges::greater()));
            QCOMPARE(header->sortIndicatorOrder(), isLess ? Qt::AscendingOrder : Qt::DescendingOrder);
        }
        QVERIFY(anySlower && anyFaster);
    }

    void differencesAreSortedWithTheStepFirst()
    {
        m_selection->setSteps({20, 20});
        auto* model = m_view->differences();
        QTRY_VERIFY(kindsOf(*model).contains("Operator"));
        differenceTable()->sortByColumn(StepDifferenceModel::Difference, Qt::AscendingOrder);
        QCOMPARE(namesOfDifferences(*model).front(), QString("Step 20"));
        const QPersistentModelIndex last = model->index(model->rowCount() - 1, 0);
        const QString name = last.data().toString();
        differenceTable()->sortByColumn(StepDifferenceModel::Name, Qt::AscendingOrder);
        QCOMPARE(last.data().toString(), name);
        QStringList names = namesOfDifferences(*model).mid(1);
        QVERIFY(std::ranges::is_sorted(
            names, [](const QString& a, const QString& b) { return a.toLower() < b.toLower(); }));
    }

    void differencesAreCopiedAndLeadToTheirOperators()
    {
        m_selection->setSteps({20, 20});
        auto* model = m_view->differences();
        auto* table = differenceTable();
        QTRY_VERIFY(kindsOf(*model).contains("Operator"));
        const auto row = int(namesOfDifferences(*model).indexOf("mkldnn_convolution"));
        table->setFocus();
        table->selectRow(row);
        QCOMPARE(m_selection->focus(), TraceFocus{.operatorName = "aten::mkldnn_convolution"});
        m_view->copyContent();
        const QStringList lines = QGuiApplication::clipboard()->text().split('\n');
        QCOMPARE(lines[0], QString("Name\tKind\tPass\tDifference (µs)\tThis step (µs)\tMedian step (µs)"));
        QVERIFY2(lines[1].startsWith("aten::mkldnn_convolution\tOperator\tForward\t"), qPrintable(lines[1]));
        QCOMPARE(lines.size(), 3);
        table->selectRow(0); // the step: no operator
        QCOMPARE(m_selection->focus(), TraceFocus{.operatorName = "aten::mkldnn_convolution"});
    }

    void escapeAndTheButtonPickAllAgain()
    {
        auto* button = m_view->findChild<QToolButton*>("clearSteps");
        QVERIFY(button->isHidden());
        drag(12, 17);
        QVERIFY(button->isVisible());
        QTest::keyClick(bars(), Qt::Key_Escape);
        QVERIFY(m_selection->steps().isAll());
        drag(12, 17);
        button->setFocus();
        QTest::mouseClick(button, Qt::LeftButton);
        QVERIFY(m_selection->steps().isAll());
        QVERIFY(button->isHidden());
        QVERIFY(bars()->hasFocus()); // the next key still moves in the view
    }

    void arrowsMoveWhatIsPicked()
    {
        QTest::keyClick(bars(), Qt::Key_Right);
        QVERIFY(m_selection->steps() == (StepRange{10, 10})); // the first recorded one
        QTest::keyClick(bars(), Qt::Key_Right);
        QTest::keyClick(bars(), Qt::Key_Right, Qt::ShiftModifier);
        QTest::keyClick(bars(), Qt::Key_Right, Qt::ShiftModifier);
        QVERIFY(m_selection->steps() == (StepRange{11, 13}));
        QTest::keyClick(bars(), Qt::Key_Left, Qt::ShiftModifier);
        QTest::keyClick(bars(), Qt::Key_Right);
        QVERIFY(m_selection->steps() == (StepRange{12, 13}));
        m_selection->setSteps({98, 99});
        QTest::keyClick(bars(), Qt::Key_Right);
        QVERIFY(m_selection->steps() == (StepRange{98, 99})); // there are no more
        m_selection->setSteps({50, 50});
        QTest::keyClick(bars(), Qt::Key_Left, Qt::ShiftModifier);
        QVERIFY(m_selection->steps() == (StepRange{49, 50}));
        QVERIFY(bars()->from() <= 49.0 && bars()->to() >= 50.0); // it came into view
    }

    void saysOfHowManyStepsABarIsTheMean()
    {
        const auto noteOf = [](const StepBarsScene& scene) {
            QString note;
            for (const StepLegendEntry& entry : scene.legend) {
                if (entry.name.startsWith("one bar"))
                    note = entry.name;
            }
            return note;
        };
        m_view->showAll();
        QCOMPARE(bars()->scene().columns.size(), size_t(100));
        QCOMPARE(noteOf(bars()->scene()), QString());
        const StepBarsContent content = bars()->content();
        const auto sceneOf = [&](const StepBarsContent& shown) {
            return layOutStepBars(shown, QRectF(0, 0, 240, 300), Theme::instance().colors(), bars()->font());
        };
        const StepBarsScene narrow = sceneOf(content);
        int64_t most = 0;
        for (const StepColumn& column : narrow.columns)
            most = std::max(most, column.steps);
        QVERIFY(most > 1);
        const QString note = QString("one bar is the mean of up to %1 steps").arg(most);
        QVERIFY2(noteOf(narrow).startsWith(note), qPrintable(noteOf(narrow)));
        StepBarsContent unrecorded = content;
        unrecorded.from = 40.0;
        unrecorded.to = 160.0;
        QVERIFY(noteOf(sceneOf(unrecorded)).startsWith("one bar is the mean of up to "));
        QVERIFY(!noteOf(sceneOf(unrecorded)).contains("recorded"));
    }

    void aStepThatWasNotRecordedHasItsWallTimeOnly()
    {
        QTest::mouseClick(bars(), Qt::LeftButton, {}, middleOf(4));
        QCOMPARE(m_view->parts()->figures().steps, int64_t(0));
        QCOMPARE(note(), QString("Step 4 was not recorded: only wall times are known. "
                                 "Recorded steps: 10 to 39."));
        QVERIFY(m_view->table()->isHidden());
        auto* nearest = m_view->findChild<QPushButton*>("nearestStep");
        QVERIFY(nearest->isVisible());
        QCOMPARE(nearest->text(), QString("Go to step 10"));
        const auto& columns = bars()->scene().columns;
        QVERIFY(bars()->toolTipOf(columns[4]).contains("Not recorded"));
        QVERIFY(bars()->toolTipOf(columns[4]).contains("warm-up"));
        QVERIFY(bars()->toolTipOf(columns[20]).contains("Backward"));
        QVERIFY(bars()->toolTipOf(columns[20]).contains("Step 20"));
        nearest->setFocus();
        nearest->click();
        QVERIFY(m_selection->steps() == (StepRange{10, 10}));
        QVERIFY(!nearest->isVisible());
        QVERIFY(bars()->hasFocus());
        m_selection->setSteps({60, 70});
        QVERIFY2(note().startsWith("None of the steps 60 to 70 was recorded"), qPrintable(note()));
        QCOMPARE(nearest->text(), QString("Go to step 39"));
        m_selection->setSteps({});
        QVERIFY(!nearest->isVisible());
    }

    void aStepWhoseEventsAreNotInMemoryIsNotCalledUnrecorded()
    {
        Run run = test::steppedRun(100, 30);
        run.leftOut = {.events = 100, .steps = 5, .lastStep = 44, .limitBytes = 1};
        for (int64_t step = 40; step < 45; ++step)
            run.steps[size_t(step)].phase = StepPhase::Active;
        m_view->showRun(&run);
        m_selection->setSteps({41, 41});
        QVERIFY2(note().startsWith("The events of step 41 are not in memory"), qPrintable(note()));
        QVERIFY2(note().endsWith("Recorded steps in memory: 10 to 39."), qPrintable(note()));
        m_selection->setSteps({50, 50});
        QVERIFY2(note().startsWith("Step 50 was not recorded"), qPrintable(note()));
        m_selection->setSteps({});
        m_view->showRun(nullptr);
    }

    void theSelectionOfOthersIsShown()
    {
        m_selection->setSteps({15, 19});
        QVERIFY(bars()->scene().selected == (StepRange{15, 19}));
        QCOMPARE(m_view->parts()->figures().steps, int64_t(5));
    }

    void theWheelZoomsAtTheCursor()
    {
        const double before = stepAt(middleOf(20));
        wheel(middleOf(20), 240);
        QVERIFY(bars()->to() - bars()->from() < 30.0);
        QVERIFY(std::abs(stepAt(m_wheeledAt) - before) < 0.2);
        QVERIFY(!m_view->findChild<QToolButton*>("showRecorded")->isChecked());
        wheel(middleOf(20), -1200);
        QCOMPARE(bars()->from(), 0.0);
        QCOMPARE(bars()->to(), 100.0);
        bars()->setFocus();
        QTest::keyClick(bars(), Qt::Key_F);
        QCOMPARE(bars()->to(), 40.0);
        QTest::mouseClick(m_view->findChild<QToolButton*>("showAll"), Qt::LeftButton);
        QCOMPARE(bars()->to(), 100.0);
    }

    void followsARunThatTrains()
    {
        test::SteppedRun growing(30);
        m_view->showRun(&growing.run);
        QVERIFY(emptyTitle().contains("Waiting for the first step"));
        growing.grow(5);
        m_view->refresh();
        QTRY_COMPARE(bars()->scene().columns.size(), size_t(5));
        QVERIFY(note().contains("Waiting for the profiler"));
        growing.grow(20);
        m_view->refresh();
        QTRY_COMPARE(m_view->parts()->figures().steps, int64_t(15));
        QCOMPARE(bars()->to(), 25.0);
        growing.grow(30);
        m_view->refresh();
        QTRY_COMPARE(m_view->parts()->figures().steps, int64_t(30));
        QCOMPARE(bars()->to(), 40.0); // of the recorded ones
        m_view->showRun(nullptr);
    }

    void aFewStepsThatAreAllFillTheView()
    {
        test::SteppedRun few(30);
        few.grow(14);
        m_view->showRun(&few.run);
        QCOMPARE(bars()->to(), 20.0); // more are to come
        const auto& numbers = bars()->scene().numbers;
        QVERIFY(!numbers.empty());
        QVERIFY(std::ranges::all_of(numbers, [](const auto& tick) { return tick.value <= 13.0; }));
        few.run.outcome = RunOutcome::Finished;
        m_view->refresh();
        QTRY_COMPARE(bars()->to(), 14.0);
        m_view->showRun(nullptr);
    }

    void saysWhatToDoWithoutARun()
    {
        m_view->showRun(nullptr);
        QCOMPARE(emptyTitle(), QString("No steps yet"));
        const QString hint = m_view->findChild<QLabel*>("stepsEmptyHint")->text();
        QVERIFY2(hint.startsWith("Press Train, or open a run") && hint.count('.') == 1, qPrintable(hint));
        QVERIFY(m_view->exportItems().isEmpty());
        m_view->copyContent(); // of nothing: does nothing
    }

    void saysWhenTheProfilerWasOff()
    {
        m_run.trace = {};
        m_run.experiment.profile = false;
        m_view->showRun(&m_run);
        QVERIFY(note().contains("The profiler was off"));
        QCOMPARE(bars()->to(), 100.0);
        QCOMPARE(m_view->exportItems().size(), 2);
    }

    void theTableOfALongRunIsWrittenInTheBackground()
    {
        const TemporaryFolder folder;
        RunFileWriter writer(folder.path() / "run.stepscope", {});
        for (int64_t first = 0; first < 30; first += 10)
            writer.write(test::sampleUpdate(first, 10));
        writer.close();
        auto run = std::make_unique<Run>(readRunFile(writer.path(), {.eventBytes = 1}).run);
        QVERIFY(run->leftOut.any());
        m_view->showRun(run.get());
        const auto item = m_view->exportItems().at(1);
        QVERIFY(item.inBackground && item.prepare);
        item.prepare();
        m_view->showRun(nullptr);
        run.reset(); // another run is opened meanwhile
        const auto file = QString::fromStdString((folder.path() / "parts.csv").string());
        item.write(file);
        QCOMPARE(contentOf(file),
                 QByteArray::fromStdString(test::stepPartsCsv(readRunFile(writer.path()).run)));
        m_view->showRun(&m_run);
        QVERIFY(!m_view->exportItems().at(1).inBackground);
    }

    void exportsPicturesAndTheTable()
    {
        m_run.plan.deviceName = "<script>A & B"; // names stay text
        QTemporaryDir folder;
        const auto items = m_view->exportItems();
        QCOMPARE(items.size(), 2);
        for (const QString format : {"png", "svg", "pdf"})
            items[0].write(folder.filePath("steps." + format));
        QImageReader png(folder.filePath("steps.png"));
        QCOMPARE(png.size(), 2 * bars()->size());
        QVERIFY(contentOf(folder.filePath("steps.pdf")).startsWith("%PDF"));
        QXmlStreamReader svg(contentOf(folder.filePath("steps.svg")));
        while (!svg.atEnd())
            svg.readNext();
        QVERIFY2(!svg.hasError(), qPrintable(svg.errorString()));
        QVERIFY_EXCEPTION_THROWN(items[0].write(folder.filePath("steps.gif")), Error);

        items[1].write(folder.filePath("parts.csv"));
        const auto lines = contentOf(folder.filePath("parts.csv")).split('\n');
        QCOMPARE(lines.size(), 1 + 100 + 1);
        QCOMPARE(lines[0],
                 QByteArray("step,phase,recorded,wall_us,data_us,copy_us,forward_us,loss_us,backward_us,"
                            "optimizer_us,other_us,between_operators_us"));
        QVERIFY(lines[1].startsWith("0,wait,no,260000,,,"));
        const auto cells = lines[11].split(',');
        QCOMPARE(cells.size(), 12);
        double sum = 0.0;
        for (int i = 4; i < 11; ++i)
            sum += cells[i].toDouble();
        QVERIFY(std::abs(sum - cells[3].toDouble()) < 1e-6);
    }

private:
    StepBars* bars() const { return m_view->bars(); }
    StepDifferenceTable* differenceTable() const { return m_view->findChild<StepDifferenceTable*>(); }
    QString summary() const { return m_view->findChild<QLabel*>("stepsSummary")->text(); }
    QString note() const { return m_view->findChild<QLabel*>("stepsNote")->text(); }
    QString emptyTitle() const { return m_view->findChild<QLabel*>("stepsEmptyTitle")->text(); }

    QPoint middleOf(int64_t step) const
    {
        const auto& geometry = bars()->scene().geometry;
        return QPointF(geometry.xOf(double(step) + 0.5), geometry.plot.center().y()).toPoint();
    }
    double stepAt(QPoint at) const
    {
        const auto& geometry = bars()->scene().geometry;
        return geometry.from + (at.x() - geometry.plot.left()) / geometry.stepWidth();
    }
    void press(QWidget* widget, QPoint at) { QTest::mousePress(widget, Qt::LeftButton, {}, at); }
    void drag(int64_t from, int64_t to)
    {
        press(bars(), middleOf(from));
        QTest::mouseMove(bars(), middleOf(to));
        QTest::mouseRelease(bars(), Qt::LeftButton, {}, middleOf(to));
    }
    void wheel(QPoint at, int angle)
    {
        m_wheeledAt = at;
        QWheelEvent event(at, bars()->mapToGlobal(at), {}, {0, angle}, Qt::NoButton, Qt::NoModifier,
                          Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(bars(), &event);
    }

    Run m_run;
    QPoint m_wheeledAt;
    std::unique_ptr<TraceSelection> m_selection;
    std::unique_ptr<StepsView> m_view;
};

QTEST_MAIN(TestStepsView)
#include "test_steps_view.moc"
