#include "library_of_runs.h"

#include "core/experiment/experiment_fields.h"
#include "core/run_file/run_file.h"
#include "core/weights/checkpoint.h"
#include "ui/runs/run_shelf.h"
#include "ui/runs/runs_table.h"
#include "ui/runs/runs_view.h"
#include "ui/support/cell_painting.h"
#include "ui/support/dialogs.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QFile>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QScrollBar>
#include <QSettings>
#include <QSignalSpy>
#include <QStandardItemModel>
#include <QTableView>
#include <QTest>
#include <QToolButton>

using namespace stepscope;
using namespace stepscope::ui;
using test::LibraryOfRuns;

class TestRunsView : public QObject
{
    Q_OBJECT

    std::unique_ptr<LibraryOfRuns> m_library;
    std::unique_ptr<RunsView> m_view;

    void show(int runs)
    {
        m_view = std::make_unique<RunsView>(m_library->path());
        m_view->resize(1000, 600);
        m_view->show();
        m_view->activateWindow(); // for its shortcuts
        QVERIFY(QTest::qWaitForWindowActive(m_view.get()));
        QTRY_VERIFY(m_view->shelf()->hasLooked());
        QCOMPARE(rows(), runs);
    }
    int rows() const { return m_view->filter()->rowCount(); }
    QString cell(int row, RunColumn column) const
    {
        return m_view->filter()->index(row, int(column)).data().toString();
    }
    void select(int row) const
    {
        m_view->table()->setCurrentIndex(m_view->filter()->index(row, int(RunColumn::Network)));
        m_view->table()->setFocus();
    }
    void addBatches() const
    {
        Experiment experiment;
        for (const int64_t batch : {1, 16, 64}) {
            experiment.batchSize = batch;
            m_library->add("batch-" + std::to_string(batch), 1'000'000 * batch, experiment);
        }
    }
    QString emptyTitle() const { return m_view->findChild<QLabel*>("runsEmptyTitle")->text(); }
    QString summary() const { return m_view->findChild<QLabel*>("runsSummary")->text(); }

private Q_SLOTS:
    void init()
    {
        QCoreApplication::setOrganizationName("stepscope-test-runs");
        QSettings().clear();
        m_library = std::make_unique<LibraryOfRuns>();
        std::filesystem::create_directories(m_library->root() / "data");
        qputenv("XDG_DATA_HOME", (m_library->root() / "data").c_str()); // where the trash is
        dialogs().showFailure = [](QWidget*, const QString& sentence, const QString&) {
            QFAIL(qPrintable(sentence));
        };
    }
    void cleanup() { m_view.reset(); }

    void anEmptyLibrarySaysWhatToDo()
    {
        show(0);
        QCOMPARE(emptyTitle(), "No runs yet");
        QVERIFY(m_view->exportItems().isEmpty());
    }

    void aCopyOfARunIsSaved()
    {
        m_library->add("first", 1'000'000);
        show(1);
        select(0);
        const QString copy = QString::fromStdString((m_library->root() / "copy.stepscope").string());
        dialogs().saveFile = [&](QWidget*, const SaveQuestion& question) {
            return question.formats == QStringList("stepscope") ? copy : QString();
        };
        m_view->table()->saveAction()->trigger();
        QTRY_VERIFY(QFile::exists(copy));
        QCOMPARE(readRunSummary(copy.toStdString()).startUnixMs, int64_t(1'000'000));
    }

    void ticksAreRememberedAndKnownBeforeTheListIsSeen()
    {
        const auto first = m_library->add("first", 1'000'000);
        m_library->add("second", 2'000'000);
        const auto third = m_library->add("third", 3'000'000);
        show(3);
        m_view->model()->setTicked(m_view->model()->rowOf(first), true);
        m_view->model()->setTicked(m_view->model()->rowOf(third), true);
        m_view.reset();
        m_view = std::make_unique<RunsView>(m_library->path());
        QTRY_COMPARE(m_view->model()->tickedEntries().size(), size_t(2));
        QCOMPARE(m_view->model()->tickedEntries()[0]->path, third);
        QCOMPARE(m_view->model()->tickedEntries()[1]->path, first);

        m_view->model()->setTicked(m_view->model()->rowOf(third), false);
        m_view.reset();
        m_view = std::make_unique<RunsView>(m_library->path());
        QTRY_COMPARE(m_view->model()->tickedEntries().size(), size_t(1));
    }

