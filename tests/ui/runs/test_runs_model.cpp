#include "core/experiment/experiment_fields.h"
#include "core/experiment/experiment_json.h"
#include "ui/runs/runs_filter.h"
#include "ui/runs/runs_text.h"
#include "ui/support/qt_text.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

#include <cmath>

using namespace stepscope;
using namespace stepscope::ui;

class TestRunsModel : public QObject
{
    Q_OBJECT

    static LibraryEntry entry(const char* file, int64_t startUnixMs)
    {
        LibraryEntry entry{.path = file, .summary = {}, .problem = {}};
        entry.summary.outcome = RunOutcome::Finished;
        entry.summary.startUnixMs = startUnixMs;
        entry.summary.endUnixMs = startUnixMs + 1000;
        return entry;
    }

    /// Three runs that every column orders a < b < c, where text would often order them otherwise, and one
    /// that cannot be read.
    static std::vector<LibraryEntry> ordered()
    {
        LibraryEntry a = entry("2026-01-01_00-00-00_a.stepscope", 1'000'000'000'000);
        a.summary.outcome = RunOutcome::Running;
        a.summary.totalSteps = 100;
        a.summary.network = "LeNet";
        a.summary.dataset = "fashion";
        a.summary.batchSize = 8;
        a.summary.device = "cpu";
        a.summary.testAccuracy = 0.09;
        a.summary.testLoss = 0.5;
        a.summary.validationAccuracy = 0.07;
        a.summary.validationLoss = 0.25;
        a.summary.imagesPerSecond = 950.0;
        a.summary.epochs = 2;
        a.summary.steps = 9;
        a.summary.label = {.name = "Alpha", .tags = {"one"}, .note = "a", .color = "#0072b2"};
        LibraryEntry b = a;
        b.path = "b.stepscope";
        b.summary.outcome = RunOutcome::Finished;
        b.summary.startUnixMs += 1000;
        b.summary.endUnixMs = b.summary.startUnixMs + 9000;
        b.summary.network = "mlp";
        b.summary.dataset = "mnist";
        b.summary.batchSize = 16;
        b.summary.device = "cuda";
        b.summary.testAccuracy = 0.5;
        b.summary.testLoss = 1.5;
        b.summary.validationAccuracy = 0.25;
        b.summary.validationLoss = 3.5;
        b.summary.imagesPerSecond = 1000.0;
        b.summary.epochs = 10;
        b.summary.steps = 100;
        b.summary.label = {.name = "beta", .tags = {"three"}, .note = "b", .color = "#d05500"};
        LibraryEntry c = b;
        c.path = "c.stepscope";
        c.summary.outcome = RunOutcome::Failed;
        c.summary.failure = "It <failed>.";
        c.summary.startUnixMs += 1000;
        c.summary.endUnixMs = c.summary.startUnixMs + 100'000;
        c.summary.network = "vgg";
        c.summary.dataset = "synthetic";
        c.summary.batchSize = 128;
        c.summary.device = "cuda:1";
        c.summary.testAccuracy = 1.0;
        c.summary.testLoss = 10.0;
        c.summary.validationAccuracy = 0.75;
        c.summary.validationLoss = 20.0;
        c.summary.imagesPerSecond = 20'000.0;
        c.summary.epochs = 30;
        c.summary.steps = 1000;
        c.summary.label = {.name = "gamma", .tags = {"two"}, .note = "c", .color = "#f00000"};
        LibraryEntry broken{.path = "z.stepscope", .summary = {}, .problem = "z.stepscope is no run file."};
        return {c, broken, a, b};
    }

    static QString order(const RunsFilter& filter)
    {
        QString letters;
        for (int row = 0; row < filter.rowCount(); ++row) {
            const QString file = QString::fromStdString(filter.entry(row).path.stem().string());
            letters += file.back();
        }
        return letters;
    }

private Q_SLOTS:
    void theModelKeepsTheRulesOfModels()
    {
        RunsModel model;
        RunsFilter filter(&model);
        using Mode = QAbstractItemModelTester::FailureReportingMode;
        const QAbstractItemModelTester tester(&model, Mode::QtTest);
        const QAbstractItemModelTester filterTester(&filter, Mode::QtTest);
        filter.sort(int(RunColumn::Accuracy), Qt::DescendingOrder);
        const auto files = [&] {
            QString letters;
            for (const LibraryEntry& entry : model.entries())
                letters += QString::fromStdString(entry.path.string());
            return letters;
        };
        for (const QString wanted : {"ab", "abc", "cab", "b", "xbyz", "zb", "", "q", "bq", "qb"}) {
            std::vector<LibraryEntry> entries;
            for (const QChar letter : wanted)
                entries.push_back(entry(QString(letter).toUtf8().constData(), letter.unicode()));
            model.setEntries(entries);
            QCOMPARE(files(), wanted);
            QCOMPARE(filter.rowCount(), wanted.size());
        }
    }

