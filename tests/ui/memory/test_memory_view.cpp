#include "core/base/files/temporary_folder.h"
#include "core/run/run.h"
#include "tests/core/trace/trace_text.h"
#include "ui/memory/memory_model.h"
#include "ui/memory/memory_plot.h"
#include "ui/memory/memory_view.h"
#include "ui/support/qt_text.h"
#include "ui/support/table_setup.h"
#include "ui/support/trace_selection.h"
#include "ui/theme/theme.h"

#include <QAbstractItemModelTester>
#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QHeaderView>
#include <QImage>
#include <QLabel>
#include <QScrollBar>
#include <QTableView>
#include <QtTest>

using namespace stepscope;
using namespace stepscope::test;
using namespace stepscope::ui;

namespace {

constexpr int64_t mib = 1 << 20;

/// Three steps; in each conv1 keeps 8 MiB until the next, a buffer of 32 MiB lives within it, and the
/// optimizer keeps 1 MiB forever.
Run recordedRun()
{
    Run run;
    run.outcome = RunOutcome::Finished;
    for (int64_t i = 0; i < 3; ++i) {
        const auto begin = i * 1'000'000;
        const auto text = fmt::format("conv1 {}-{} layer\n"
                                      "  aten::conv2d {}-{}\n"
                                      "aten::add_ {}-{} backward\n",
                                      begin, begin + 500'000, begin + 100'000, begin + 400'000,
                                      begin + 600'000, begin + 900'000);
        const EventId first = run.trace.endEvent();
        appendEvents(run.trace, text);
        run.trace.steps.push_back({.number = 10 + i,
                                   .startNs = begin,
                                   .durationNs = 1'000'000,
                                   .firstEvent = first,
                                   .endEvent = EventId(first + 3),
                                   .phase = StepPhase::Active});
        const auto add = [&](int64_t at, int64_t bytes, uint64_t address, uint32_t event) {
            run.trace.allocations.push_back(
                {.timeNs = begin + at, .bytes = bytes, .address = address, .event = EventId(first + event)});
        };
        if (i > 0)
            add(50'000, -8 * mib, 100 + uint64_t(i) - 1, 0);
        add(200'000, 8 * mib, 100 + uint64_t(i), 1);
        add(250'000, 32 * mib, 7, 1);
        add(300'000, -32 * mib, 7, 1);
        add(700'000, mib, 1000 + uint64_t(i), 2);
    }
    return run;
}

QString tableOf(const MemoryModel& model)
{
    QStringList rows;
    for (int row = 0; row < model.rowCount(); ++row) {
        QStringList cells;
        for (int column = 0; column < model.columnCount(); ++column)
            cells += model.index(row, column).data().toString();
        rows += cells.join('|');
    }
    return rows.join('\n');
}

QString shownText(const QWidget& widget)
{
    QStringList texts;
    for (const QLabel* label : widget.findChildren<QLabel*>()) {
        if (label->isVisibleTo(&widget))
            texts += withPlainSpaces(label->text());
    }
    return texts.join('\n');
}

} // namespace

class TestMemoryView : public QObject
{
    Q_OBJECT

private:
    static void show(MemoryView& view, const Run& run)
    {
        view.resize(1000, 700);
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view));
        view.showRun(&run);
    }

private Q_SLOTS:
    void initTestCase() { Theme::instance().apply(); }

    void marksWhatTheSelectedOperatorAllocated()
    {
        TraceSelection selection;
        const Run run = recordedRun();
        MemoryView view;
        view.setSelection(&selection);
        show(view, run);
        const auto* table = view.findChild<QTableView*>("memoryTable");
        const auto marked = [&] {
            QStringList names;
            for (const auto& index : table->selectionModel()->selectedRows(MemoryModel::Operator))
                names += index.data().toString();
            return names.join(' ');
        };
        QVERIFY(view.model()->rowCount() > 1);
        selection.setFocus({.operatorName = "aten::conv2d"});
        QCOMPARE(marked(), QString("conv2d"));
        selection.setFocus({.layer = "conv1"});
        QCOMPARE(marked(), QString("conv2d"));
        selection.setFocus({.operatorName = "aten::relu"});
        QCOMPARE(marked(), QString());
    }

    void titlesOfColumnsAreWholeInLargerText()
    {
        const Run run = recordedRun();
        MemoryView view;
        show(view, run);
        auto* table = view.findChild<QTableView*>("memoryTable");
        QFont larger = table->font();
        larger.setPointSizeF(2 * larger.pointSizeF());
        table->setFont(larger);
        table->horizontalHeader()->setFont(larger); // a style sheet keeps the font that it has given
        for (int column = 0; column < table->model()->columnCount(); ++column) {
            if (!table->isColumnHidden(column))
                QVERIFY(table->columnWidth(column) >= titleWidth(table->horizontalHeader(), column));
        }
    }

    void marksWhatIsAllocatedInCallsOfTheSelectedOperator()
    {
        TraceSelection selection;
        Run run = recordedRun();
        const NameId outer = run.trace.names.intern("aten::module");
        for (EventId event(0); event < run.trace.endEvent(); ++event) {
            if (run.trace.kind[event] == EventKind::Layer) { // an operator that calls conv2d
                run.trace.kind[event] = EventKind::Operator;
                run.trace.name[event] = outer;
            }
        }
        MemoryView view;
        view.setSelection(&selection);
        show(view, run);
        selection.setFocus({.operatorName = "aten::module"});
        const auto* table = view.findChild<QTableView*>("memoryTable");
        const auto marked = table->selectionModel()->selectedRows(MemoryModel::Operator);
        QCOMPARE(marked.size(), 1);
        QCOMPARE(marked[0].data().toString(), QString("conv2d"));
        QVERIFY2(shownText(view).contains(
                     "module and the operators it calls allocated 40.0 MiB of this, in 2 blocks."),
                 qPrintable(shownText(view)));
        selection.setFocus({.operatorName = "aten::relu"});
        QVERIFY(shownText(view).contains("relu allocated nothing in the recorded steps."));
        selection.setFocus({});
        QVERIFY(!shownText(view).contains("allocated nothing"));
    }

    void anOperatorWithoutMemoryAtThePeakIsShownAtItsOwnPeak()
    {
        TraceSelection selection;
        Run run = recordedRun();
        auto& allocations = run.trace.allocations; // what add_ allocates in the first step does not live long
        allocations.insert(allocations.begin() + 4,
                           {.timeNs = 710'000, .bytes = -mib, .address = 1000, .event = EventId(2)});
        std::erase_if(allocations, [](const TraceAllocation& each) {
            return each.address > 1000 && each.event != noEvent;
        });
        MemoryView view;
        view.setSelection(&selection);
        show(view, run);
        QVERIFY(shownText(view).contains("Peak: "));
        selection.setFocus({.operatorName = "aten::add_"});
        QVERIFY2(shownText(view).contains("Nothing that add_ allocated is live at this time."),
                 qPrintable(shownText(view)));
        QVERIFY(shownText(view).contains("Peak: ")); // unless the user asks to show it here
        Q_EMIT selection.viewWanted("memory");
        QVERIFY2(shownText(view).contains("700 µs into step 10"), qPrintable(shownText(view)));
        QVERIFY(shownText(view).contains(
            "add_ and the operators it calls allocated 1.00 MiB of this, in 1 block."));
        const auto* table = view.findChild<QTableView*>("memoryTable");
        QCOMPARE(table->selectionModel()->selectedRows().size(), 1);
    }

    void anOperatorIsShownOnItsDevice()
    {
        TraceSelection selection;
        Run run = recordedRun();
        for (auto& allocation : run.trace.allocations)
            allocation.device = allocation.event != noEvent &&
                                        run.trace.names[run.trace.name[allocation.event]] == "aten::add_"
                                    ? int16_t(0)
                                    : int16_t(-1);
        MemoryView view;
        view.setSelection(&selection);
        show(view, run);
        const auto* devices = view.findChild<QComboBox*>("memoryDevice");
        QCOMPARE(devices->currentText(), QString("Host memory"));
        selection.setFocus({.operatorName = "aten::add_"});
        Q_EMIT selection.viewWanted("memory");
        QCOMPARE(devices->currentText(), QString("GPU 0"));
    }

    void theFullestDeviceComesFirst()
    {
        Run run = recordedRun();
        const auto own = run.trace.allocations;
        for (auto allocation : own) {
            allocation.device = 0;
            allocation.bytes *= 2;
            allocation.address += 1'000'000;
            run.trace.allocations.push_back(allocation);
        }
        std::ranges::stable_sort(run.trace.allocations, {}, &TraceAllocation::timeNs);
        MemoryView view;
        show(view, run);
        const auto* devices = view.findChild<QComboBox*>("memoryDevice");
        QCOMPARE(devices->count(), 2);
        QCOMPARE(devices->currentText(), QString("GPU 0"));
    }

    void anEmptyViewSaysWhatToDo()
    {
        MemoryView view;
        QVERIFY(shownText(view).contains("Press Train with the profiler on"));
        Run run;
        run.outcome = RunOutcome::Finished;
        show(view, run);
        QVERIFY(view.findChild<QComboBox*>("memoryDevice")->isHidden()); // it would be empty
        QVERIFY(shownText(view).contains("No step was profiled"));
        Run imported = run;
        imported.experiment.dataset.clear();
        imported.trace = test::traceOf("aten::mm 0-10\n");
        show(view, imported);
        QVERIFY(shownText(view).contains("The imported file has no allocations."));
        QVERIFY(view.exportItems().isEmpty());
    }

    void thePeakIsExplainedFirst()
    {
        const auto run = recordedRun();
        MemoryView view;
        show(view, run);
        QCOMPARE(tableOf(*view.model()), "conv1|conv2d|Forward|2|40.0 MiB|95.2 %\n"
                                         "|add_|Backward|2|2.00 MiB|4.8 %");
        const QModelIndex name = view.model()->index(0, MemoryModel::Operator);
        QCOMPARE(name.data(Qt::ToolTipRole).toString(), QString("aten::conv2d")); // as it is called in code
        QVERIFY2(shownText(view).contains("Peak: at least 42.0 MiB in 4 blocks, 250 µs into step 12."),
                 qPrintable(shownText(view)));
        QVERIFY(shownText(view).contains("The largest block is 32.0 MiB."));
    }

    void theSelectedStepsAreShownAndTheirPeakIsExplained()
    {
        TraceSelection selection;
        const auto run = recordedRun();
        MemoryView view;
        view.setSelection(&selection);
        show(view, run);
        const auto* band = view.plot()->findChild<QCPItemRect*>("memorySelectedSteps");
        const auto* note = view.findChild<QLabel*>("memoryNote");
        QVERIFY(!band->visible());
        QVERIFY(view.plot()->shownTime().size() > 2.0);

        selection.setSteps({.first = 11, .last = 11});
        QVERIFY2(shownText(view).contains(
                     "Peak in the selected steps: at least 41.0 MiB in 3 blocks, 250 µs into step 11."),
                 qPrintable(shownText(view)));
        QVERIFY(band->visible());
        QCOMPARE(band->topLeft->key(), 1.0);
        QCOMPARE(band->bottomRight->key(), 2.0);
        QVERIFY(view.plot()->shownTime().size() < 1.5);
        QVERIFY(view.plot()->shownTime().contains(1.5));
        QCOMPARE(note->text(), "Allocated in recorded steps only");

        auto* subject = view.findChild<QComboBox*>("memorySubject");
        subject->setFocus();
        QTest::keyClick(subject, Qt::Key_End);
        QVERIFY(shownText(view).contains("This covers all recorded steps, not only the selected ones."));
        QTest::keyClick(subject, Qt::Key_Home);

        selection.setSteps({.first = 50, .last = 50});
        QVERIFY(!band->visible());
        QVERIFY(view.plot()->shownTime().size() > 2.0);
        QCOMPARE(note->text(), "Step 50 was not recorded: all recorded steps are shown");
        QVERIFY(shownText(view).contains("Peak: at least 42.0 MiB in 4 blocks, 250 µs into step 12."));

        view.hide();
        selection.setSteps({.first = 10, .last = 10});
        view.show(); // catches up
        QVERIFY(shownText(view).contains("Peak in the selected steps: at least 40.0 MiB"));
        selection.setSteps({});
        QVERIFY(shownText(view).contains("Peak: at least 42.0 MiB"));
        QVERIFY(view.plot()->shownTime().size() > 2.0);
    }

    void aClickOnTheCurveExplainsThatTime()
    {
        const auto run = recordedRun();
        MemoryView view;
        show(view, run);
        auto& plot = *view.plot();
        plot.replot();
        const QPoint at(int(plot.xAxis->coordToPixel(0.27)), plot.axisRect()->center().y());
        QTest::mouseClick(&plot, Qt::LeftButton, {}, at);
        QCOMPARE(tableOf(*view.model()), "conv1|conv2d|Forward|2|40.0 MiB|100.0 %");
        QVERIFY2(shownText(view).contains("into step 10"), qPrintable(shownText(view)));
        QCOMPARE(view.findChild<QComboBox*>("memorySubject")->currentIndex(), 1);
    }

    void aLongRecordingIsInSeconds()
    {
        auto run = recordedRun();
        constexpr int64_t longer = 10'000; // 30 s instead of 3 ms
        for (auto& allocation : run.trace.allocations)
            allocation.timeNs *= longer;
        for (auto& step : run.trace.steps) {
            step.startNs *= longer;
            step.durationNs *= longer;
        }
        MemoryView view;
        show(view, run);
        auto& plot = *view.plot();
        plot.replot();
        QVERIFY2(plot.xAxis->label().endsWith("(s)"), qPrintable(plot.xAxis->label()));
        QCOMPARE(plot.xAxis->range().upper, 27.0); // the last allocation
        const QPoint at(int(plot.xAxis->coordToPixel(2.7)), plot.axisRect()->center().y());
        QTest::mouseClick(&plot, Qt::LeftButton, {}, at);
        QVERIFY2(shownText(view).contains("into step 10"), qPrintable(shownText(view)));
    }

    void aDragMovesAndExplainsNothingElse()
    {
        const auto run = recordedRun();
        MemoryView view;
        show(view, run);
        auto& plot = *view.plot();
        plot.xAxis->setRange(0.5, 1.0);
        plot.replot();
        const auto center = plot.axisRect()->center();
        QTest::mousePress(&plot, Qt::LeftButton, {}, center);
        QTest::mouseMove(&plot, center + QPoint(60, 0));
        QTest::mouseRelease(&plot, Qt::LeftButton, {}, center + QPoint(60, 0));
        QCOMPARE(view.findChild<QComboBox*>("memorySubject")->currentIndex(), 0);
        QTest::mouseDClick(&plot, Qt::LeftButton, {}, center);
        QVERIFY(plot.shownTime().size() > 2.0);
    }

    void growthTellsWhatStays()
    {
        const auto run = recordedRun();
        MemoryView view;
        show(view, run);
        auto* subject = view.findChild<QComboBox*>("memorySubject");
        subject->setFocus();
        QTest::keyClick(subject, Qt::Key_End);
        QCOMPARE(tableOf(*view.model()), "|add_|Backward|2|2.00 MiB|100.0 %");
        QVERIFY2(shownText(view).contains(
                     "2.00 MiB more is live at the end of the last recorded step than 2 steps"),
                 qPrintable(shownText(view)));
    }

    void aColumnOfLayersIsHiddenWhereNoneIsKnown()
    {
        const auto run = recordedRun();
        Run plain = run;
        plain.trace.kind[0] = plain.trace.kind[3] = plain.trace.kind[6] = EventKind::Operator;
        MemoryView view;
        show(view, run);
        const auto* table = view.findChild<QTableView*>("memoryTable");
        QVERIFY(!table->isColumnHidden(MemoryModel::Layer));
        view.showRun(&plain);
        QTRY_VERIFY(view.model()->rowCount() > 0 && !view.model()->hasLayers());
        QVERIFY(table->isColumnHidden(MemoryModel::Layer));
        view.showRun(&run);
        QTRY_VERIFY(view.model()->hasLayers());
        QVERIFY(!table->isColumnHidden(MemoryModel::Layer));
    }

    void everyColumnSorts()
    {
        const auto run = recordedRun();
        MemoryModel model;
        const QAbstractItemModelTester tester(&model);
        model.show(&run.trace, {{.operatorName = NameId(run.trace.names.size() - 1),
                                 .pass = Pass::Backward,
                                 .blocks = 3,
                                 .bytes = 5},
                                {.layerName = NameId(0), .blocks = 1, .bytes = 10}});
        for (int column = 0; column < model.columnCount(); ++column) {
            model.sort(column, Qt::AscendingOrder);
            const auto ascending = tableOf(model);
            model.sort(column, Qt::DescendingOrder);
            QVERIFY2(tableOf(model) != ascending, qPrintable(QString::number(column)));
        }
        model.sort(MemoryModel::Bytes, Qt::AscendingOrder);
        QCOMPARE(model.share(0).bytes, int64_t(5));
    }

    void rowsAreCopiedWithPlainNumbers()
    {
        const auto run = recordedRun();
        MemoryView view;
        show(view, run);
        auto* table = view.findChild<QTableView*>("memoryTable");
        table->setFocus();
        table->selectRow(0);
        view.copyContent();
        QCOMPARE(QGuiApplication::clipboard()->text(),
                 "Layer\tOperator\tPass\tBlocks\tMemory (B)\tShare (%)\n"
                 "conv1\taten::conv2d\tForward\t2\t41943040\t95.24\n");
    }

    void exportsAPictureAndATable()
    {
        const auto run = recordedRun();
        MemoryView view;
        show(view, run);
        const TemporaryFolder folder;
        const auto items = view.exportItems();
        QCOMPARE(items.size(), 2);
        const auto picture = QString::fromStdString((folder.path() / "memory.png").string());
        items[0].write(picture);
        QCOMPARE(QImage(picture).size(), 2 * view.plot()->size());
        QVERIFY(shownText(view).contains("Click the curve"));
        const auto drawing = QString::fromStdString((folder.path() / "memory.svg").string());
        items[0].write(drawing);
        QFile svg(drawing);
        QVERIFY(svg.open(QIODevice::ReadOnly));
        QVERIFY(!svg.readAll().contains("Click the curve"));
        const auto table = QString::fromStdString((folder.path() / "memory.csv").string());
        items[1].write(table);
        QFile file(table);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(file.readAll().startsWith("layer,operator,pass,blocks,bytes,percent\n"
                                          "conv1,aten::conv2d,Forward,2,41943040,"));
    }

    void aRunThatGrowsIsFollowed()
    {
        auto run = recordedRun();
        run.outcome = RunOutcome::Running;
        const auto all = run.trace.allocations;
        run.trace.allocations.resize(3);
        MemoryView view;
        show(view, run);
        QVERIFY(shownText(view).contains("into step 10"));
        run.trace.allocations = all;
        view.refresh();
        QTRY_VERIFY(shownText(view).contains("into step 12"));
    }

    void aRunThatIsReadAgainKeepsTheTimeTheZoomAndTheOrder()
    {
        const Run run = recordedRun();
        MemoryView view;
        show(view, run);
        auto* table = view.findChild<QTableView*>("memoryTable");
        table->sortByColumn(MemoryModel::Operator, Qt::AscendingOrder);
        view.plot()->xAxis->setRange(1.5, 2.5);
        view.explain(1'270'000);
        const QString rows = tableOf(*view.model());
        QVERIFY2(rows.startsWith("|add_|"), qPrintable(rows));
        Run again = recordedRun();
        view.showRunAgain(&again);
        QCOMPARE(tableOf(*view.model()), rows);
        QVERIFY2(shownText(view).contains("270 µs into step 11"), qPrintable(shownText(view)));
        QCOMPARE(view.findChild<QComboBox*>("memorySubject")->currentIndex(), 1);
        QCOMPARE(view.plot()->shownTime().lower, 1.5);
        QCOMPARE(view.plot()->shownTime().upper, 2.5);

        Run shorter = recordedRun(); // without the last two steps
        std::erase_if(shorter.trace.allocations,
                      [](const TraceAllocation& each) { return each.timeNs >= 1'000'000; });
        view.showRunAgain(&shorter);
        QVERIFY2(shownText(view).contains("Peak: at least 40.0 MiB in 2 blocks"),
                 qPrintable(shownText(view)));
        QVERIFY(view.plot()->shownTime().upper <= 0.7);
        view.showRun(&run); // another one
        QVERIFY(view.plot()->shownTime().size() > 2.0);
        view.showRun(nullptr);
    }

    void aRunThatWasShownAsAWholeStaysSoWhenItIsReadAgain()
    {
        const Run run = recordedRun();
        Run shorter = recordedRun();
        std::erase_if(shorter.trace.allocations,
                      [](const TraceAllocation& each) { return each.timeNs >= 1'000'000; });
        MemoryView view;
        show(view, shorter);
        QCOMPARE(view.plot()->shownTime().upper, 0.7);
        view.showRunAgain(&run);
        QCOMPARE(view.plot()->shownTime().upper, 2.7);
        view.showRun(nullptr);
    }

    void theTableStaysScrolledWhenALongRunIsReadAgain()
    {
        Run run;
        run.outcome = RunOutcome::Finished;
        constexpr int operators = 60;
        constexpr int blocks = 200; // of each: enough to be read in the background
        for (int i = 0; i < operators; ++i) {
            test::appendEvents(run.trace, fmt::format("aten::op{} {}-{}\n", i, i * 10, i * 10 + 5));
            for (int block = 1; block <= blocks; ++block)
                run.trace.allocations.push_back({.timeNs = i * 10 + 1,
                                                 .bytes = mib + i,
                                                 .address = uint64_t(i * blocks + block),
                                                 .event = EventId(uint32_t(i))});
        }
        const Run again = run;
        MemoryView view;
        show(view, run);
        QTRY_COMPARE(view.model()->rowCount(), operators);
        auto* bar = view.findChild<QTableView*>("memoryTable")->verticalScrollBar();
        QTRY_VERIFY(bar->maximum() > 20);
        bar->setValue(20);
        view.showRunAgain(&again);
        QCOMPARE(view.model()->rowCount(), 0); // the names are those of the previous run
        QTRY_COMPARE(view.model()->rowCount(), operators);
        QTRY_COMPARE(bar->value(), 20);
        view.showRun(nullptr);
    }

    void aLongOneThatIsOverIsReadAside()
    {
        auto run = recordedRun();
        for (int64_t i = 0; i < 20'000; ++i) {
            const auto last = run.trace.allocations.back();
            const int64_t bytes = i % 2 == 0 ? 64 * mib : -64 * mib;
            run.trace.allocations.push_back(
                {.timeNs = last.timeNs + 1, .bytes = bytes, .address = 5, .event = last.event});
        }
        MemoryView view;
        show(view, run);
        QVERIFY(shownText(view).contains("Reading the recording"));
        QTRY_VERIFY(shownText(view).contains("Peak: "));
        QVERIFY2(shownText(view).contains("75.0 MiB in 5 blocks"), qPrintable(shownText(view)));

        view.showRun(&run);
        QCOMPARE(view.exportItems().size(), 2); // does not wait
        QVERIFY(shownText(view).contains("Peak: "));
        view.showRun(&run);
        view.showRun(nullptr); // while it is read
        run = {};
        QVERIFY(shownText(view).contains("Press Train with the profiler on"));
    }
};

QTEST_MAIN(TestMemoryView)
#include "test_memory_view.moc"
