#include "library_of_runs.h"

#include "ui/runs/run_shelf.h"
#include "ui/runs/runs_list.h"
#include "ui/runs/runs_model.h"
#include "ui/runs/runs_panel.h"
#include "ui/runs/runs_table.h"
#include "ui/runs/runs_view.h"
#include "ui/runs/settings_table.h"
#include "ui/runs/ticked_runs.h"

#include <QApplication>
#include <QClipboard>
#include <QDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

using namespace stepscope;
using namespace stepscope::ui;
using test::LibraryOfRuns;

class TestRunsPanel : public QObject
{
    Q_OBJECT

    std::unique_ptr<LibraryOfRuns> m_library;
    std::unique_ptr<RunsView> m_view;
    std::unique_ptr<RunsPanel> m_panel;

    void show(int runs)
    {
        m_view = std::make_unique<RunsView>(m_library->path());
        m_panel = std::make_unique<RunsPanel>();
        m_panel->setLibrary(m_view->shelf(), m_view->model());
        m_panel->resize(320, 600);
        m_panel->show();
        m_panel->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_panel.get()));
        QTRY_COMPARE(m_panel->list()->model()->rowCount(), runs);
        QTRY_COMPARE(m_panel->list()->isVisible(), runs > 0); // a hidden list takes no focus and no keys
    }
    void addBatches() const
    {
        Experiment experiment;
        for (const int64_t batch : {1, 16, 64}) {
            experiment.batchSize = batch;
            m_library->add("batch-" + std::to_string(batch), 1'000'000 * batch, experiment);
        }
    }
    QModelIndex index(int row) const { return m_panel->list()->model()->index(row, int(RunColumn::Name)); }
    QLineEdit* filter() const { return m_panel->findChild<QLineEdit*>("runsPanelFilter"); }
    QPushButton* button(const char* name) const { return m_panel->findChild<QPushButton*>(name); }
    void click(int row, int x) const
    {
        QTest::mouseClick(m_panel->list()->viewport(), Qt::LeftButton, {},
                          QPoint(x, m_panel->list()->visualRect(index(row)).center().y()));
    }