    void aListThatIsTheSameChangesNothing()
    {
        RunsModel model;
        model.setEntries(ordered());
        const QSignalSpy changed(&model, &RunsModel::dataChanged);
        model.setEntries(ordered());
        QCOMPARE(changed.size(), 0);
        auto entries = ordered();
        entries[2].summary.steps = 50;
        model.setEntries(entries);
        QCOMPARE(changed.size(), 1);
        QCOMPARE(changed[0][0].toModelIndex().row(), 2);
        QCOMPARE(model.index(2, int(RunColumn::Outcome)).data().toString(), "Running 50 %");
        LibraryEntry imported;
        imported.summary.outcome = RunOutcome::Finished;
        QCOMPARE(runText(imported, RunColumn::Outcome), "Imported"); // it has no data set
    }

    void everyColumnSortsByItsFigureAndLeavesTheUnknownLast_data()
    {
        QTest::addColumn<int>("column");
        for (int column = 0; column < int(RunColumn::DiffersBy); ++column) // found by RunDifferences
            QTest::addRow("%d %s", column, qPrintable(runColumn(RunColumn(column)).title)) << column;
    }

    void everyColumnSortsByItsFigureAndLeavesTheUnknownLast()
    {
        QFETCH(int, column);
        RunsModel model;
        RunsFilter filter(&model);
        model.setEntries(ordered());
        filter.sort(column, Qt::AscendingOrder);
        QCOMPARE(order(filter), "abcz");
        filter.sort(column, Qt::DescendingOrder);
        // The name of a file that cannot be read is known.
        QCOMPARE(order(filter), RunColumn(column) == RunColumn::Name ? "zcba" : "cbaz");
    }

    void runsWithoutATestComeLastWhereAccuracySorts()
    {
        auto entries = ordered();
        entries[0].summary.testAccuracy = std::nan("");
        RunsModel model;
        RunsFilter filter(&model);
        model.setEntries(entries);
        filter.sort(int(RunColumn::Accuracy), Qt::AscendingOrder);
        QCOMPARE(order(filter), "abcz");
        filter.sort(int(RunColumn::Accuracy), Qt::DescendingOrder);
        QCOMPARE(order(filter), "bacz");
        QCOMPARE(filter.index(2, int(RunColumn::Accuracy)).data().toString(), "");
    }

    void cellsSayTheFiguresWithTheirUnitsInTheHeader()
    {
        RunsModel model;
        model.setEntries(ordered());
        const auto cell = [&](RunColumn column) { return model.index(0, int(column)).data().toString(); };
        QCOMPARE(cell(RunColumn::Accuracy), "100.00 %");
        QCOMPARE(cell(RunColumn::Duration), "1:40");
        std::vector<LibraryEntry> entries = ordered();
        entries[0].summary.endUnixMs = entries[0].summary.startUnixMs + 212; // as of a short trace
        entries[1].summary.endUnixMs = entries[1].summary.startUnixMs;       // it is not known
        RunsModel shorter;
        shorter.setEntries(entries);
        QCOMPARE(shorter.index(0, int(RunColumn::Duration)).data().toString(), "212 ms");
        QCOMPARE(shorter.index(1, int(RunColumn::Duration)).data().toString(), "");
        QCOMPARE(cell(RunColumn::ImagesPerSecond), "20,000");
        QCOMPARE(cell(RunColumn::Steps), "1,000");
        QCOMPARE(cell(RunColumn::TestLoss), "10.0000");
        QCOMPARE(cell(RunColumn::ValidationAccuracy), "75.00 %");
        QCOMPARE(cell(RunColumn::ValidationLoss), "20.0000");
        QCOMPARE(cell(RunColumn::Outcome), "Failed");
        QCOMPARE(model.index(0, int(RunColumn::Outcome)).data(Qt::ToolTipRole).toString(),
                 "<p>It &lt;failed&gt;.</p>");
    }

    void theDataSetHasItsSettings()
    {
        LibraryEntry synthetic = entry("synthetic.stepscope", 1'000'000'000'000);
        synthetic.summary.dataset = "synthetic";
        RunsModel model;
        model.setEntries({synthetic});
        const auto data = [&] { return model.index(0, int(RunColumn::DataSet)).data().toString(); };
        QCOMPARE(data(), "synthetic"); // its settings are not known
        Experiment experiment = referenceExperiment("mlp");
        experiment.dataset = "synthetic";
        experiment.syntheticShape = "3x16x16";
        experiment.syntheticClasses = 4;
        experiment.validationShare = 0.1;
        synthetic.summary.settings = toJson(experiment);
        RunsModel known;
        known.setEntries({synthetic});
        const QString text = "synthetic, 3x16x16, 4 classes, 10 % for validation";
        QCOMPARE(known.index(0, int(RunColumn::DataSet)).data().toString(), text);
        const QString tip = known.index(0, int(RunColumn::Name)).data(Qt::ToolTipRole).toString();
        QVERIFY(withPlainSpaces(tip).contains(text));
        QCOMPARE(runSortKey(synthetic, RunColumn::DataSet).toString(), "synthetic");
    }