    void aTickedRunThatComesBackFromTheTrashIsTickedAgain()
    {
        const auto path = m_library->add("goes", 1'000'000);
        show(1);
        m_view->model()->setTicked(0, true);
        select(0);
        QTest::keyClick(m_view->table(), Qt::Key_Delete);
        QTRY_COMPARE(rows(), 0);
        QVERIFY(m_view->model()->tickedEntries().empty());
        m_view->shelf()->takeFromTrash();
        QTRY_COMPARE(rows(), 1);
        QVERIFY(m_view->model()->isTicked(0));
    }

    void aTickedRunThatIsGoneIsForgotten()
    {
        const auto first = m_library->add("first", 1'000'000);
        m_library->add("second", 2'000'000);
        show(2);
        m_view->model()->setTicked(m_view->model()->rowOf(first), true);
        m_view.reset();
        std::filesystem::remove(first);
        show(1);
        QVERIFY(m_view->model()->tickedEntries().empty());
    }

    void listsTheNewestFirstAndFollowsTheFolder()
    {
        m_library->add("old", 1'000'000);
        show(1);
        m_library->add("new", 2'000'000);
        m_library->addDamaged("damaged");
        QTRY_COMPARE(rows(), 3);
        QCOMPARE(cell(0, RunColumn::Name), "new");
        QCOMPARE(cell(1, RunColumn::Name), "old");
        QCOMPARE(cell(2, RunColumn::Outcome), "Unreadable");
        QVERIFY(summary().startsWith("3 runs in "));
        std::filesystem::remove(m_library->path() / "old.stepscope");
        QTRY_COMPARE(rows(), 2);
    }

    void followsARunThatIsBeingWritten()
    {
        RunFileWriter writer(m_library->path() / "live.stepscope", {});
        writer.write(test::sampleUpdate(0, 5));
        show(1);
        QCOMPARE(cell(0, RunColumn::Outcome), "Running 25 %");
        auto more = test::sampleUpdate(5, 10);
        writer.write(more);
        QTRY_COMPARE(cell(0, RunColumn::Outcome), "Running 75 %");
    }

    void looksOnlyWhileItCanBeSeen()
    {
        show(0);
        m_view->hide();
        m_library->add("unseen", 1);
        const QSignalSpy listed(m_view->shelf(), &RunShelf::listed);
        QTest::qWait(1500);
        QVERIFY(listed.size() <= 1); // a check that was in progress
        m_view->show();
        QTRY_COMPARE(rows(), 1);
    }

    void whatDistinguishesARunIsBesideItsName()
    {
        addBatches();
        Experiment other;
        other.network = "mlp";
        m_library->add("other", 2'000'000, other);
        show(4);
        const auto* header = m_view->table()->horizontalHeader();
        QCOMPARE(header->visualIndex(int(RunColumn::Name)), 1);
        QCOMPARE(header->visualIndex(int(RunColumn::DiffersBy)), 2);
        QTRY_VERIFY2(cell(2, RunColumn::DiffersBy).startsWith("mlp"),
                     qPrintable(cell(2, RunColumn::DiffersBy)));
        m_view->findChild<QLineEdit*>("runsFilter")->setText("batch-"); // compares only the runs shown
        QTRY_COMPARE(cell(0, RunColumn::DiffersBy), "batch 64");
        QCOMPARE(cell(2, RunColumn::DiffersBy), "batch 1");
        m_view->copyContent();
        QVERIFY2(QApplication::clipboard()->text().contains("batch-64\tbatch 64\tFinished\t"),
                 qPrintable(QApplication::clipboard()->text()));
    }