private Q_SLOTS:
    void init()
    {
        QCoreApplication::setOrganizationName("stepscope-test-runs-panel");
        QSettings().clear();
        m_library = std::make_unique<LibraryOfRuns>();
    }
    void cleanup()
    {
        m_panel.reset();
        m_view.reset();
    }

    void withoutRunsItSaysSo()
    {
        show(0);
        QCOMPARE(m_panel->findChild<QLabel*>("runsPanelEmptyTitle")->text(), "No runs yet");
        QVERIFY(!m_panel->compareButton()->isEnabled());
        QVERIFY(!button("runsPanelUse")->isEnabled());
    }

    void eachRunSaysWhatDistinguishesIt()
    {
        addBatches();
        show(3);
        QTRY_VERIFY(m_panel->list()->lineOf(0).startsWith("batch 64 · "));
        QVERIFY(m_panel->list()->lineOf(1).startsWith("batch 16 · "));
        QVERIFY(m_panel->list()->lineOf(2).startsWith("batch 1 · "));
    }

    void theMenuUnticksAllRuns()
    {
        addBatches();
        show(3);
        const auto trigger = [](auto* list, auto fill) {
            QMenu menu;
            (list->*fill)(&menu);
            for (QAction* action : menu.actions()) {
                if (action->text() == "Untick all" && action->isEnabled()) {
                    action->trigger();
                    return true;
                }
            }
            return false;
        };
        RunsModel* model = m_view->model();
        QVERIFY(!trigger(m_panel->list(), &RunsList::fillMenu)); // none is ticked
        model->setTicked(0, true);
        model->setTicked(2, true);
        QVERIFY(trigger(m_panel->list(), &RunsList::fillMenu));
        QVERIFY(model->tickedEntries().empty());
        model->setTicked(1, true);
        QVERIFY(trigger(m_view->table(), &RunsTable::fillRowMenu));
        QVERIFY(model->tickedEntries().empty());
    }

    void whatTheNameSaysIsNotRepeated()
    {
        Experiment experiment;
        for (const int64_t batch : {1, 16, 64}) {
            experiment.batchSize = batch;
            experiment.optimizer = batch == 64 ? "adam" : "sgd";
            m_library->add("mnist-convnet_batch" + std::to_string(batch) + "_cpu", 1'000'000 * batch,
                           experiment);
        }
        show(3);
        QTRY_VERIFY2(m_panel->list()->lineOf(0).startsWith("Adam · "),
                     qPrintable(m_panel->list()->lineOf(0)));
        QVERIFY(!m_panel->list()->lineOf(1).contains("sgd", Qt::CaseInsensitive)); // most have it
        QVERIFY(!m_panel->list()->lineOf(1).contains("batch"));
    }

    void onlyTheRunsShownAreCompared()
    {
        addBatches();
        Experiment other;
        other.network = "mlp";
        m_library->add("other", 2'000'000, other);
        show(4);
        const auto* list = m_panel->list();
        QTRY_VERIFY2(list->lineOf(2).startsWith("mlp"), qPrintable(list->lineOf(2)));
        QVERIFY2(!list->lineOf(0).contains("mnist-convnet"), qPrintable(list->lineOf(0))); // most are
        QTest::keyClicks(filter(), "batch-");
        QTRY_VERIFY(m_panel->list()->lineOf(0).startsWith("batch 64 · "));
    }

    void aClickInTheBoxTicksARun()
    {
        addBatches();
        show(3);
        click(1, 17);
        QCOMPARE(m_view->model()->tickedEntries().size(), 1);
        QCOMPARE(m_view->model()->tickedEntries().front()->summary.batchSize, 16);
        click(1, 17);
        QVERIFY(m_view->model()->tickedEntries().empty());
        click(2, 150);
        QVERIFY(m_view->model()->tickedEntries().empty());
        QTest::keyClick(m_panel->list(), Qt::Key_Space);
        QCOMPARE(m_view->model()->tickedEntries().size(), 1);
        QCOMPARE(m_view->model()->tickedEntries().front()->summary.batchSize, 1);
    }

    void selectedRunsAreTickedToBeCompared()
    {
        addBatches();
        show(3);
        click(2, 17); // ticked, but not among the selected
        m_panel->list()->setCurrentIndex(index(0));
        QTest::keyClick(m_panel->list(), Qt::Key_Down, Qt::ShiftModifier);
        QCOMPARE(m_panel->compareButton()->text(), "Compare 2 runs");
        const QSignalSpy wanted(m_panel.get(), &RunsPanel::compareWanted);
        QTest::mouseClick(m_panel->compareButton(), Qt::LeftButton);
        QCOMPARE(wanted.count(), 1);
        const auto ticked = m_view->model()->tickedEntries();
        QCOMPARE(ticked.size(), 2);
        QCOMPARE(ticked[0]->summary.batchSize, 64);
        QCOMPARE(ticked[1]->summary.batchSize, 16);
    }

    void theSettingsOfARunCanBeUsed()
    {
        addBatches();
        show(3);
        QVERIFY(!button("runsPanelUse")->isEnabled());
        m_panel->list()->setCurrentIndex(index(1));
        std::optional<Experiment> used;
        connect(m_panel.get(), &RunsPanel::useWanted, this,
                [&](const Experiment& experiment) { used = experiment; });
        QTest::mouseClick(button("runsPanelUse"), Qt::LeftButton);
        QVERIFY(used);
        QCOMPARE(used->batchSize, 16);
        m_panel->list()->selectAll(); // of which run?
        QVERIFY(!button("runsPanelUse")->isEnabled());
    }

    void settingsAreShownSideBySide()
    {
        addBatches();
        show(3);
        m_panel->list()->selectAll();
        QTest::mouseClick(button("runsPanelSettings"), Qt::LeftButton);
        auto* dialog = m_panel->findChild<QDialog*>("settingsDialog");
        QVERIFY(dialog);
        auto* table = dialog->findChild<SettingsTable*>();
        QStringList shown;
        for (int row = 0; row < table->rowCount(); ++row) {
            if (!table->isRowHidden(row))
                shown += table->item(row, 0)->text();
        }
        QCOMPARE(shown, QStringList("Batch size"));
        table->copyRows();
        QVERIFY2(QApplication::clipboard()->text().endsWith("\nBatch size\t64\t16\t1\n"),
                 qPrintable(QApplication::clipboard()->text()));
        table->showDifferencesOnly(false);
        table->copyRows();
        QVERIFY(QApplication::clipboard()->text().contains("\nNetwork\tmnist-convnet\tmnist-convnet\t"));
    }

    void settingsThatAreNotKnownAreNoDifference()
    {
        Experiment one;
        one.batchSize = 16;
        const std::unique_ptr<QDialog> dialog(makeSettingsDialog({{"one", one}, {"other", {}}}, nullptr));
        const auto* table = dialog->findChild<SettingsTable*>();
        QVERIFY(!table->hasDifferences());
        QVERIFY(!table->isAllKnown());
        QCOMPARE(table->item(0, 2)->text(), "not known");
        QStringList texts;
        for (const auto* label : dialog->findChildren<QLabel*>())
            texts += label->text();
        QVERIFY(texts.contains("No known settings differ, but some are unknown."));
    }

    void aRegularExpressionFilters()
    {
        addBatches();
        show(3);
        auto* isPattern = m_panel->findChild<QToolButton*>("runsPanelFilterPattern");
        isPattern->click();
        filter()->setFocus();
        QTest::keyClicks(filter(), "batch-(1|64)\\.");
        QTRY_COMPARE(m_panel->list()->model()->rowCount(), 2);
        QTest::keyClicks(filter(), "(");
        QVERIFY(filter()->property("invalid").toBool());
        QVERIFY2(filter()->toolTip().contains("This is not a regular expression"),
                 qPrintable(filter()->toolTip()));
        QCOMPARE(m_panel->list()->model()->rowCount(), 2); // as before
        QTest::keyClick(filter(), Qt::Key_Escape);
        QTRY_COMPARE(m_panel->list()->model()->rowCount(), 3);
        QVERIFY(!filter()->property("invalid").toBool());
    }

    void aRunIsOpenedAndRenamed()
    {
        addBatches();
        show(3);
        const QSignalSpy opened(m_panel.get(), &RunsPanel::openWanted);
        m_panel->list()->setCurrentIndex(index(2));
        m_panel->list()->setFocus();
        QTest::keyClick(m_panel->list(), Qt::Key_Return);
        QCOMPARE(opened.count(), 1);
        QTest::keyClick(m_panel->list(), Qt::Key_F2);
        auto* editor = m_panel->list()->viewport()->findChild<QLineEdit*>();
        QVERIFY(editor);
        editor->setText("smallest batch");
        QTest::keyClick(editor, Qt::Key_Return);
        QTRY_COMPARE(index(2).data().toString(), "smallest batch");
    }

    void theFolderIsWatchedWhileAnyListIsVisible()
    {
        addBatches();
        show(3);
        m_view->show();
        m_view->hide(); // the panel still watches
        m_library->add("late", 99'000'000);
        QTRY_COMPARE(m_panel->list()->model()->rowCount(), 4);
    }
};

QTEST_MAIN(TestRunsPanel)
#include "test_runs_panel.moc"
