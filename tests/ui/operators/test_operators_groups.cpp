#include "core/advise/advice_figures.h"
#include "device_run.h"
#include "tests/core/trace/trace_text.h"
#include "ui/exports/picture_writer.h"
#include "ui/operators/operator_details_pane.h"
#include "ui/operators/operators_delegate.h"
#include "ui/operators/operators_model.h"
#include "ui/operators/operators_table.h"
#include "ui/operators/operators_table_picture.h"
#include "ui/operators/operators_view.h"
#include "ui/overview/overview_text.h"
#include "ui/support/cell_painting.h"
#include "ui/support/qt_text.h"

#include <QAction>
#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QHeaderView>
#include <QImageReader>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMouseEvent>
#include <QPaintEvent>
#include <QRegion>
#include <QScrollArea>
#include <QScrollBar>
#include <QSet>
#include <QSettings>
#include <QSpinBox>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

using namespace stepscope;
using namespace stepscope::ui;

namespace {

using Column = OperatorColumn;

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void clickHeader(OperatorsTable* table, Column column)
{
    QHeaderView* header = table->horizontalHeader();
    table->scrollTo(table->model()->index(0, int(column)));
    const int x = header->sectionViewportPosition(int(column)) + 20;
    QTest::mouseClick(header->viewport(), Qt::LeftButton, {}, {x, header->height() / 2});
}

QAction* actionOf(const QMenu& menu, const QString& text)
{
    for (QAction* action : menu.actions()) {
        if (action->text() == text)
            return action;
        if (QAction* inner = action->menu() ? actionOf(*action->menu(), text) : nullptr)
            return inner;
    }
    return nullptr;
}

/// Kernels with long names that differ in the middle.
Run runOfAlikeKernels(int count)
{
    const QString start = QString("elementwise_kernel_").repeated(4);
    const QString end = QString("_of_the_same_functor").repeated(4);
    QString text = QString("add 0-%1\n").arg(100 * (count + 1));
    for (int i = 1; i <= count; ++i)
        text += QString("  launch%1 %2-%3 runtime\n").arg(i).arg(100 * i).arg(100 * i + 10);
    for (int i = 1; i <= count; ++i)
        text += QString("%1%2%3 %4-%5 t1 gpu0 kernel <launch%2\n")
                    .arg(start, QString::number(i), end)
                    .arg(100 * i + 20)
                    .arg(100 * i + 50);
    Run run;
    run.outcome = RunOutcome::Finished;
    run.trace = test::traceOf(text.toStdString());
    return run;
}

/// Two kernels that are launched so often that the steps of their launches are computed in the background.
Run runOfManyKernels()
{
    constexpr int64_t launches = 6'000; // of each
    Run run;
    run.outcome = RunOutcome::Finished;
    Trace& trace = run.trace;
    trace = test::traceOf("aten::mm 0-50\n"
                          "  launch 10-20 runtime\n"
                          "gemm 30-31 t1 gpu0 kernel <launch\n"
                          "relu 31-32 t1 gpu0 kernel <launch\n");
    for (int64_t i = 1; i < launches; ++i) {
        for (const EventId kernel : {EventId(2), EventId(3)}) {
            trace.deviceWork.push_back({.event = trace.endEvent(), .launcher = EventId(1)});
            TraceEvent copy = trace.event(kernel);
            copy.startNs += 2 * i;
            trace.append(copy);
        }
    }
    trace.steps = {{.number = 7,
                    .startNs = 0,
                    .durationNs = 50,
                    .endEvent = trace.endEvent(),
                    .phase = StepPhase::Active}};
    return run;
}

/// What a widget paints from now on.
class PaintedRegion final : public QObject
{
public:
    explicit PaintedRegion(QWidget* widget) { widget->installEventFilter(this); }

    const QRegion& region() const { return m_region; }

    bool eventFilter(QObject*, QEvent* event) override
    {
        if (event->type() == QEvent::Paint)
            m_region += static_cast<QPaintEvent*>(event)->region();
        return false;
    }

private:
    QRegion m_region;
};

} // namespace