    void theDifferencesSortTheRunsAndTheUnknownComeLast()
    {
        addBatches();
        for (const int64_t batch : {128, 1500}) {
            Experiment experiment;
            experiment.batchSize = batch;
            m_library->add("large-" + std::to_string(batch), 1'000'000 * batch, experiment);
        }
        m_library->addDamaged("damaged");
        show(6);
        QTRY_COMPARE(cell(0, RunColumn::DiffersBy), "batch 1,500");
        const QStringList ascending = {"batch 1", "batch 16", "batch 64", "batch 128", "batch 1,500"};
        for (const auto order : {Qt::AscendingOrder, Qt::DescendingOrder}) {
            m_view->table()->sortByColumn(int(RunColumn::DiffersBy), order);
            for (int row = 0; row < 5; ++row)
                QCOMPARE(cell(row, RunColumn::DiffersBy),
                         ascending[order == Qt::AscendingOrder ? row : 4 - row]);
            QCOMPARE(cell(5, RunColumn::Name), "damaged");
        }
    }

    void theRestOfTheWidthIsForNameAndDifferences()
    {
        addBatches();
        show(3);
        m_view->resize(1700, 600);
        const RunsTable* table = m_view->table();
        QTRY_VERIFY(table->viewport()->width() > 1600);
        QTRY_COMPARE(table->horizontalHeader()->length(), table->viewport()->width());
        QCOMPARE(table->columnWidth(int(RunColumn::Date)), runColumn(RunColumn::Date).width);
        m_view->resize(560, 600); // as wide as the view in a small window
        QTRY_VERIFY(table->viewport()->width() < 600);
        const QModelIndex differences = m_view->filter()->index(0, int(RunColumn::DiffersBy));
        QTRY_VERIFY(table->visualRect(differences).right() < table->viewport()->width());
    }

