#include "tests/core/exchange/sample_run.h"
#include "tests/support/fake_engine.h"

#include "core/exchange/tensorboard_events.h"
#include "core/run_file/run_library.h"
#include "ui/curves/curve_plot.h"
#include "ui/curves/curves_view.h"
#include "ui/overview/overview_view.h"
#include "ui/runs/run_shelf.h"
#include "ui/runs/runs_model.h"
#include "ui/runs/runs_view.h"
#include "ui/runs/ticked_runs.h"
#include "ui/support/dialogs.h"
#include "ui/window/main_window.h"
#include "ui/window/notices/notice_area.h"
#include "ui/window/views/workspace.h"
#include "ui/window/window_actions.h"

#include <QAction>
#include <QDir>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QMimeData>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <fstream>

using namespace stepscope;
using namespace stepscope::test;
using namespace stepscope::ui;

/// TensorBoard's logs in the window.
class TestWindowOpensLogs : public QObject
{
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<MainWindow> m_window;

    RunController* controller() const { return m_window->controller(); }
    QString notice() const { return m_window->notices()->text("import"); }

    static Run training(int steps)
    {
        Run run = sampleRun();
        for (int step = 5; step < steps; ++step) {
            run.steps.push_back(run.steps.back());
            run.steps.back().step = step;
            run.steps.back().startNs += 2'000'000;
        }
        run.epochs.clear();
        return run;
    }

    QString write(const QString& name, const std::string& content) const
    {
        const QString path = m_folder->filePath(name);
        QDir().mkpath(QFileInfo(path).path());
        std::ofstream(path.toStdString(), std::ios::binary) << content;
        return path;
    }

    void drop(const QString& path) const
    {
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(path)});
        QDragEnterEvent enter(QPoint(640, 400), Qt::CopyAction, &data, Qt::LeftButton, {});
        QCoreApplication::sendEvent(m_window.get(), &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent event(QPointF(640, 400), Qt::CopyAction, &data, Qt::LeftButton, {});
        QCoreApplication::sendEvent(m_window.get(), &event);
    }

    static void makeOld(const QString& path)
    {
        std::filesystem::last_write_time(path.toStdString(), std::filesystem::file_time_type::clock::now() -
                                                                 std::chrono::hours(1));
    }

    void show(const char* view) const { m_window->findChild<Workspace*>()->showView(view); }

