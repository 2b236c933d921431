#include "tests/core/import/chrome/chrome_trace_text.h"
#include "tests/core/run_file/sample_run_file.h"
#include "tests/support/fake_engine.h"

#include "core/run/imported_facts.h"
#include "core/run_file/run_library.h"
#include "core/trace/steps/rank_figures.h"
#include "ui/experiment/experiment_panel.h"
#include "ui/runs/runs_view.h"
#include "ui/support/step_choice.h"
#include "ui/support/trace_selection.h"
#include "ui/window/notices/notice_area.h"
#include "ui/window/opening/run_opener.h"
#include "ui/window/runs/listed_runs.h"
#include "ui/window/runs/run_controller.h"
#include "ui/window/runs/shown_run.h"
#include "ui/window/views/view_registry.h"
#include "ui/window/views/workspace.h"

#include <QAbstractButton>
#include <QDir>
#include <QFile>
#include <QMainWindow>
#include <QSettings>
#include <QSignalSpy>
#include <QStatusBar>
#include <QTemporaryDir>
#include <QTest>

using namespace stepscope;
using namespace stepscope::ui;

/// Opens files and shows their runs without the window, in a single view.
class TestRunOpener : public QObject
{
    Q_OBJECT

    class OneView final : public View
    {
    public:
        using View::View;
        void showRun(const Run* run) override
        {
            m_run = run;
            ++m_shown;
        }
        void showRunAgain(const Run* run) override
        {
            m_run = run;
            ++m_again;
        }
        void refresh() override {}
        QList<ExportItem> exportItems() override { return {}; }

        const Run* m_run = nullptr;
        int m_shown = 0;
        int m_again = 0;
    };

    struct Parts
    {
        QMainWindow window;
        RunController controller{[] { return std::make_shared<FakeEngine>(); }};
        ExperimentPanel panel;
        NoticeArea notices;
        Workspace workspace;
        OneView* view = nullptr;
        StepChoice steps;
        TraceSelection selection;
        ViewRegistry views{
            {{.name = "one",
              .title = "One",
              .manualPage = "views/curves.md",
              .create = [this](QWidget* parent) { return view = new OneView(parent); }},
             {.name = "runs",
              .title = "Runs",
              .manualPage = "views/runs.md",
              .create = [](QWidget* parent) { return new RunsView(defaultLibraryFolder(), parent); }}},
            &workspace,
            [this] { return controller.run(); },
            nullptr};
        ListedRuns listed{&controller, &views, &notices, nullptr};
        ShownRun shown{{&controller, &views, &listed, &selection, &steps, &notices}, nullptr};
        RunOpener opener{{&controller, &shown, &steps, &listed, &views, &panel, &notices, &window}, nullptr};
    };

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<Parts> m_parts;
    int m_opened = 0; ///< runs that the controller has opened
    bool m_wasAgain = false;

    QString runFile(const QString& name, int64_t blocks = 1) const
    {
        const QString path = m_folder->filePath(name);
        if (!QFile::exists(path)) {
            QDir().mkpath(QFileInfo(path).path());
            test::writeSampleRunFile(path.toStdString(), blocks);
        }
        return path;
    }
    /// The run of a rank. While it runs, this process is its recorder.
    std::filesystem::path rankFile(int rank, RunOutcome outcome) const
    {
        const std::filesystem::path path =
            m_folder->filePath(QStringLiteral("rank%1.stepscope").arg(rank)).toStdString();
        std::filesystem::remove(path);
        RunFileWriter writer(path, {});
        RunUpdate update = test::sampleUpdate(0, test::stepsOfBlock);
        update.outcome = outcome;
        update.startUnixMs = 1'700'000'000'000;
        if (outcome == RunOutcome::Finished)
            update.endUnixMs = 1'700'000'001'000;
        update.log.push_back({1'700'000'000'000, LogLevel::Info,
                              rankSentence({.rank = rank, .worldSize = 2, .backend = "gloo"})});
        writer.write(update);
        if (outcome == RunOutcome::Finished)
            writer.close();
        return path;
    }
    void pressOnlyButton(const QString& text)
    {
        for (auto* button : m_parts->notices.findChildren<QAbstractButton*>()) {
            if (button->text() == text)
                return button->click();
        }
        QFAIL("There is no such button.");
    }
    void openRunFile(const QString& path)
    {
        const int before = m_opened;
        m_parts->opener.openFile(path);
        QTRY_COMPARE(m_opened, before + 1);
    }
    QString openingError() const { return m_parts->notices.text("openRun"); }

private Q_SLOTS:
    void init()
    {
        QCoreApplication::setOrganizationName("stepscope-test-run-opener");
        QSettings().clear();
        m_folder = std::make_unique<QTemporaryDir>();
        qputenv("XDG_DATA_HOME", m_folder->path().toUtf8());
        qputenv("STEPSCOPE_LIBRARY", m_folder->filePath("library").toUtf8());
        m_opened = 0;
        m_wasAgain = false;
        m_parts = std::make_unique<Parts>();
        // The window connects these.
        connect(&m_parts->controller, &RunController::opened, this, [this] {
            m_wasAgain = m_parts->shown.show().isAgain;
            ++m_opened;
        });
        m_parts->views.begin();
    }
    void cleanup()
    {
        m_parts->workspace.hide();
        m_parts.reset();
    }

