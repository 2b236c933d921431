#include "tests/support/fake_engine.h"

#include "core/record/step_request.h"
#include "core/run_file/run_recorder.h"
#include "ui/log/log_model.h"
#include "ui/record/program_command.h"
#include "ui/record/program_dialog.h"
#include "ui/support/dialogs.h"
#include "ui/window/main_window.h"
#include "ui/window/notices/notice_area.h"
#include "ui/window/window_actions.h"

#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QPushButton>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

#include <algorithm>

using namespace stepscope;
using namespace stepscope::ui;

class TestWindowRecords : public QObject
{
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_data;
    std::unique_ptr<MainWindow> m_window;
    bool m_accept = true;
    int m_questions = 0;

    void open()
    {
        m_window = std::make_unique<MainWindow>([] { return std::make_shared<FakeEngine>(); });
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
        QTRY_COMPARE(m_window->controller()->engineState(), RunController::EngineState::Ready);
    }
    /// By the dialog that the menu opens.
    void record(const QString& command)
    {
        QTimer::singleShot(0, this, [command] {
            auto* dialog = qobject_cast<ProgramDialog*>(QApplication::activeModalWidget());
            dialog->findChild<QComboBox*>("command")->setEditText(command);
            dialog->findChild<QPushButton*>("record")->click();
        });
        m_window->actions()->recordProgram->trigger();
    }
    bool hasLogged(const char* text) const
    {
        const auto* log = m_window->findChild<LogModel*>();
        return log &&
               std::ranges::any_of(log->entries(), [&](const LogEntry& entry) { return entry.text == text; });
    }
    QString notice() const { return m_window->notices()->text("program"); }
    void pressStop()
    {
        for (auto* button : m_window->notices()->findChildren<QPushButton*>()) {
            if (button->text() == "Stop")
                button->click();
        }
    }

private Q_SLOTS:
    void init()
    {
        QCoreApplication::setOrganizationName("stepscope-test-window-records");
        QSettings().clear();
        m_data = std::make_unique<QTemporaryDir>();
        qputenv("XDG_DATA_HOME", m_data->path().toUtf8());
        qputenv("STEPSCOPE_LIBRARY", (m_data->path() + "/runs").toUtf8());
        m_accept = true;
        m_questions = 0;
        dialogs().confirm = [this](QWidget*, const Confirmation&) {
            ++m_questions;
            return m_accept;
        };
        open();
    }
    void cleanup() { m_window.reset(); }

    void aProgramWithoutStepsIsToldOf()
    {
        record("/bin/sh -c \"echo hello; sleep 1\"");
        QCOMPARE(notice(),
                 QString("sh -c echo hello; sleep 1 is running. Its run appears after the first step."));
        QVERIFY(!m_window->actions()->recordProgram->isEnabled());
        QVERIFY(!m_window->actions()->train->isEnabled());
        QTRY_VERIFY_WITH_TIMEOUT(hasLogged("hello"), 20'000);
        QTRY_VERIFY_WITH_TIMEOUT(notice().startsWith("The program did not load PyTorch"), 20'000);
        QVERIFY(m_window->actions()->recordProgram->isEnabled());
        QCOMPARE(rememberedCommands().size(), 1);
    }

    void stopEndsIt()
    {
        record("/bin/sh -c \"echo ready; sleep 100\"");
        QTRY_VERIFY_WITH_TIMEOUT(hasLogged("ready"), 20'000);
        pressStop();
        QTRY_VERIFY_WITH_TIMEOUT(m_window->actions()->recordProgram->isEnabled(), 20'000);
        QVERIFY(!m_window->notices()->has("program"));
    }

    void theToolBarStopsItToo()
    {
        QVERIFY(!m_window->actions()->stop->isEnabled());
        record("/bin/sh -c \"echo ready; sleep 100\"");
        QTRY_VERIFY_WITH_TIMEOUT(hasLogged("ready"), 20'000);
        m_window->actions()->stop->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(!m_window->actions()->stop->isEnabled(), 20'000);
    }

    void closingAsksFirst()
    {
        record("/bin/sh -c \"echo ready; sleep 100\"");
        QTRY_VERIFY_WITH_TIMEOUT(hasLogged("ready"), 20'000);
        m_accept = false;
        m_window->close();
        QCOMPARE(m_questions, 1);
        QVERIFY(m_window->isVisible());
        m_accept = true;
        m_window->close();
        QTRY_VERIFY_WITH_TIMEOUT(!m_window->isVisible(), 20'000);
    }

    void eventsOfMoreStepsAreAskedFor()
    {
        QAction* more = m_window->actions()->recordSteps;
        QVERIFY(!more->isVisible());
        Experiment experiment;
        experiment.network = "train";
        const std::filesystem::path path = (m_data->path() + "/train.stepscope").toStdString();
        {
            RunRecorder recorder(
                path, experiment, [] { return std::string("{}"); }, RunRecorder::defaultWaitingBytes(),
                RunKind::Program);
            auto& feed = recorder.feed();
            feed.started();
            feed.trainingBegan(1'000);
            feed.stageChanged(RunStage::Training);
            const StepMetrics metrics{.startNs = 0, .durationNs = 1'000, .images = 4, .loss = 1.0F};
            feed.stepsDone({&metrics, 1});
            QTRY_VERIFY(std::filesystem::exists(path));
            m_window->openFile(QString::fromStdString(path.string()));
            QTRY_VERIFY_WITH_TIMEOUT(more->isVisible(), 10'000);
            more->trigger();
            QCOMPARE(takeRequestedSteps(path).value_or(0), int64_t(50));
            feed.ended(RunOutcome::Finished, {});
            recorder.finish();
        }
        QTRY_VERIFY_WITH_TIMEOUT(!more->isVisible(), 10'000);
    }
};

QTEST_MAIN(TestWindowRecords)
#include "test_window_records.moc"
