#include "core/weights/checkpoint.h"
#include "tests/core/ab_test/turns_engine.h"
#include "tests/support/bench_engine.h"

#include "ui/experiment/experiment_panel.h"
#include "ui/operator_bench/operator_bench_dialog.h"
#include "ui/support/dialogs.h"
#include "ui/support/step_choice.h"
#include "ui/window/notices/data_set_notice.h"
#include "ui/window/notices/notice_area.h"
#include "ui/window/reports/run_reports.h"
#include "ui/window/runs/listed_runs.h"
#include "ui/window/runs/run_controller.h"
#include "ui/window/session/ab_testing.h"
#include "ui/window/session/operator_measuring.h"
#include "ui/window/session/program_recording.h"
#include "ui/window/session/session.h"
#include "ui/window/session/shutdown.h"
#include "ui/window/session/sweep_session.h"
#include "ui/window/views/view_registry.h"
#include "ui/window/views/workspace.h"

#include <QLabel>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace stepscope;
using namespace stepscope::ui;

/// A session and its end without the window: there are no views.
class TestSession : public QObject
{
    Q_OBJECT

    struct Parts
    {
        QWidget window;
        std::shared_ptr<Engine> engine = std::make_shared<FakeEngine>();
        RunController controller{[this] { return engine; }};
        ExperimentPanel panel;
        NoticeArea notices;
        Workspace workspace;
        StepChoice steps;
        ViewRegistry views{{}, &workspace, [this] { return controller.run(); }, nullptr};
        ListedRuns listed{&controller, &views, &notices, nullptr};
        DataSetNotice dataSet{&notices};
        RunReports reports{{&controller, &listed, &steps, &notices}, &window};
        SweepSession sweep{&views, &panel, &notices, &window};
        ProgramRecording recording{&controller, &notices, &window};
        AbTesting abTest{&controller, &notices, &window};
        OperatorMeasuring operators{&controller, [this] { return session.whyNotMeasure(); }, &window};
        Session session{
            {&controller, &sweep, &recording, &abTest, &operators, &panel, &dataSet, &notices, nullptr},
            nullptr};
        Shutdown shutdown{{&session, &controller, &sweep, &recording, &abTest, &operators, &reports},
                          &window};
    };

    std::unique_ptr<QTemporaryDir> m_data;
    std::unique_ptr<Parts> m_parts;
    int m_questions = 0;
    bool m_accept = true;

    Session& session() { return m_parts->session; }
    Shutdown& shutdown() { return m_parts->shutdown; }