    void runsOfRanksAreOfferedAsOne()
    {
        const auto first = rankFile(0, RunOutcome::Finished);
        const auto second = rankFile(1, RunOutcome::Finished);
        m_parts->opener.openRuns({first, second});
        QTRY_COMPARE(m_opened, 1);
        QCOMPARE(m_parts->controller.runPath(), first);
        QTRY_COMPARE(m_parts->notices.text("rankRuns"),
                     QString("These runs are ranks of one distributed training."));
        pressOnlyButton("Show as one run");
        QTRY_COMPARE(m_opened, 2);
        QVERIFY(m_parts->controller.runPath().empty());
        QCOMPARE(ranksOf(m_parts->controller.run()->trace), (std::vector<int64_t>{0, 1}));
        QVERIFY(m_parts->notices.text("rankRuns").isEmpty());
        openRunFile(runFile("other.stepscope"));
    }

    void runsThatTellTheirRankLaterAreOfferedThen()
    {
        const auto first = rankFile(0, RunOutcome::Running);
        const auto second = m_folder->filePath("rank1.stepscope").toStdString();
        RunFileWriter writer(second, {});
        RunUpdate update = test::sampleUpdate(0, test::stepsOfBlock);
        update.outcome = RunOutcome::Running;
        update.startUnixMs = 1'700'000'000'000;
        update.log.clear();
        writer.write(update);
        m_parts->opener.openRuns({first, second});
        QTRY_COMPARE(m_opened, 1);
        QTest::qWait(300);
        QVERIFY(m_parts->notices.text("rankRuns").isEmpty());
        RunUpdate later;
        later.log.push_back({1'700'000'000'500, LogLevel::Info,
                             rankSentence({.rank = 1, .worldSize = 2, .backend = "gloo"})});
        writer.write(later);
        QTRY_COMPARE(m_parts->notices.text("rankRuns"),
                     QString("These runs are ranks of one distributed training."));
    }

    void otherRunsAreNotOffered()
    {
        const auto first = rankFile(0, RunOutcome::Finished);
        m_parts->opener.openRuns({first, runFile("other.stepscope").toStdString()});
        QTRY_COMPARE(m_opened, 1);
        QTest::qWait(300);
        QVERIFY(m_parts->notices.text("rankRuns").isEmpty());
    }

    void anOpenedRunIsInTheViews()
    {
        QSignalSpy opened(&m_parts->opener, &RunOpener::opened);
        openRunFile(runFile("one.stepscope"));
        QCOMPARE(opened.size(), 1);
        QVERIFY(m_parts->view);
        QCOMPARE(m_parts->view->m_run, m_parts->controller.run());
        QCOMPARE(m_parts->view->m_run->steps.size(), size_t(test::stepsOfBlock));
        QCOMPARE(openingError(), QString());
        QVERIFY(!m_wasAgain);
    }

    void anotherRunClearsTheSelection()
    {
        openRunFile(runFile("one.stepscope"));
        m_parts->selection.setFocus({.event = EventId(3), .operatorName = {}, .layer = {}});
        openRunFile(runFile("two.stepscope", 2));
        QVERIFY(m_parts->selection.focus() == TraceFocus());
        QCOMPARE(m_parts->view->m_run->steps.size(), size_t(2 * test::stepsOfBlock));
    }

    void aRunThatIsReadAgainKeepsTheSelection()
    {
        QSignalSpy opened(&m_parts->opener, &RunOpener::opened);
        openRunFile(runFile("one.stepscope"));
        const TraceFocus focus{.event = EventId(3), .operatorName = {}, .layer = {}};
        m_parts->selection.setFocus(focus);
        m_parts->selection.setSteps({2, 3});
        m_parts->notices.show("run", {.text = "of this run"});
        m_parts->opener.readAgain();
        QTRY_COMPARE(m_opened, 2);
        QVERIFY(m_wasAgain);
        QVERIFY(m_parts->selection.steps() == (StepRange{2, 3}));
        QCOMPARE(m_parts->view->m_again, 1);
        QCOMPARE(m_parts->view->m_run, m_parts->controller.run());
        QVERIFY(m_parts->selection.focus() == focus);
        QVERIFY(m_parts->notices.has("run"));
        QCOMPARE(opened.size(), 1); // nothing else is on the screen
    }