    /// As in a window of 1024x700: the figures are scrolled to.
    void differencesOfSeveralSettingsAreWhole()
    {
        addBatches();
        Experiment other;
        other.batchSize = 128;
        other.learningRate = 0.25;
        other.validationShare = 0.25;
        other.seed = 17;
        m_library->add("other", 500'000, other);
        show(4);
        m_view->resize(651, 560);
        const RunsTable* table = m_view->table();
        const auto width = [&] { return table->columnWidth(int(RunColumn::DiffersBy)); };
        QTRY_VERIFY(cell(3, RunColumn::DiffersBy).contains("batch 128, "));
        const QString text = cell(3, RunColumn::DiffersBy);
        const int needed = QFontMetrics(table->font()).horizontalAdvance(text) + 2 * cellMargin;
        const int least = runColumn(RunColumn::DiffersBy).width;
        QVERIFY2(needed > least && needed < 2 * least, qPrintable(text)); // the case that is tested
        QTRY_VERIFY(width() >= needed);

        other.epochs = 3;
        other.testBatchSize = 500;
        other.rho = 0.5;
        other.scheduleGamma = 0.25;
        other.l1 = 0.125;
        other.gradientClipping = 2.0;
        m_library->add("long", 400'000, other);
        QTRY_COMPARE(rows(), 5);
        QTRY_VERIFY(cell(4, RunColumn::DiffersBy).contains("lr 0.25"));
        QTRY_COMPARE(width(), 2 * least); // the rest is in the tooltip
        const QString toolTip =
            m_view->filter()->index(4, int(RunColumn::DiffersBy)).data(Qt::ToolTipRole).toString();
        QVERIFY2(toolTip.contains("seed 17"), qPrintable(toolTip));
    }

    /// As in a window of 1024x700: beside the last column, one sees which runs are ticked.
    void tickAndNameStayInPlaceAndCanBeUsed()
    {
        addBatches();
        show(3);
        m_view->resize(700, 560);
        QTRY_COMPARE(cell(0, RunColumn::DiffersBy), "batch 64");
        RunsTable* table = m_view->table();
        const QScrollBar* bar = table->horizontalScrollBar();
        QTRY_VERIFY(table->viewport()->width() <= 700 && bar->maximum() > 100);
        table->horizontalScrollBar()->setValue(bar->maximum());
        auto* frozen = table->findChild<QTableView*>();
        QVERIFY(frozen && frozen->isVisible());
        const auto place = [&](RunColumn column) {
            return frozen->visualRect(m_view->filter()->index(1, int(column))).center();
        };
        for (const auto column : {RunColumn::Color, RunColumn::Name})
            QCOMPARE(table->childAt(frozen->viewport()->mapTo(table, place(column))), frozen->viewport());
        QVERIFY(table->visualRect(m_view->filter()->index(1, int(RunColumn::Name))).right() < 0);

        const auto isTicked = [this] { return m_view->model()->isTicked(m_view->filter()->sourceRow(1)); };
        QTest::mouseClick(frozen->viewport(), Qt::LeftButton, {}, place(RunColumn::Color));
        QVERIFY(isTicked());
        QTest::mouseClick(frozen->viewport(), Qt::LeftButton, {}, place(RunColumn::Color));
        QVERIFY(!isTicked());
        QVERIFY(table->hasFocus());
        QTest::keyClick(table, Qt::Key_Space);
        QVERIFY(isTicked());
        QCOMPARE(bar->value(), bar->maximum());

        QTest::keyClick(table, Qt::Key_F2);
        auto* editor = frozen->findChild<QLineEdit*>();
        QVERIFY(editor);
        QVERIFY(editor->hasFocus());
        QCOMPARE(editor->text(), cell(1, RunColumn::Name));
        QTest::keyClick(editor, Qt::Key_Escape);
        QTRY_VERIFY(table->hasFocus());

        const QSignalSpy opened(table, &RunsTable::openWanted);
        QTest::mouseClick(frozen->viewport(), Qt::LeftButton, {}, place(RunColumn::Name));
        QTest::mouseDClick(frozen->viewport(), Qt::LeftButton, {}, place(RunColumn::Name));
        QCOMPARE(opened.size(), 1);
    }

    void onlyTheTableItselfTakesTheFocusAndHasAName()
    {
        addBatches();
        show(3);
        QVERIFY(!m_view->table()->accessibleName().isEmpty());
        QVERIFY(m_view->table()->findChild<QTableView*>());
        for (const QWidget* widget : m_view->table()->findChildren<QWidget*>())
            QVERIFY2(widget->focusPolicy() == Qt::NoFocus, widget->metaObject()->className());
    }

    void aWidthOfTheUserIsKeptUntilTheColumnsAreReset()
    {
        addBatches();
        show(3);
        const auto table = [this] { return m_view->table(); };
        const auto width = [&](RunColumn column) { return table()->columnWidth(int(column)); };
        const auto fillsView = [&] {
            return table()->horizontalHeader()->length() == table()->viewport()->width();
        };
        m_view->resize(1700, 600);
        QTRY_VERIFY(table()->viewport()->width() > 1600 && fillsView());
        const auto resize = [&](RunColumn column, int to) {
            table()->horizontalHeader()->resizeSection(int(column), to);
        };
        resize(RunColumn::Name, 230);
        QVERIFY(fillsView()); // the differences take what it leaves
        m_view->model()->setTicked(0, true);
        QTest::qWait(50);
        QCOMPARE(width(RunColumn::Name), 230);
        resize(RunColumn::DiffersBy, 210);
        resize(RunColumn::Date, 150);
        m_view->model()->setTicked(1, true);
        QTest::qWait(50);
        QCOMPARE(width(RunColumn::Name), 230);
        QCOMPARE(width(RunColumn::DiffersBy), 210);
        m_view.reset();
        show(3);
        QTRY_COMPARE(cell(0, RunColumn::DiffersBy), "batch 64"); // the column is hidden before
        QTRY_COMPARE(width(RunColumn::DiffersBy), 210);
        QCOMPARE(width(RunColumn::Name), 230);
        m_view->resize(1700, 600);
        QTRY_VERIFY(table()->viewport()->width() > 1600);
        QVERIFY(!fillsView());
        QMenu menu;
        table()->fillColumnMenu(&menu);
        QCOMPARE(menu.actions().last()->text(), "Reset columns");
        menu.actions().last()->trigger();
        QVERIFY(fillsView());
        QVERIFY(width(RunColumn::Name) > 230);
    }

    void widthsThatNobodyChoseFollowTheWindowInEachSession()
    {
        addBatches();
        show(3);
        m_view->resize(560, 600);
        QTRY_VERIFY(m_view->table()->viewport()->width() < 600);
        QTRY_COMPARE(m_view->table()->columnWidth(int(RunColumn::Name)), 200);
        m_view.reset();
        show(3);
        m_view->resize(1700, 600);
        QTRY_VERIFY(m_view->table()->columnWidth(int(RunColumn::Name)) > 200);
    }

    void aColumnThatTheSettingsDoNotKnowIsBesideTheName()
    {
        QStandardItemModel older(0, int(RunColumn::DiffersBy));
        QTableView table;
        table.setModel(&older);
        table.setColumnWidth(int(RunColumn::Date), 500); // as the last column, which took what was left
        QSettings().setValue("runs/columns", table.horizontalHeader()->saveState());
        QSettings().setValue("runs/columnCount", int(RunColumn::DiffersBy));
        show(0);
        QCOMPARE(m_view->table()->columnWidth(int(RunColumn::Date)), runColumn(RunColumn::Date).width);
        QCOMPARE(m_view->table()->shownColumns().mid(0, 3),
                 QList<RunColumn>({RunColumn::Color, RunColumn::Name, RunColumn::DiffersBy}));
    }

    void twoRunsCanBeCompared()
    {
        addBatches();
        m_library->addDamaged("damaged");
        show(4);
        const auto* button = m_view->compareButton();
        QVERIFY(button->isVisible());
        QVERIFY(!button->isEnabled());
        QCOMPARE(button->toolTip(), "Tick or select at least two runs.");
        m_view->model()->setTicked(0, true);
        QVERIFY(!button->isEnabled());
        m_view->model()->setTicked(1, true);
        QVERIFY(button->isEnabled());
        QCOMPARE(button->text(), "Compare 2 runs");
    }

    void theSelectedRunsAreTickedToBeCompared()
    {
        addBatches();
        m_library->addDamaged("damaged");
        show(4);
        m_view->model()->setTicked(0, true); // batch 64, not among the selected
        m_view->table()->sortByColumn(int(RunColumn::BatchSize), Qt::AscendingOrder);
        select(0);
        QTest::keyClick(m_view->table(), Qt::Key_Down, Qt::ShiftModifier);
        auto* button = m_view->compareButton();
        QCOMPARE(button->text(), "Compare 2 runs");
        const QSignalSpy wanted(m_view.get(), &RunsView::compareWanted);
        QTest::mouseClick(button, Qt::LeftButton);
        QCOMPARE(wanted.count(), 1);
        const auto ticked = m_view->model()->tickedEntries();
        QCOMPARE(ticked.size(), size_t(2));
        QCOMPARE(ticked[0]->summary.batchSize, 16);
        QCOMPARE(ticked[1]->summary.batchSize, 1);
        m_view->table()->clearSelection();
        select(3); // one run, which cannot be read: those that are ticked are meant
        QCOMPARE(button->text(), "Compare 2 runs");
    }

    void f2RenamesInPlace()
    {
        const auto path = m_library->add("run", 1'000'000);
        show(1);
        select(0);
        QTest::keyClick(m_view->table(), Qt::Key_F2);
        auto* editor = m_view->table()->findChild<QLineEdit*>();
        QVERIFY(editor);
        QCOMPARE(editor->text(), "run");
        editor->setText("the best one");
        QTest::keyClick(editor, Qt::Key_Return);
        QTRY_COMPARE(cell(0, RunColumn::Name), "the best one");
        QTRY_COMPARE(readRunSummary(path).label.name, std::string("the best one"));
        QTest::qWait(1200); // the next check finds the same
        QCOMPARE(cell(0, RunColumn::Name), "the best one");
    }

    void labelsThatFollowEachOtherQuicklyAreAllWritten()
    {
        std::vector<std::filesystem::path> paths;
        for (int i = 0; i < 5; ++i)
            paths.push_back(m_library->add("run" + std::to_string(i), 1'000'000 + i));
        show(5);
        m_view->table()->selectAll();
        m_view->table()->setColor(1);
        for (int row = 0; row < 5; ++row)
            m_view->model()->setData(m_view->model()->index(row, int(RunColumn::Note)), "noted");
        m_view.reset(); // whatever still waits is written
        for (const auto& path : paths) {
            QCOMPARE(readRunSummary(path).label.note, std::string("noted"));
            QCOMPARE(readRunSummary(path).label.color, std::string("#d05500"));
        }
    }

    void deletesToTheTrashAndTakesBack()
    {
        m_library->add("stays", 2'000'000);
        const auto path = m_library->add("goes", 1'000'000);
        for (const auto& file : weightFilesOf(path))
            std::ofstream(file) << "weights";
        show(2);
        QSignalSpy trashed(m_view.get(), &RunsView::trashed);
        select(1);
        QTest::keyClick(m_view->table(), Qt::Key_Delete);
        QTRY_COMPARE(trashed.size(), 1);
        QCOMPARE(trashed[0][0].toString(), "Moved “goes” to the trash.");
        QTRY_COMPARE(rows(), 1);
        QVERIFY(!std::filesystem::exists(path));
        QVERIFY(std::filesystem::exists(m_library->root() / "data/Trash/files/goes.stepscope"));
        for (const auto& file : weightFilesOf(path))
            QVERIFY(!std::filesystem::exists(file));
        m_view->shelf()->takeFromTrash();
        QTRY_COMPARE(rows(), 2);
        QCOMPARE(readRunFile(path).run.steps.size(), size_t(10));
        for (const auto& file : weightFilesOf(path))
            QVERIFY(std::filesystem::exists(file));
        QVERIFY(!std::filesystem::exists(m_library->root() / "data/Trash/info/goes.stepscope.trashinfo"));
    }

    void aRunThatGoesOnIsNotDeleted()
    {
        RunFileWriter writer(m_library->path() / "live.stepscope", {});
        writer.write(test::sampleUpdate(0, 5));
        show(1);
        QSignalSpy failed(m_view.get(), &RunsView::failed);
        select(0);
        m_view->table()->trashAction()->trigger();
        QTRY_COMPARE(failed.size(), 1);
        QVERIFY(failed[0][0].toString().startsWith("live.stepscope is still being written"));
        QVERIFY(std::filesystem::exists(writer.path()));
    }

    void enterAndADoubleClickOpen()
    {
        const auto path = m_library->add("run", 1'000'000);
        show(1);
        int opened = 0;
        connect(m_view.get(), &RunsView::openWanted, this, [&](const std::filesystem::path& wanted) {
            QCOMPARE(wanted, path);
            ++opened;
        });
        select(0);
        QTest::keyClick(m_view->table(), Qt::Key_Return);
        QCOMPARE(opened, 1);
        const QPoint place = m_view->table()->visualRect(m_view->filter()->index(0, 3)).center();
        QTest::mouseClick(m_view->table()->viewport(), Qt::LeftButton, {}, place);
        QTest::mouseDClick(m_view->table()->viewport(), Qt::LeftButton, {}, place);
        QCOMPARE(opened, 2);
    }

    void theFilterBoxFiltersAndSaysSo()
    {
        m_library->add("first", 1, Experiment{.network = "mlp"});
        m_library->add("second", 2);
        show(2);
        auto* words = m_view->findChild<QLineEdit*>("runsFilter");
        words->setText("mlp");
        QCOMPARE(rows(), 1);
        QVERIFY(summary().startsWith("1 of 2 runs in "));
        words->setText("mlp cuda");
        QCOMPARE(emptyTitle(), "No run matches");
        words->setFocus();
        QTest::keyClick(words, Qt::Key_Escape);
        QCOMPARE(rows(), 2);
    }

    void remembersWhichColumnsAreShown()
    {
        show(0);
        QMenu menu;
        m_view->table()->fillColumnMenu(&menu);
        QCOMPARE(menu.actions()[int(RunColumn::Tags)]->text(), "Tags");
        QVERIFY(!menu.actions()[int(RunColumn::Tags)]->isChecked());
        menu.actions()[int(RunColumn::Tags)]->trigger();
        menu.actions()[int(RunColumn::Device)]->trigger();
        m_view.reset();
        show(0);
        const QList<RunColumn> columns = m_view->table()->shownColumns();
        QVERIFY(columns.contains(RunColumn::Tags));
        QVERIFY(!columns.contains(RunColumn::Device));
        QVERIFY(columns.contains(RunColumn::Accuracy));
    }

    /// A wide empty column would push others out of sight.
    void aColumnThatNoRunFillsIsHiddenUnlessItIsChosen()
    {
        m_library->add("first", 1'000'000, unknownExperiment()); // as imported
        m_library->add("second", 2'000'000, unknownExperiment());
        show(2);
        const auto isShown = [this](RunColumn column) {
            return m_view->table()->shownColumns().contains(column);
        };
        QTRY_VERIFY(!isShown(RunColumn::Device));
        QVERIFY(!isShown(RunColumn::BatchSize));
        QVERIFY(isShown(RunColumn::Outcome) && isShown(RunColumn::Duration) && isShown(RunColumn::Date));
        m_library->add("third", 3'000'000);
        QTRY_VERIFY(isShown(RunColumn::Device) && isShown(RunColumn::BatchSize));
        std::filesystem::remove(m_library->path() / "third.stepscope");
        QTRY_VERIFY(!isShown(RunColumn::Device));

        QMenu menu;
        m_view->table()->fillColumnMenu(&menu);
        QAction* device = menu.actions()[int(RunColumn::Device)];
        QVERIFY(!device->isChecked());
        QCOMPARE(device->toolTip(), "No run has it.");
        device->trigger();
        QVERIFY(isShown(RunColumn::Device));
        m_view.reset();
        show(2);
        QTest::qWait(50);
        QVERIFY(isShown(RunColumn::Device));
    }

    void columnsThatTheSettingsDoNotKnowAreHidden()
    {
        QStandardItemModel older(0, int(RunColumn::ValidationAccuracy)); // the first of the newer ones
        QTableView table;
        table.setModel(&older);
        table.setColumnHidden(int(RunColumn::Device), true);
        QSettings().setValue("runs/columns", table.horizontalHeader()->saveState());
        QSettings().remove("runs/columnCount");
        show(0);
        const QList<RunColumn> columns = m_view->table()->shownColumns();
        QVERIFY(columns.contains(RunColumn::Steps));
        QVERIFY(!columns.contains(RunColumn::Device));
        QVERIFY(!columns.contains(RunColumn::ValidationAccuracy));
        QVERIFY(!columns.contains(RunColumn::ValidationLoss));
        QMenu menu;
        m_view->table()->fillColumnMenu(&menu);
        menu.actions()[int(RunColumn::ValidationLoss)]->trigger();
        m_view.reset();
        show(0);
        QVERIFY(m_view->table()->shownColumns().contains(RunColumn::ValidationLoss));
        QVERIFY(!m_view->table()->shownColumns().contains(RunColumn::ValidationAccuracy));
    }

    void copiesAndExportsWhatIsShown()
    {
        m_library->add("first", 1'000'000);
        m_library->add("second", 2'000'000);
        show(2);
        // Their settings are the same.
        QTRY_VERIFY(!m_view->table()->shownColumns().contains(RunColumn::DiffersBy));
        select(0);
        m_view->copyContent();
        const QString copied = QApplication::clipboard()->text();
        QVERIFY2(copied.startsWith("Name\tOutcome\tNetwork\tBatch\t"), qPrintable(copied));
        QCOMPARE(copied.count('\n'), 2);
        QVERIFY(copied.contains("second\tFinished\t"));

        const QString path = QString::fromStdString((m_library->root() / "runs.csv").string());
        m_view->exportItems().first().write(path);
        QFile file(path);
        QVERIFY(file.open(QFile::ReadOnly));
        QCOMPARE(file.readAll().count('\n'), 3);
    }

    void listsAnotherFolderAndComesBack()
    {
        m_library->add("mine", 1'000'000);
        show(1);
        auto* home = m_view->findChild<QToolButton*>("runsHomeButton");
        QVERIFY(!home->isVisible());
        const auto other = m_library->root() / "other";
        std::filesystem::create_directories(other);
        dialogs().openFolder = [&](QWidget*, const QString&, const QString&) {
            return QString::fromStdString(other.string());
        };
        m_view->findChild<QToolButton*>("runsFolderButton")->click();
        QTRY_COMPARE(emptyTitle(), "No runs in this folder");
        QVERIFY(home->isVisible());
        home->click();
        QTRY_COMPARE(rows(), 1);
    }

    void aFolderThatCannotBeReadSaysWhy()
    {
        std::ofstream(m_library->path()) << "a file where the folder should be";
        show(0);
        QCOMPARE(emptyTitle(), "The runs cannot be listed");
    }
};

QTEST_MAIN(TestRunsView)
#include "test_runs_view.moc"