class TestOperatorsGroups : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true);
        m_host = test::sampleRun(5);
        m_device = test::deviceRun(5);
    }

    void init()
    {
        QSettings().clear();
        m_view = std::make_unique<OperatorsView>();
        m_view->resize(1200, 640);
        m_view->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_view.get()));
        m_view->activateWindow();
        find<QSpinBox>("operatorTop")->setValue(0);
        m_view->showRun(&m_device);
    }

    void cleanup() { m_view.reset(); }

    void aRunWithoutKernelsIsNotGroupedByThem()
    {
        auto* grouping = find<QComboBox>("operatorGrouping");
        const auto chosen = [grouping] { return OperatorGrouping(grouping->currentData().toInt()); };
        const int kernels = grouping->findData(int(OperatorGrouping::ByKernel));
        grouping->setCurrentIndex(kernels);
        Run host = m_host;
        host.outcome = RunOutcome::Finished;
        m_view->showRun(&host);
        QVERIFY(chosen() == OperatorGrouping::ByOperator);
        QVERIFY(m_view->model()->rowCount() > 0);
        QVERIFY(!(grouping->model()->flags(grouping->model()->index(kernels, 0)) & Qt::ItemIsEnabled));
        m_view->showRun(&m_device); // as it was chosen
        QVERIFY(chosen() == OperatorGrouping::ByKernel);
        m_view->showRun(&host);
        grouping->setCurrentIndex(grouping->findData(int(OperatorGrouping::ByPass)));
        m_view->showRun(&m_device); // the last choice counts
        QVERIFY(chosen() == OperatorGrouping::ByPass);
        grouping->setCurrentIndex(kernels);
        m_view->showRun(&host);
        m_view.reset();
        m_view = std::make_unique<OperatorsView>(); // the choice is remembered
        m_view->showRun(&m_device);
        QVERIFY(OperatorGrouping(find<QComboBox>("operatorGrouping")->currentData().toInt()) ==
                OperatorGrouping::ByKernel);
    }

    void theBoxOfTheGroupingHasALabel()
    {
        auto* grouping = find<QComboBox>("operatorGrouping");
        QCOMPARE(grouping->accessibleName(), "Group by");
        const auto labels = m_view->findChildren<QLabel*>();
        const auto label =
            std::ranges::find_if(labels, [&](const QLabel* each) { return each->buddy() == grouping; });
        QVERIFY(label != labels.end());
        QCOMPARE((*label)->text(), "Gro&up by");
        for (const int width : {560, 700, 1400}) { // in a second row, too
            m_view->resize(width, 600);
            QTRY_COMPARE(m_view->width(), width);
            QTest::qWait(20);
            QVERIFY((*label)->isVisible());
            QVERIFY(std::abs((*label)->geometry().center().y() - grouping->geometry().center().y()) <= 2);
            QVERIFY((*label)->geometry().right() < grouping->geometry().left());
        }
        table()->setFocus();
        QTRY_VERIFY(table()->hasFocus());
        QTest::keyClick(m_view.get(), Qt::Key_U, Qt::AltModifier);
        QTRY_VERIFY(grouping->hasFocus());
    }

    void everyGroupingFillsTheTable_data()
    {
        QTest::addColumn<QString>("grouping");
        QTest::addColumn<QString>("row");
        QTest::addColumn<bool>("hasShapes");
        QTest::newRow("operator") << "Operator"
                                  << "convolution_backward" << true;
        QTest::newRow("shape") << "Operator and shapes"
                               << "convolution_backward" << true;
        QTest::newRow("layer") << "Layer"
                               << "conv2" << false;
        QTest::newRow("type") << "Layer type"
                              << "Conv2d" << false;
        QTest::newRow("pass") << "Pass"
                              << "Backward" << false;
        QTest::newRow("kernel") << "Kernel"
                                << "Memcpy HtoD (Pageable -> Device)" << false;
        QTest::newRow("thread") << "Thread or stream"
                                << "GPU 0, stream 9" << false;
    }

    void everyGroupingFillsTheTable()
    {
        QFETCH(QString, grouping);
        QFETCH(QString, row);
        QFETCH(bool, hasShapes);
        choose("operatorGrouping", grouping);
        QTRY_VERIFY(rowOf(row) >= 0);
        QTRY_COMPARE(!table()->isColumnHidden(int(Column::Shapes)), hasShapes);
        double share = 0.0;
        double device = 0.0;
        for (const OperatorRow& each : model()->statistics().rows) {
            share += each.selfShare;
            device += each.deviceShare;
        }
        QVERIFY(std::abs(share - (grouping == "Kernel" ? 0.0 : 1.0)) < 1e-9);
        QVERIFY(std::abs(device - 1.0) < 1e-9);
    }

    void deviceColumnsAreShownWhereADeviceWorked()
    {
        QTRY_VERIFY(!table()->isColumnHidden(int(Column::DeviceSelf)));
        QCOMPARE(text("mul_", Column::Occupancy), "50.0 %");
        QCOMPARE(text("conv2d", Column::Kernels), "");
        QVERIFY(!text("conv2d", Column::DeviceTotal).isEmpty());
        m_view->showRun(&m_host);
        QTRY_VERIFY(table()->isColumnHidden(int(Column::DeviceSelf)));
        QMenu menu;
        table()->fillColumnMenu(&menu);
        QVERIFY(!actionOf(menu, "Kernels")->isEnabled());
        QVERIFY(actionOf(menu, "Median")->isEnabled());
    }

    void aSortOfHostRunsIsNotThatOfRunsWithADevice()
    {
        const auto sorted = [this] { return Column(table()->horizontalHeader()->sortIndicatorSection()); };
        QTRY_COMPARE(sorted(), Column::DeviceSelf);
        m_view->showRun(&m_host);
        QTRY_COMPARE(sorted(), Column::SelfTime);
        clickHeader(table(), Column::Calls);
        QTRY_COMPARE(sorted(), Column::Calls);
        m_view.reset(); // stores the columns
        m_view = std::make_unique<OperatorsView>();
        m_view->resize(1000, 600);
        m_view->show();
        m_view->showRun(&m_host);
        QTRY_VERIFY(model()->rowCount() > 0);
        QTRY_COMPARE(sorted(), Column::Calls);
        m_view->showRun(&m_device);
        QTRY_COMPARE(sorted(), Column::DeviceSelf);
        clickHeader(table(), Column::Calls);
        m_view->showRun(&m_host);
        m_view->showRun(&m_device);
        QTRY_COMPARE(sorted(), Column::Calls);
    }

    void theListOfColumnsFitsOnALaptopsScreen()
    {
        QMenu menu;
        table()->fillColumnMenu(&menu);
        QVERIFY2(menu.sizeHint().height() < 760, qPrintable(QString::number(menu.sizeHint().height())));
        QVERIFY(actionOf(menu, "Occupancy"));
    }

    void theSummaryIsOfTheDevicesTimeWhereADeviceWorked()
    {
        QTRY_VERIFY(find<QLabel>("operatorSummary")->text().contains("device time"));
        QVERIFY(!find<QLabel>("operatorSummary")->text().contains("self time"));
    }

    void elidedNamesOfKernelsDifferAtBothEnds()
    {
        const QFontMetrics metrics(table()->font());
        const QString whole = "ncclKernel_AllReduce_RING_LL_Sum_int8_t";
        const int width = metrics.horizontalAdvance(whole) * 7 / 10;
        const auto shown = [&](const QString& name) { return elidedName(metrics, name, width); };
        QVERIFY(shown(whole).contains("…") && shown(whole).count("…") == 1);
        QVERIFY(metrics.horizontalAdvance(shown(whole)) <= width);
        QVERIFY(shown(whole) != shown("ncclKernel_Broadcast_RING_LL_Sum_int8_t"));
        QVERIFY(shown(whole) != shown("ncclKernel_AllReduce_RING_LL_Sum_half"));
        QCOMPARE(shown("mul_"), "mul_");
    }

    void cutNamesOfKernelsDifferFromEachOther()
    {
        const Run run = runOfAlikeKernels(3);
        m_view->showRun(&run);
        choose("operatorGrouping", "Kernel");
        QTRY_COMPARE(model()->rowCount(), 3);
        table()->grab(); // paints
        const auto* delegate = qobject_cast<OperatorsDelegate*>(table()->itemDelegate());
        const QFontMetrics metrics(table()->font());
        constexpr int width = 240;
        QSet<QString> alike;
        QSet<QString> shown;
        for (int row = 0; row < 3; ++row) {
            const QString name = model()->text(row, Column::Name);
            alike += elidedName(metrics, name, width);
            const QString cut = delegate->shownName(metrics, name, width);
            shown += cut;
            QVERIFY(metrics.horizontalAdvance(cut) <= width);
            QVERIFY2(cut.startsWith("elementwise"), qPrintable(cut));
        }
        QCOMPARE(alike.size(), 1);
        QCOMPARE(shown.size(), 3);
        m_view->showRun(nullptr);
    }

    void cutNamesDifferInThePictureOfTheTable()
    {
        const Run run = runOfAlikeKernels(2);
        m_view->showRun(&run);
        choose("operatorGrouping", "Kernel");
        QTRY_COMPARE(model()->rowCount(), 2);
        const Picture table = operatorsTablePicture(*model(), {0, 1}, {Column::Name}, {});
        const QImage picture = pictureImage(table);
        const int scale = picture.height() / table.size.height();
        const int rowHeight = 26 * scale;
        const auto rowOfPicture = [&](int row) {
            return picture.copy(0, 16 * scale + rowHeight * (row + 1), picture.width(), rowHeight);
        };
        QVERIFY(rowOfPicture(0) != rowOfPicture(1));
        m_view->showRun(nullptr);
    }

    void exportsOfKernelsAreNamedAfterThem()
    {
        const auto files = [this] {
            QStringList all;
            for (const ExportItem& item : m_view->exportItems())
                all += item.fileName;
            return all.join(' ');
        };
        QCOMPARE(files(), "operators operators-shown operators-shown operators-costliest");
        const auto picture = [this](OperatorGrouping grouping) {
            OperatorsModel rows;
            OperatorStatistics statistics = operatorStatistics(m_device.trace, OperatorGrouping::ByKernel);
            statistics.grouping = grouping;
            rows.setStatistics(statistics, &m_device.trace);
            return pictureImage(operatorsTablePicture(rows, {}, {Column::Name}, {})); // the header
        };
        QVERIFY(picture(OperatorGrouping::ByKernel) != picture(OperatorGrouping::ByOperator));
        choose("operatorGrouping", "Kernel");
        QTRY_VERIFY(m_view->isWhole());
        QCOMPARE(files(), "kernels kernels-shown kernels-shown operators-costliest");
    }

    void aColumnWithoutValuesIsHiddenUnlessChosen()
    {
        const Run run = runOfAlikeKernels(2);
        const auto layers = [this] {
            QMenu menu;
            table()->fillColumnMenu(&menu);
            return actionOf(menu, "Layer")->isChecked();
        };
        choose("operatorGrouping", "Operator");
        QVERIFY(!table()->isColumnHidden(int(Column::Layer)) && layers());
        m_view->showRun(&run);
        QTRY_VERIFY(m_view->isWhole() && model()->rowCount() > 0);
        QVERIFY(table()->isColumnHidden(int(Column::Layer)) && !layers());
        {
            QMenu menu;
            table()->fillColumnMenu(&menu);
            actionOf(menu, "Layer")->setChecked(true);
        }
        QVERIFY(!table()->isColumnHidden(int(Column::Layer)) && layers());
        m_view.reset(); // stores the columns
        m_view = std::make_unique<OperatorsView>();
        m_view->show();
        m_view->showRun(&run);
        QTRY_VERIFY(m_view->isWhole() && model()->rowCount() > 0);
        QVERIFY(!table()->isColumnHidden(int(Column::Layer)));
        m_view->showRun(nullptr);
    }

    void theNamesTakeTheRestOfTheWidth()
    {
        const Run run = runOfAlikeKernels(2);
        m_view->resize(1900, 640);
        m_view->showRun(&run);
        choose("operatorGrouping", "Kernel");
        QTRY_COMPARE(model()->rowCount(), 2);
        const QHeaderView* header = table()->horizontalHeader();
        const auto nameWidth = [this] { return table()->columnWidth(int(Column::Name)); };
        const int last = int(table()->shownColumns().last());
        const int lastWidth = table()->columnWidth(last);
        QTRY_COMPARE(header->length(), table()->viewport()->width());
        const int wide = nameWidth();
        QVERIFY(wide > 500);
        m_view->resize(1700, 640);
        QTRY_COMPARE(header->length(), table()->viewport()->width());
        QVERIFY(nameWidth() < wide);
        QCOMPARE(table()->columnWidth(last), lastWidth);
        table()->setColumnWidth(int(Column::Name), 300); // as by the mouse
        m_view->resize(1900, 640);
        QTRY_COMPARE(header->length(), table()->viewport()->width());
        QCOMPARE(nameWidth(), 300);
        m_view->showRun(nullptr);
    }

    /// Scrolling moves the other rows as they were painted.
    void namesOfKernelsAreCutAnewWhenOthersAreScrolledIn()
    {
        const Run run = runOfAlikeKernels(60);
        m_view->showRun(&run);
        choose("operatorGrouping", "Kernel");
        QTRY_COMPARE(model()->rowCount(), 60);
        QScrollBar* bar = table()->verticalScrollBar();
        QTRY_VERIFY(bar->maximum() > 1);
        QTest::qWait(50); // until all is painted
        QWidget* viewport = table()->viewport();
        const PaintedRegion painted(viewport);
        bar->setValue(bar->value() + 1);
        QTRY_VERIFY(!painted.region().isEmpty());
        QTRY_COMPARE(painted.region(), QRegion(viewport->rect()));
        m_view->showRun(nullptr);
    }

    void theStepsOfManyKernelsAreComputedInTheBackground()
    {
        const Run run = runOfManyKernels();
        choose("operatorGrouping", "Kernel");
        m_view->showRun(&run);
        QTRY_COMPARE(model()->rowCount(), 2);
        table()->selectRow(rowOf("gemm"));
        QVERIFY(details()->content()); // immediately, except for the steps
        QVERIFY(details()->content()->areStepsAwaited);
        QVERIFY(details()->content()->steps.empty());
        QCOMPARE(details()->content()->callers.at(0).text, "mm");
        table()->selectRow(rowOf("relu"));
        QVERIFY(details()->content()->areStepsAwaited);
        QTRY_VERIFY(!details()->content()->areStepsAwaited);
        QCOMPARE(details()->content()->title, "relu"); // not the row for which they were begun
        QCOMPARE(details()->content()->steps.size(), size_t(1));
        QCOMPARE(details()->content()->steps[0].number, int64_t(7));
        table()->selectRow(rowOf("gemm"));
        QVERIFY(!details()->content()->areStepsAwaited); // known by now
        m_view->showRun(nullptr);
    }

    void stepsThatAreStillComputedAreDroppedWithTheirRun()
    {
        Run run = runOfManyKernels();
        choose("operatorGrouping", "Kernel");
        m_view->showRun(&run);
        QTRY_COMPARE(model()->rowCount(), 2);
        table()->selectRow(rowOf("gemm"));
        QVERIFY(details()->content()->areStepsAwaited);
        m_view->showRun(nullptr);
        run = {};
        QTest::qWait(50); // the result would come now
        QVERIFY(!details()->content());
    }

    void kernelsAreSortedByTheirTimeOnTheDevice()
    {
        choose("operatorGrouping", "Kernel");
        QTRY_COMPARE(table()->horizontalHeader()->sortIndicatorSection(), int(Column::DeviceSelf));
        QVERIFY(table()->isColumnHidden(int(Column::SelfTime)));
        for (int row = 1; row < model()->rowCount(); ++row)
            QVERIFY(model()->operatorRow(row - 1).deviceSelfNs >= model()->operatorRow(row).deviceSelfNs);
        choose("operatorGrouping", "Pass");
        QTRY_VERIFY(!table()->isColumnHidden(int(Column::SelfTime)));
    }

    void kernelsAreRankedAsInTheOverview()
    {
        AdviceBuilder builder;
        builder.update(m_device);
        const OverviewCosts costs = costliestKernels(m_device, builder.figures(m_device));
        choose("operatorGrouping", "Kernel");
        QTRY_VERIFY(m_view->isWhole());
        int row = 0;
        for (const OverviewCost& cost : costs.rows) {
            while (model()->operatorName(row).startsWith("Memcpy")) // not a kernel
                ++row;
            QCOMPARE(model()->operatorName(row), cost.name);
            QCOMPARE(model()->text(row, Column::DeviceShare), cost.share);
            ++row;
        }
        QCOMPARE(costs.rows.size(), 5);
    }

    void aKernelHasOneRowUnlessAPassIsChosen()
    {
        choose("operatorGrouping", "Kernel");
        QTRY_VERIFY(m_view->isWhole());
        const auto& rows = model()->statistics().rows;
        const auto found = std::ranges::find_if(rows, &OperatorRow::severalPasses);
        QVERIFY(found != rows.end());
        const OperatorRow whole = *found;
        const auto rowsOfIt = [&] {
            QList<int> its;
            for (int row = 0; row < model()->rowCount(); ++row) {
                if (model()->operatorRow(row).name == whole.name)
                    its += row;
            }
            return its;
        };
        QCOMPARE(rowsOfIt().size(), 1);
        QCOMPARE(model()->text(rowsOfIt().first(), Column::Pass), "several");
        QVERIFY(!model()->index(rowsOfIt().first(), 0).data(OperatorsModel::PassRole).isValid());
        table()->selectRow(rowsOfIt().first());
        const QStringList selected = selectedNames();
        QTRY_VERIFY(details()->content());
        QVERIFY2(details()->content()->plain().contains("(several passes)"),
                 qPrintable(details()->content()->plain()));

        const auto separate = operatorStatistics(m_device.trace, OperatorGrouping::ByKernel);
        const auto part = std::ranges::find(separate.rows, whole.name, &OperatorRow::name);
        choose("operatorPass", toQString(passWord(part->pass)));
        QCOMPARE(rowsOfIt().size(), 1);
        QCOMPARE(model()->operatorRow(rowsOfIt().first()).deviceSelfNs, part->deviceSelfNs);
        QVERIFY(part->deviceSelfNs < whole.deviceSelfNs);
        QCOMPARE(model()->text(rowsOfIt().first(), Column::Pass), toQString(passWord(part->pass)));
        QCOMPARE(selectedNames(), selected);
        choose("operatorPass", "All passes");
        QCOMPARE(model()->operatorRow(rowsOfIt().first()).deviceSelfNs, whole.deviceSelfNs);
        QCOMPARE(selectedNames(), selected);

        const QTemporaryDir folder;
        m_view->exportItems().first().write(folder.filePath("kernels.csv"));
        QCOMPARE(contentOf(folder.filePath("kernels.csv")).count('\n'), qsizetype(1 + separate.rows.size()));
    }

    void kernelsAreNotCalledOperators()
    {
        const auto titles = [this] {
            QStringList all;
            for (const ExportItem& item : m_view->exportItems())
                all += item.title;
            return all;
        };
        const auto* filter = find<QLineEdit>("operatorFilter");
        QCOMPARE(filter->placeholderText(), "Filter operators");
        QVERIFY(titles().contains("Shown operators"));
        choose("operatorGrouping", "Kernel");
        QCOMPARE(filter->placeholderText(), "Filter kernels");
        QVERIFY(filter->toolTip().contains("kernels"));
        QVERIFY(titles().contains("Shown kernels") && !titles().contains("All operators"));
        find<QLineEdit>("operatorFilter")->setText("nothing like that");
        QCOMPARE(find<QLabel>("operatorEmptyTitle")->text(), "No kernel matches");
        find<QLineEdit>("operatorFilter")->clear();
        choose("operatorGrouping", "Operator");
        QCOMPARE(filter->placeholderText(), "Filter operators");
    }

    void withoutADeviceThereAreNoKernels()
    {
        m_view->showRun(&m_host);
        choose("operatorGrouping", "Kernel");
        QCOMPARE(find<QLabel>("operatorEmptyTitle")->text(), "No kernels");
    }

    void percentilesNeedSingleCalls()
    {
        QVERIFY(!text("addmm", Column::MedianTime).isEmpty());
        choose("operatorSteps", "All steps");
        QTRY_VERIFY(table()->isColumnHidden(int(Column::MedianTime)));
        QVERIFY(find<QLabel>("operatorNote")->text().contains("no percentiles"));
        table()->selectRow(0);
        QVERIFY(!details()->content());
        choose("operatorGrouping", "Layer"); // of which there are no totals
        QTRY_VERIFY(!table()->isColumnHidden(int(Column::MedianTime)));
        QVERIFY(!find<QComboBox>("operatorSteps")->isEnabled());
    }

    void theDetailsFollowTheSelectedRow()
    {
        QVERIFY(!details()->content());
        table()->selectRow(rowOf("addmm"));
        QVERIFY(details()->content());
        QCOMPARE(details()->content()->title, "aten::addmm");
        QCOMPARE(details()->content()->steps.size(), size_t(5));
        QCOMPARE(details()->content()->shapes.size(), size_t(2)); // fc1 and fc2
        QCOMPARE(details()->content()->callers.at(0).text, "linear");
        QVERIFY(details()->content()->warmUp.startsWith("first call "));
        table()->clearSelection();
        QVERIFY(!details()->content());
    }

    void aClickOnACallerSelectsIt()
    {
        TraceSelection selection;
        m_view->setSelection(&selection);
        table()->selectRow(rowOf("addmm"));
        details()->resize(1200, 208);
        details()->grab(); // lays out
        // The fourth of five panels, its first line; the third is half as wide again.
        const double unit = (1200 - 24 - 80) / 5.5;
        QTest::mouseClick(details(), Qt::LeftButton, {}, {int(12 + 3.5 * unit + 60 + 30), 32 + 22 + 10});
        QCOMPARE(selectedNames(), QStringList("linear"));
        QCOMPARE(selection.focus().operatorName, "aten::linear");
        QCOMPARE(details()->content()->title, "aten::linear");
    }

    void aNarrowPaneHasSeveralRowsAndScrolls()
    {
        table()->selectRow(rowOf("addmm"));
        OperatorDetailsPane pane; // not in an area, which would give it another size
        pane.showContent(*details()->content());
        // Where the first caller is, which a click would select.
        const auto placeOfCaller = [&pane](int width) {
            pane.resize(width, pane.heightForWidth(width));
            pane.grab(); // lays out
            for (int y = 0; y < pane.height(); ++y) {
                for (int x = 16; x < width; x += 40) {
                    const QPointF at(x, y);
                    QMouseEvent move(QEvent::MouseMove, at, pane.mapToGlobal(at), Qt::NoButton, Qt::NoButton,
                                     Qt::NoModifier);
                    QCoreApplication::sendEvent(&pane, &move);
                    if (pane.cursor().shape() == Qt::PointingHandCursor)
                        return y;
                }
            }
            return -1;
        };
        const int wide = placeOfCaller(1300);
        QVERIFY(wide > 0);
        const int heightOfRow = pane.heightForWidth(1300);
        QVERIFY(heightOfRow < 220);
        QVERIFY(pane.heightForWidth(560) > heightOfRow + 80); // two rows
        QVERIFY(placeOfCaller(560) > wide + 80);
        QVERIFY(pane.heightForWidth(330) > pane.heightForWidth(560));

        m_view->resize(560, 700);
        const auto* area = qobject_cast<QScrollArea*>(details()->parentWidget()->parentWidget());
        QVERIFY(area);
        QTRY_VERIFY(details()->width() <= 560 && area->verticalScrollBar()->maximum() > 0);
        QTRY_VERIFY(details()->height() >= details()->heightForWidth(details()->width()));
        QCOMPARE(area->horizontalScrollBar()->maximum(), 0);
    }

    void longTextsOfTheDetailsWrap()
    {
        OperatorDetailsContent content{.title = "aten::addmm", .pass = Pass::Forward};
        content.callees = {{.text = "gemm", .figure = "1.00 ms"}};
        OperatorDetailsPane pane;
        pane.showContent(content);
        const int before = pane.heightForWidth(600);
        content.callees[0].text = QString("very_long_name_of_a_kernel<").repeated(10);
        pane.showContent(content);
        QVERIFY(pane.heightForWidth(600) >= before + 60);
        const int withLongLine = pane.heightForWidth(600);
        content.title = QString("a::very::long::name::").repeated(10);
        pane.showContent(content);
        QVERIFY(pane.heightForWidth(600) >= withLongLine + 20);
        pane.resize(600, pane.heightForWidth(600));
        QVERIFY(!pane.grab().isNull());
    }

    void detailsAreCopiedAsText()
    {
        table()->selectRow(rowOf("addmm"));
        details()->actions().constFirst()->trigger();
        const QString copied = QGuiApplication::clipboard()->text();
        QVERIFY2(copied.startsWith("aten::addmm (Forward)\nfirst call "), qPrintable(copied));
        QVERIFY(copied.contains("\nInput shapes:\n  ["));
        QVERIFY(copied.contains("\nCalled by:\n  linear: "));
    }

    /// The last one would be alone in a second row.
    void theButtonsAtTheEndOfTheToolsStayTogether()
    {
        const auto topOf = [this](const char* name) {
            return find<QToolButton>(name)->mapTo(m_view.get(), QPoint(0, 0)).y();
        };
        for (const int width : {651, 800, 1400}) {
            m_view->resize(width, 600);
            QTRY_COMPARE(m_view->width(), width);
            QTest::qWait(20);
            QCOMPARE(topOf("operatorShowDetails"), topOf("operatorColumns"));
            QCOMPARE(topOf("exportButton"), topOf("operatorColumns"));
        }
    }

    void detailsCanBeHidden()
    {
        QVERIFY(details()->isVisible());
        find<QToolButton>("operatorShowDetails")->click();
        QVERIFY(!details()->isVisible());
        m_view.reset(); // which saves its choices
        m_view = std::make_unique<OperatorsView>();
        m_view->show();
        QVERIFY(!details()->isVisibleTo(m_view.get()));
    }

    void layersArePickedForOtherViews()
    {
        TraceSelection selection;
        m_view->setSelection(&selection);
        choose("operatorGrouping", "Layer");
        table()->setFocus();
        QTRY_VERIFY(table()->hasFocus());
        table()->selectRow(rowOf("conv2") + 1);
        QTest::keyClick(table(), Qt::Key_Up);
        QCOMPARE(selection.focus().layer, "conv2");
        selection.setFocus({.event = std::nullopt, .operatorName = {}, .layer = "fc1"});
        QVERIFY(selectedNames().contains("fc1"));
    }

    void rowsAreCopiedInEveryFormat()
    {
        choose("operatorGrouping", "Kernel");
        QTRY_VERIFY(rowOf("mul__kernel<4, float>") >= 0);
        table()->selectRow(rowOf("mul__kernel<4, float>"));
        QMenu menu;
        table()->fillRowMenu(&menu);
        const auto copied = [&](const QString& format) {
            actionOf(menu, format)->trigger();
            return QGuiApplication::clipboard()->text();
        };
        QVERIFY(
            copied("CSV").contains("\n\"void at::native::mul__kernel<4, float>(int, float*)\",Optimizer,"));
        QVERIFY(copied("Markdown").contains("| mul\\_\\_kernel&lt;4, float&gt; |"));
        QVERIFY(copied("LaTeX").contains("mul\\_\\_kernel\\textless{}4"));
        const auto rows = QJsonDocument::fromJson(copied("JSON").toUtf8())["rows"].toArray();
        QCOMPARE(rows.size(), 1);
        QCOMPARE(rows[0]["operator"].toString(), "void at::native::mul__kernel<4, float>(int, float*)");
        QVERIFY(rows[0]["device_self_us"].toDouble() > 0);
        actionOf(menu, "Picture")->trigger();
        QVERIFY(!QGuiApplication::clipboard()->image().isNull());
    }

    void theTableIsWrittenAsShown()
    {
        const QTemporaryDir folder;
        const auto items = m_view->exportItems();
        const auto shown = std::ranges::find(items, QStringLiteral("operators-shown"), &ExportItem::fileName);
        QVERIFY(shown != items.end());
        for (const QString& format : shown->formats)
            shown->write(folder.filePath("table." + format));
        const int columns = int(table()->shownColumns().size());
        const QString latex = QString::fromUtf8(contentOf(folder.filePath("table.tex")));
        QVERIFY(latex.startsWith("% "));
        const auto parts = latex.count("\\end{longtable}"); // with some columns each
        QVERIFY2(parts > 0, qPrintable(latex));
        QCOMPARE(latex.count(" \\\\\n"), parts * (1 + model()->rowCount()));
        const auto json = QJsonDocument::fromJson(contentOf(folder.filePath("table.json")));
        QCOMPARE(json["rows"].toArray().size(), model()->rowCount());
        QCOMPARE(json["rows"].toArray()[0].toObject().size(), columns);
        QCOMPARE(contentOf(folder.filePath("table.csv")).count('\n'), 1 + model()->rowCount());
        const auto asPicture = std::ranges::find_if(
            items, [](const ExportItem& item) { return item.picture && item.fileName == "operators-shown"; });
        QVERIFY(asPicture != items.end());
        QVERIFY(!asPicture->picture().whyOwnSize.isEmpty());
        asPicture->write(folder.filePath("table.png"));
        const QImage picture = QImageReader(folder.filePath("table.png")).read();
        QVERIFY(picture.width() > 1200);
        QVERIFY(picture.height() > 2 * 26 * model()->rowCount());
        QCOMPARE(picture.pixelColor(2, 2), QColor(Qt::white));
    }

private:
    template<typename Widget>
    Widget* find(const char* name) const
    {
        return m_view->findChild<Widget*>(name);
    }

    OperatorsModel* model() const { return m_view->model(); }
    OperatorsTable* table() const { return m_view->table(); }
    OperatorDetailsPane* details() const { return m_view->details(); }
    void choose(const char* box, const QString& text) const { find<QComboBox>(box)->setCurrentText(text); }

    int rowOf(const QString& name) const
    {
        for (int row = 0; row < model()->rowCount(); ++row)
            if (model()->text(row, Column::Name) == name)
                return row;
        return -1;
    }
    QString text(const QString& name, Column column) const { return model()->text(rowOf(name), column); }

    QStringList selectedNames() const
    {
        QStringList names;
        for (const int row : table()->selectedRowNumbers())
            names.append(model()->text(row, Column::Name));
        return names;
    }

    Run m_host;
    Run m_device;
    std::unique_ptr<OperatorsView> m_view;
};

QTEST_MAIN(TestOperatorsGroups)
#include "test_operators_groups.moc"