    void aFileThatCannotBeReadIsGrayAndSaysWhy()
    {
        RunsModel model;
        model.setEntries(ordered());
        for (int column = 0; column < runColumnCount; ++column) {
            const QModelIndex cell = model.index(1, column);
            QCOMPARE(cell.data(Qt::ToolTipRole).toString(), "<p>z.stepscope is no run file.</p>");
            QVERIFY(cell.data(Qt::ForegroundRole).isValid());
            QVERIFY(!(cell.flags() & Qt::ItemIsEditable));
            QVERIFY(cell.flags() & Qt::ItemIsSelectable);
        }
        QCOMPARE(model.index(1, int(RunColumn::Outcome)).data().toString(), "Unreadable");
        QCOMPARE(model.index(1, int(RunColumn::BatchSize)).data().toString(), "");
    }

    void theFilterWantsAllWordsAnywhere()
    {
        RunsModel model;
        RunsFilter filter(&model);
        model.setEntries(ordered());
        filter.sort(int(RunColumn::Name), Qt::AscendingOrder);
        const auto shown = [&](const char* words) {
            filter.setWords(words);
            return order(filter);
        };
        QCOMPARE(shown("CUDA"), "bc");
        QCOMPARE(shown("cuda synthetic"), "c");
        QCOMPARE(shown("three"), "b");
        QCOMPARE(shown("running"), "a");
        QCOMPARE(shown("nothing like it"), "");
        QCOMPARE(shown(" "), "abcz");
    }