private Q_SLOTS:
    void init()
    {
        QCoreApplication::setOrganizationName("stepscope-test-window-logs");
        QSettings().clear();
        m_folder = std::make_unique<QTemporaryDir>();
        qputenv("STEPSCOPE_LIBRARY", m_folder->filePath("library").toUtf8());
        qputenv("XDG_DATA_HOME", m_folder->path().toUtf8());
        auto engine = std::make_shared<FakeEngine>();
        m_window = std::make_unique<MainWindow>([engine] { return engine; });
        m_window->resize(1280, 800);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
        QTRY_COMPARE(controller()->engineState(), RunController::EngineState::Ready);
    }
    void cleanup() { m_window.reset(); }

    void aDroppedFolderWithOneRunIsShown()
    {
        show("log"); // the overview comes to the front
        makeOld(write("logs/run1/events.out.tfevents.1.host", tensorBoardEvents(training(5))));
        drop(m_folder->filePath("logs"));
        QTRY_VERIFY(controller()->run());
        QCOMPARE(controller()->run()->outcome, RunOutcome::Finished);
        QCOMPARE(m_window->windowTitle(), "run1 – Stepscope");
        QTRY_VERIFY(m_window->findChild<OverviewView*>()->isVisible());
        QTRY_VERIFY(notice().startsWith("Opened run1 in "));
        show("curves");
        QTRY_COMPARE(m_window->findChild<CurvesView*>()->plot()->loss().raw->data()->size(), 5);
    }

    void theRunsOfAFolderAreKeptAndTicked()
    {
        write("logs/a/events.out.tfevents.1.host", tensorBoardEvents(training(5)));
        write("logs/b/events.out.tfevents.1.host", tensorBoardEvents(training(9)));
        write("logs/broken/events.out.tfevents.1.host", "no events");
        dialogs().openFolder = [&](QWidget*, const QString&, const QString&) {
            return m_folder->filePath("logs");
        };
        m_window->actions()->openFolder->trigger();
        QTRY_VERIFY2(notice().startsWith("Opened the readable part of logs and added 2 runs"),
                     qPrintable(notice()));
        auto* ticked = m_window->findChild<TickedRuns*>();
        QTRY_COMPARE(ticked->runs().size(), size_t(2));
        QStringList names;
        for (const TickedRun& run : ticked->runs())
            names += run.name;
        names.sort();
        QCOMPARE(names.join(' '), "a b");
        show("curves");
        auto* plot = m_window->findChild<CurvesView*>()->plot();
        qsizetype points = 0;
        QTRY_VERIFY2(
            [&] {
                points = 0;
                for (int i = 0; i < plot->graphCount(); ++i) {
                    if (plot->graph(i)->name() == "b")
                        points = std::max(points, qsizetype(plot->graph(i)->data()->size()));
                }
                return points == 9;
            }(),
            qPrintable(QString::number(points)));
    }

    void aLogThatIsOpenedAgainReplacesWhatWasKept()
    {
        write("logs/a/events.out.tfevents.1.host", tensorBoardEvents(training(5)));
        const QString b = write("logs/b/events.out.tfevents.1.host", tensorBoardEvents(training(6)));
        drop(m_folder->filePath("logs"));
        QTRY_VERIFY(notice().startsWith("Opened logs and added its 2 runs"));
        RunLibrary library(m_folder->filePath("library").toStdString());
        const auto areColored = [&] { // by being ticked
            const auto entries = library.list();
            return entries.size() == 2 && std::ranges::none_of(entries, [](const LibraryEntry& entry) {
                       return entry.summary.label.color.empty();
                   });
        };
        QTRY_VERIFY(areColored());
        for (const auto& entry : library.list())
            writeRunLabel(entry.path, {.name = entry.summary.label.name, .tags = {"mine"}});
        write("logs/b/events.out.tfevents.1.host", tensorBoardEvents(training(12)));
        m_window->notices()->remove("import");
        drop(m_folder->filePath("logs"));
        QTRY_VERIFY(notice().startsWith("Opened logs and added its 2 runs"));
        const auto entries = library.list();
        QCOMPARE(entries.size(), size_t(2));
        size_t points = 0;
        for (const auto& entry : entries) {
            QCOMPARE(entry.summary.label.tags, std::vector<std::string>{"mine"});
            points += readRunFile(entry.path).run.scalars.front().points.size();
        }
        QCOMPARE(points, size_t(5 + 12));
    }

    void aFolderWithoutEventsSaysSo()
    {
        write("empty/readme.txt", "nothing");
        drop(m_folder->filePath("empty"));
        QTRY_VERIFY2(notice().contains("is a folder without TensorBoard event files"), qPrintable(notice()));
    }

    void aLogThatIsBeingWrittenIsReadOn()
    {
        const auto whole = tensorBoardEvents(training(40));
        const QString path = write("live.tfevents", whole.substr(0, whole.size() / 2));
        drop(path);
        QTRY_VERIFY(controller()->run());
        QCOMPARE(controller()->run()->outcome, RunOutcome::Running);
        const auto points = [&] { return controller()->run()->scalars.front().points.size(); };
        QVERIFY(points() < 40);
        {
            std::ofstream rest(path.toStdString(), std::ios::binary | std::ios::app);
            rest << whole.substr(whole.size() / 2);
        }
        QTRY_COMPARE(points(), size_t(40));
        const auto* loss = scalarSeries(controller()->run()->scalars, "loss/train");
        for (size_t i = 0; i < loss->points.size(); ++i)
            QCOMPARE(loss->points[i].step, int64_t(i)); // each once
        show("curves");
        QTRY_COMPARE(m_window->findChild<CurvesView*>()->plot()->loss().raw->data()->size(), 40);
        makeOld(path);
        QTRY_COMPARE(controller()->run()->outcome, RunOutcome::Finished);
    }
};

QTEST_MAIN(TestWindowOpensLogs)
#include "test_window_opens_logs.moc"