    void withoutARunNothingIsReadAgain()
    {
        m_parts->opener.readAgain();
        QTest::qWait(50);
        QCOMPARE(m_opened, 0);
        QCOMPARE(openingError(), QString());
    }

    void aRunThatIsMissingIsAnErrorAndTheScreenStays()
    {
        openRunFile(runFile("one.stepscope"));
        m_parts->opener.openFile(m_folder->filePath("none.stepscope"));
        QTRY_VERIFY2(openingError().contains("none.stepscope"), qPrintable(openingError()));
        QCOMPARE(m_opened, 1);
        QCOMPARE(m_parts->view->m_run, m_parts->controller.run());
        openRunFile(runFile("two.stepscope"));
        QCOMPARE(openingError(), QString()); // of the earlier file
    }

    void aDamagedRunIsShownWithAWarning()
    {
        const QString path = runFile("damaged.stepscope", 3);
        test::damageBlock(path.toStdString(), 1);
        openRunFile(path);
        QCOMPARE(openingError(), QString("damaged.stepscope is damaged. Its readable part is shown."));
        QVERIFY(!m_parts->controller.run()->trace.empty());
    }

    void aTrainingStaysOnTheScreen()
    {
        m_parts->controller.start(Experiment{.dataset = "synthetic", .steps = 100'000});
        const Run* training = m_parts->controller.run();
        const QString run = runFile("one.stepscope");
        const QString trace = m_folder->filePath("trace.json");
        QFile file(trace);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray::fromStdString(KinetoWriter().write()));
        file.close();
        for (const QStringList& files : {QStringList{run}, QStringList{trace}, QStringList{run, run}}) {
            m_parts->window.statusBar()->clearMessage();
            m_parts->opener.openFiles(files);
            QCOMPARE(m_parts->window.statusBar()->currentMessage(),
                     QString("A network is being trained: its run stays on the screen until it ends."));
        }
        QTest::qWait(100);
        QCOMPARE(m_parts->controller.run(), training);
        QCOMPARE(m_opened, 0);
        m_parts->controller.stopAndWait();
    }

    void runsOfTwoFoldersAreNotOpenedTogether()
    {
        m_parts->opener.openFiles({runFile("a/one.stepscope"), runFile("b/two.stepscope")});
        QCOMPARE(openingError(), QString("Only runs in the same folder can be opened together."));
        QTest::qWait(50);
        QCOMPARE(m_opened, 0);
    }

    void filesThatAreNoRanksAreNotOpenedTogether()
    {
        m_parts->opener.openFiles({runFile("one.stepscope"), m_folder->filePath("none.json")});
        QVERIFY2(openingError().startsWith("These files cannot be opened together:"),
                 qPrintable(openingError()));
        QCOMPARE(m_opened, 0);
    }

    void anExperimentIsLoadedIntoTheForm()
    {
        QFile file(m_folder->filePath("experiment.json"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(R"({"batch_size": 17})");
        file.close();
        m_parts->opener.openFile(file.fileName());
        QTRY_COMPARE(m_parts->panel.experiment().batchSize, 17);
        QCOMPARE(m_opened, 0);
    }

    void stepsMayBeMadeFromOtherEvents()
    {
        QFile file(m_folder->filePath("trace.json"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray::fromStdString(KinetoWriter().write()));
        file.close();
        openRunFile(file.fileName());
        QVERIFY(!m_parts->notices.has("steps"));
        const TraceFocus focus{.event = EventId(1), .operatorName = {}, .layer = {}};
        m_parts->selection.setFocus(focus);
        Q_EMIT m_parts->steps.wanted("aten::conv2d");
        QTRY_COMPARE(m_opened, 2);
        QCOMPARE(m_parts->steps.pickedName(), QString("aten::conv2d"));
        QCOMPARE(m_parts->notices.text("steps"),
                 QString("The steps are made from the events “aten::conv2d”."));
        QVERIFY(m_wasAgain);
        QVERIFY(m_parts->selection.focus() == focus);
        Q_EMIT m_parts->steps.wanted({});
        QTRY_COMPARE(m_opened, 3);
        QVERIFY(!m_parts->notices.has("steps"));
    }
};

QTEST_MAIN(TestRunOpener)
#include "test_run_opener.moc"