    void namesOfFilesAreMadeReadable_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("name");
        QTest::newRow("usual") << "2026-11-21_08-33-12_mnist-convnet_batch64_cpu.stepscope"
                               << "mnist-convnet, batch 64, cpu";
        QTest::newRow("copy") << "2026-11-21_08-33-12_mlp_batch1_cuda-0_2.stepscope"
                              << "mlp, batch 1, cuda-0, 2";
        QTest::newRow("date alone") << "2026-11-21_08-33-12_.stepscope"
                                    << "2026-11-21, 08-33-12, ";
        QTest::newRow("point of a sweep") << "0012_batch-size-64--optimizer.name-adam--seed-2.stepscope"
                                          << "12: batch 64, Adam, seed 2";
        QTest::newRow("not a point") << "0012_something-else.stepscope"
                                     << "0012, something-else";
        QTest::newRow("the user's") << "best-of-all.stepscope"
                                    << "best-of-all";
    }

    void namesOfFilesAreMadeReadable()
    {
        QFETCH(QString, file);
        QTEST(runNameOfFile(file.toStdString()), "name");
    }

    void editsBecomeLabels()
    {
        RunsModel model;
        model.setEntries(ordered());
        RunLabel written;
        connect(&model, &RunsModel::labelEdited, this,
                [&](const std::filesystem::path&, const RunLabel& label) { written = label; });
        const auto edit = [&](RunColumn column, const char* text) {
            return model.setData(model.index(2, int(column)), text);
        };
        QVERIFY(edit(RunColumn::Name, "  the   best "));
        QCOMPARE(written.name, std::string("the best"));
        QCOMPARE(written.color, std::string("#0072b2"));
        QVERIFY(edit(RunColumn::Tags, "lab 1, ,fast,lab 1"));
        QCOMPARE(written.tags, (std::vector<std::string>{"lab 1", "fast"}));
        QVERIFY(edit(RunColumn::Note, " look again "));
        QCOMPARE(written.note, std::string("look again"));
        QVERIFY(edit(RunColumn::Name, "a")); // as the file
        QCOMPARE(written.name, std::string());
        QCOMPARE(model.index(2, int(RunColumn::Name)).data().toString(), "a");
        QVERIFY(!edit(RunColumn::BatchSize, "3"));
        QVERIFY(!model.setData(model.index(1, int(RunColumn::Name)), "broken"));
    }

    void tickedRunsGetColorsThatStay()
    {
        auto entries = ordered();
        for (LibraryEntry& entry : entries)
            entry.summary.label.color.clear();
        RunsModel model;
        model.setEntries(entries);
        const QSignalSpy ticks(&model, &RunsModel::ticksChanged);
        const auto color = [&](int row) { return model.entry(row).summary.label.color; };
        const QModelIndex box = model.index(0, int(RunColumn::Color));
        QVERIFY(model.setData(box, Qt::Checked, Qt::CheckStateRole));
        model.setTicked(2, true);
        model.setTicked(1, true); // cannot be read
        QCOMPARE(model.tickedEntries().size(), size_t(2));
        QVERIFY(!color(0).empty());
        QVERIFY(!color(2).empty());
        QVERIFY(color(0) != color(2));
        const std::string before = color(0);
        model.setTicked(0, false);
        QCOMPARE(color(0), before);
        QCOMPARE(ticks.size(), 3);
        entries.erase(entries.begin() + 2);
        model.setEntries(entries);
        QVERIFY(model.tickedEntries().empty());
        QCOMPARE(ticks.size(), 4);
    }

    /// Reading and comparing ticked runs begins with each report.
    void manyTicksAreChangedWithOneReport()
    {
        const auto entries = ordered();
        RunsModel model;
        model.setEntries(entries);
        const QSignalSpy ticks(&model, &RunsModel::ticksChanged);
        model.tickOnly({entries[0].path, entries[1].path, entries[2].path}); // the second cannot be read
        QCOMPARE(model.tickedEntries().size(), size_t(2));
        model.tickOnly({entries[2].path});
        QCOMPARE(model.tickedEntries(), std::vector<const LibraryEntry*>{&model.entry(2)});
        QCOMPARE(ticks.size(), 2);
        model.setTicked(0, true);
        model.untickAll();
        QVERIFY(model.tickedEntries().empty());
        QCOMPARE(ticks.size(), 4);
        model.untickAll();
        QCOMPARE(ticks.size(), 4);
    }

    /// As if from another folder.
    void untickedRunsThatHaveLeftTheListStayUnticked()
    {
        RunsModel model;
        model.setEntries(ordered());
        model.setTicked(0, true);
        model.setEntries({});
        QCOMPARE(model.rememberedTicks().size(), size_t(1));
        const QSignalSpy ticks(&model, &RunsModel::ticksChanged);
        model.untickAll();
        QVERIFY(model.rememberedTicks().empty());
        QCOMPARE(ticks.size(), 1);
        model.setEntries(ordered());
        QVERIFY(model.tickedEntries().empty());
    }

    void tickedRunsWithTheSameStoredColorGetDifferentOnes()
    {
        auto entries = ordered();
        for (LibraryEntry& entry : entries)
            entry.summary.label.color = "#0072b2";
        RunsModel model;
        model.setEntries(entries);
        const auto color = [&](int row) { return model.entry(row).summary.label.color; };
        model.setTicked(0, true);
        QCOMPARE(color(0), std::string("#0072b2"));
        model.setTicked(2, true);
        QVERIFY(color(0) != color(2));
        // What the user has chosen stays.
        model.setTicked(2, false);
        RunLabel label = model.entry(2).summary.label;
        label.color = color(0);
        model.setLabel(2, label);
        model.setTicked(2, true);
        QCOMPARE(color(2), color(0));
    }

    void copiesPlainNumbersAndExportsEverything()
    {
        const auto entries = ordered();
        const RunRows rows = {&entries[2], &entries[1]};
        QCOMPARE(runsTsv(rows, {RunColumn::Color, RunColumn::Name, RunColumn::Accuracy, RunColumn::Duration,
                                RunColumn::ImagesPerSecond}),
                 "Name\tAccuracy (%)\tDuration (s)\tSamples/s\nAlpha\t9.00\t1\t950\nz\t\t\t\n");
        QCOMPARE(runsTsv(rows, {RunColumn::ValidationAccuracy, RunColumn::ValidationLoss}),
                 "Validation accuracy (%)\tValidation loss\n7.00\t0.25\n\t\n");
        const QStringList lines = QString::fromStdString(runsCsv(rows)).split('\n');
        QCOMPARE(lines.size(), 4);
        QVERIFY(lines[0].startsWith("file,name,outcome,"));
        QVERIFY2(lines[1].startsWith("2026-01-01_00-00-00_a.stepscope,Alpha,running,,fashion,LeNet,8,cpu,9,"
                                     "2,0.09,0.5,0.07,0.25,1,950,"),
                 qPrintable(lines[1]));
        QVERIFY(lines[2].startsWith("z.stepscope,z,unreadable,z.stepscope is no run file.,"));
        auto imported = entries[2];
        imported.summary.dataset.clear();
        imported.summary.outcome = RunOutcome::Finished;
        QVERIFY(QString::fromStdString(runsCsv({&imported})).contains(",Alpha,imported,"));
    }
};

QTEST_MAIN(TestRunsModel)
#include "test_runs_model.moc"