    /// Begins to measure an operator, which continues until it is stopped.
    OperatorBenchDialog* measureOperator()
    {
        const auto engine = std::make_shared<BenchEngine>();
        engine->isHeld = true;
        m_parts->engine = engine;
        m_parts->operators.ask("mm 2x2 2x2");
        auto* dialog = m_parts->window.findChild<OperatorBenchDialog*>();
        dialog->findChild<QPushButton*>("benchMeasure")->click();
        return dialog;
    }

private Q_SLOTS:
    void init()
    {
        QCoreApplication::setOrganizationName("stepscope-test-session");
        QSettings().clear();
        m_data = std::make_unique<QTemporaryDir>();
        qputenv("XDG_DATA_HOME", m_data->path().toUtf8());
        qputenv("STEPSCOPE_LIBRARY", m_data->filePath("runs").toUtf8());
        m_questions = 0;
        m_accept = true;
        dialogs().confirm = [this](QWidget*, const Confirmation&) {
            ++m_questions;
            return m_accept;
        };
        m_parts = std::make_unique<Parts>();
        m_parts->panel.load(Experiment{.dataset = "synthetic", .steps = 100'000});
        // The window connects these.
        connect(&m_parts->controller, &RunController::ended, &m_parts->shutdown, &Shutdown::goOn);
    }
    void cleanup() { m_parts.reset(); }

    void oneThingAtATimeRuns()
    {
        QCOMPARE(session().whyNotTrain(), QString());
        QVERIFY(!session().isRunning() && !session().canStop());
        session().train();
        QVERIFY(session().isRunning() && session().canStop() && session().canPause());
        QCOMPARE(session().whyNotTrain(), QString("A network is being trained."));
        QCOMPARE(session().whyNotSweep(), QString("A network is being trained."));
        QCOMPARE(session().whyNotRecord(), QString("A network is being trained."));
        session().stop();
        QVERIFY(!session().canPause());
        QTRY_VERIFY(!session().isRunning());
        QCOMPARE(session().whyNotRecord(), QString());
    }

    void aRunWithACheckpointIsResumed()
    {
        QCOMPARE(session().whyNotResume(), QString("There is no checkpoint of the run on the screen."));
        m_parts->panel.load(Experiment{.dataset = "synthetic", .steps = 10});
        session().train();
        QCOMPARE(session().whyNotResume(), QString("A network is being trained."));
        QTRY_VERIFY(!session().isRunning());
        QCOMPARE(session().whyNotResume(), QString("There is no checkpoint of the run on the screen."));
        const auto runFile = m_parts->controller.runPath();
        writeSafetensors(checkpointFileOf(runFile), {},
                         checkpointMetadata({.experiment = m_parts->controller.run()->experiment,
                                             .position = {.step = 10, .batch = 10, .isTested = true}}));
        QCOMPARE(session().whyNotResume(), QString());

        m_accept = false; // the training was complete
        session().resume();
        QCOMPARE(m_questions, 1);
        QVERIFY(!session().isRunning());
        m_accept = true;
        session().resume();
        QCOMPARE(m_questions, 2);
        QVERIFY(session().isRunning());
        QCOMPARE(m_parts->controller.run()->experiment.steps, 20);
        QVERIFY(m_parts->controller.runPath() != runFile);
        session().stop();
        QTRY_VERIFY(!session().isRunning());
    }

    void anExperimentThatIsNotAllowedIsNotTrained()
    {
        m_parts->panel.setFieldText("batch_size", "0");
        QCOMPARE(session().whyNotTrain(), QString("Batch size is 0, but must be 1 to 1,000,000."));
        QCOMPARE(session().whyNotSweep(), QString()); // it may replace the field
        session().train();
        QVERIFY(!session().isRunning());
    }

    void aMissingDataSetKeepsTrainingsWaiting()
    {
        m_parts->dataSet.check(Experiment{.dataset = "mnist"});
        QVERIFY(!m_parts->notices.text("dataSet").isEmpty());
        QCOMPARE(session().whyNotTrain(), m_parts->notices.text("dataSet"));
        QCOMPARE(session().whyNotSweep(), m_parts->notices.text("dataSet"));
    }

    void anAbTestMeasuresTheRunOnTheScreen()
    {
        const auto engine = std::make_shared<test::TurnsEngine>();
        engine->stepNs = [](const Experiment& experiment) { return experiment.threads == 1 ? 5e5 : 1e6; };
        m_parts->engine = engine;
        const auto stored = std::make_shared<StoredRun>();
        stored->run.experiment.dataset = "synthetic";
        m_parts->controller.open({}, stored);
        AbTesting& abTest = m_parts->abTest;
        QSignalSpy measured(&abTest, &AbTesting::measured);
        QSignalSpy wanted(&abTest, &AbTesting::experimentWanted);
        abTest.measure({.key = "threads", .value = "1"});
        QVERIFY(session().isMeasuring() && session().isRunning() && session().canStop());
        QCOMPARE(session().whyNotTrain(), QString("An A/B test is running."));
        QCOMPARE(session().whyNotSweep(), QString("An A/B test is running."));
        QVERIFY(m_parts->notices.has("abTest"));
        QTRY_VERIFY_WITH_TIMEOUT(!session().isRunning(), 60'000);
        QCOMPARE(session().whyNotMeasure(), QString());
        QCOMPARE(measured.size(), 1);
        const QString result = measured[0][1].toString();
        QVERIFY2(result.contains(" times as fast (") && result.endsWith(", loss unchanged"),
                 qPrintable(result));
        QVERIFY(m_parts->notices.text("abTest").contains("B is "));
        for (auto* button : m_parts->notices.findChildren<QPushButton*>())
            if (button->text() == "Use B")
                button->click();
        QCOMPARE(wanted.size(), 1);
        QCOMPARE(wanted[0][0].value<Experiment>().threads, int64_t(1));
    }

    void anAbTestIsStopped()
    {
        m_parts->engine = std::make_shared<test::TurnsEngine>();
        m_parts->controller.open({}, std::make_shared<StoredRun>());
        m_parts->abTest.measure({.key = "threads", .value = "1"});
        session().stop();
        QTRY_VERIFY(!session().isRunning());
        QVERIFY(!m_parts->notices.has("abTest")); // there is nothing to show
    }

    void nothingElseStartsWhileAnOperatorIsMeasured()
    {
        QSignalSpy ended(&m_parts->operators, &OperatorMeasuring::ended);
        const OperatorBenchDialog* dialog = measureOperator();
        QVERIFY(dialog->isVisible() && dialog->isModal());
        QVERIFY(session().isMeasuringOperator() && session().isRunning());
        for (const QString& whyNot : {session().whyNotTrain(), session().whyNotSweep(),
                                      session().whyNotRecord(), session().whyNotMeasure()})
            QCOMPARE(whyNot, QString("An operator is being measured."));
        m_parts->operators.stop();
        QTRY_COMPARE(ended.size(), 1);
        QVERIFY(!dialog->isVisible() && !session().isRunning());
        QCOMPARE(session().whyNotMeasure(), QString());
    }

    void anOperatorIsNotMeasuredDuringATraining()
    {
        session().train();
        m_parts->operators.ask("mm 2x2 2x2");
        const auto* dialog = m_parts->window.findChild<OperatorBenchDialog*>();
        dialog->findChild<QPushButton*>("benchMeasure")->click();
        QVERIFY(!dialog->isRunning());
        QCOMPARE(dialog->findChild<QLabel*>("benchProblem")->text(), QString("A network is being trained."));
        session().stop();
        QTRY_VERIFY(!session().isRunning());
    }

    void measuringAnOperatorEndsBeforeTheWindowCloses()
    {
        QSignalSpy ready(&shutdown(), &Shutdown::ready);
        connect(&m_parts->operators, &OperatorMeasuring::ended, &shutdown(), &Shutdown::goOn);
        measureOperator();
        QVERIFY(!shutdown().isReady());
        shutdown().request();
        QTRY_COMPARE(ready.size(), 1);
        QVERIFY(shutdown().isReady());
        QCOMPARE(m_questions, 0);
    }

    void pauseIsToggled()
    {
        session().train();
        session().togglePause();
        QVERIFY(m_parts->controller.isPaused());
        session().togglePause();
        QVERIFY(!m_parts->controller.isPaused());
    }

    void withNothingToEndTheWindowClosesAtOnce()
    {
        QVERIFY(shutdown().isReady());
        QSignalSpy ready(&shutdown(), &Shutdown::ready);
        shutdown().requestUnasked();
        QCOMPARE(ready.size(), 1);
        QCOMPARE(m_questions, 0);
    }

    void aTrainingIsEndedAfterAQuestion()
    {
        QSignalSpy ready(&shutdown(), &Shutdown::ready);
        session().train();
        QVERIFY(!shutdown().isReady());
        m_accept = false;
        shutdown().request();
        QCOMPARE(m_questions, 1);
        QVERIFY(!m_parts->controller.isStopping());
        m_accept = true;
        shutdown().request();
        QVERIFY(m_parts->controller.isStopping());
        QTRY_COMPARE(ready.size(), 1);
        QVERIFY(shutdown().isReady());
        QCOMPARE(m_questions, 2);
    }

    void aSignalEndsATrainingWithoutAQuestion()
    {
        QSignalSpy ready(&shutdown(), &Shutdown::ready);
        session().train();
        shutdown().requestUnasked();
        QTRY_COMPARE(ready.size(), 1);
        QCOMPARE(m_questions, 0);
    }
};

QTEST_MAIN(TestSession)
#include "test_session.moc"
