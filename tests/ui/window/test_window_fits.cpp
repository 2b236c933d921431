#include "tests/core/import/chrome/chrome_trace_text.h"
#include "tests/support/fake_engine.h"

#include "core/experiment/experiment.h"
#include "ui/experiment/experiment_form.h"
#include "ui/experiment/experiment_panel.h"
#include "ui/support/tool_row_layout.h"
#include "ui/window/main_window.h"
#include "ui/window/runs/side_panel.h"
#include "ui/window/views/workspace.h"
#include "ui/window/window_actions.h"

#include <QAction>
#include <QApplication>
#include <QDockWidget>
#include <QPushButton>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include <fstream>

using namespace stepscope;
using namespace stepscope::ui;

/// A laptop's screen has room for the window, and a larger one for two views beside each other, whichever
/// view is in front and whatever it shows.
class TestWindowFits : public QObject
{
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;
    std::shared_ptr<FakeEngine> m_engine;
    std::unique_ptr<MainWindow> m_window;

    RunController* controller() const { return m_window->controller(); }

    void open(const QSize& screen)
    {
        m_window = std::make_unique<MainWindow>([engine = m_engine] { return engine; });
        m_window->resize(screen);
        m_window->actions()->resetLayout->trigger(); // that for this width
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
        m_window->experimentPanel()->load(Experiment{.dataset = "synthetic", .steps = 80});
        QTRY_COMPARE(controller()->engineState(), RunController::EngineState::Ready);
    }

    void goThroughAllViews(const QSize& screen) const
    {
        auto* workspace = m_window->findChild<Workspace*>();
        QStringList names;
        for (const QDockWidget* dock : workspace->findChildren<QDockWidget*>())
            names += dock->objectName();
        QVERIFY(names.size() >= 16);
        for (const QString& name : names) {
            workspace->showView(name);
            QTest::qWait(30);
            const QSize least = m_window->minimumSizeHint();
            QVERIFY2(least.width() <= screen.width() && least.height() <= screen.height(),
                     qPrintable(QString("%1 makes the window at least %2 x %3")
                                    .arg(name)
                                    .arg(least.width())
                                    .arg(least.height())));
            QCOMPARE(m_window->size(), screen);
        }
    }

    /// The names of tools above views that are cut at the edge of their view, or narrower than their text.
    QStringList cutTools() const
    {
        auto* workspace = m_window->findChild<Workspace*>();
        QStringList cut;
        for (const QDockWidget* dock : workspace->findChildren<QDockWidget*>()) {
            workspace->showView(dock->objectName());
            QTest::qWait(60);
            for (const QWidget* tool : dock->findChildren<QWidget*>()) {
                const auto* row = dynamic_cast<ToolRowLayout*>(tool->parentWidget()->layout());
                if (!tool->isVisible() || !row || row->indexOf(tool) < 0 || row->isLeftOut(tool))
                    continue;
                const bool isWhole = tool->visibleRegion().boundingRect().size() == tool->size();
                if (!isWhole || tool->width() < tool->minimumSizeHint().width())
                    cut += dock->objectName() + ": " + tool->objectName();
            }
        }
        return cut;
    }

    const QWidget* exportButtonOf(const QString& view) const
    {
        return m_window->findChild<Workspace*>()->place(view)->findChild<QToolButton*>("exportButton");
    }

    static void screens()
    {
        QTest::addColumn<QSize>("screen");
        QTest::newRow("laptop") << QSize(1280, 800);
        QTest::newRow("two views") << QSize(1920, 1080);
    }

private Q_SLOTS:
    void init()
    {
        QCoreApplication::setOrganizationName("stepscope-test-window-fits");
        QSettings().clear();
        m_folder = std::make_unique<QTemporaryDir>();
        qputenv("STEPSCOPE_LIBRARY", m_folder->filePath("library").toUtf8());
        qputenv("XDG_DATA_HOME", m_folder->path().toUtf8());
        m_engine = std::make_shared<FakeEngine>();
    }
    void cleanup() { m_window.reset(); }

    /// They are created after the window has been painted, and its docks have their sizes.
    void thePanelHasRoomForItsFields()
    {
        QFont font = QApplication::font();
        const QFont before = font;
        font.setPointSizeF(font.pointSizeF() * 1.5); // the panel's own width would be too little
        QApplication::setFont(font);
        open({1280, 800});
        const ExperimentPanel* panel = m_window->experimentPanel();
        const auto* form = panel->findChild<ExperimentForm*>();
        QTRY_VERIFY(form->findChild<QWidget*>("copy_batches")); // one of the last
        QVERIFY(form->minimumSizeHint().width() > 360);
        QTRY_VERIFY(panel->visibleRegion().boundingRect().width() >= form->minimumSizeHint().width());
        QApplication::setFont(before);
    }

    void aWindowMadeNarrowDoesNotCutTheForm()
    {
        open({1920, 1080});
        const auto* form = m_window->experimentPanel()->findChild<ExperimentForm*>();
        QTRY_VERIFY(form->findChild<QWidget*>("copy_batches")); // one of the last
        m_window->resize(1024, 700);
        QTRY_COMPARE(m_window->width(), 1024);
        QTRY_COMPARE(form->visibleRegion().boundingRect().width(), form->width());
        QVERIFY(form->width() >= form->minimumSizeHint().width());
    }

    void aWindowMadeNarrowDoesNotCutTheFactsOfARun()
    {
        open({1920, 1080});
        const std::string path = m_folder->filePath("worker0.pt.trace.json").toStdString();
        std::ofstream(path, std::ios::binary) << KinetoWriter().write();
        m_window->openFile(QString::fromStdString(path));
        const auto* panel = m_window->findChild<SidePanel*>();
        QTRY_VERIFY(controller()->run() && !panel->isFormShown());
        m_window->resize(1024, 700);
        QTRY_COMPARE(m_window->width(), 1024);
        const auto* page = panel->findChild<QWidget*>("runPage");
        for (const auto* button : page->findChildren<QPushButton*>()) {
            if (button->isVisible())
                QTRY_COMPARE(button->visibleRegion().boundingRect().width(), button->width());
        }
        QVERIFY(panel->width() >= panel->minimumSizeHint().width());
    }

    void theSettingsOfATrainingFitIntoANarrowPanel()
    {
        open({1024, 700});
        controller()->start(m_window->experimentPanel()->experiment());
        QTRY_VERIFY(controller()->run() && controller()->run()->isOver());
        auto* panel = m_window->findChild<SidePanel*>();
        panel->showRun(*controller()->run(), {}); // as for an opened one
        const auto* page = panel->findChild<QWidget*>("runPage");
        QTRY_VERIFY(panel->width() < 260 && page->isVisible());
        QTRY_VERIFY(page->width() <= page->parentWidget()->width()); // no need to scroll sideways
    }

    /// The facts of a run leave more room for the views than the form does.
    void inANarrowWindowThePanelOfARunIsNarrow()
    {
        open({1024, 700});
        const std::string path = m_folder->filePath("worker0.pt.trace.json").toStdString();
        std::ofstream(path, std::ios::binary) << KinetoWriter().write();
        const int before = m_window->experimentPanel()->width();
        m_window->openFile(QString::fromStdString(path));
        QTRY_VERIFY(controller()->run());
        const auto* panel = m_window->findChild<SidePanel*>();
        QTRY_VERIFY(panel->width() < 260);
        QVERIFY(before > 320);
        m_window->findChild<SidePanel*>()->showForm();
        QTRY_VERIFY(panel->width() >= before);
    }

    void atASmallSizeNoToolIsCut()
    {
        open({1024, 700});
        controller()->start(m_window->experimentPanel()->experiment());
        QTRY_VERIFY(controller()->run() && controller()->run()->isOver());
        QCOMPARE(cutTools(), QStringList());
        const std::string path = m_folder->filePath("worker0.pt.trace.json").toStdString();
        std::ofstream(path, std::ios::binary) << KinetoWriter().write();
        m_window->openFile(QString::fromStdString(path));
        QTRY_VERIFY(controller()->run() && !controller()->run()->trace.deviceWork.empty());
        QCOMPARE(cutTools(), QStringList());
        QCOMPARE(m_window->size(), QSize(1024, 700));
    }

    /// Beside the panel of a run.
    void graphAndCallsHaveOneRowOfTools_data()
    {
        QTest::addColumn<QSize>("screen");
        QTest::newRow("laptop") << QSize(1280, 800);
        QTest::newRow("small") << QSize(1024, 700);
    }
    void graphAndCallsHaveOneRowOfTools()
    {
        QFETCH(QSize, screen);
        open(screen);
        const std::string path = m_folder->filePath("worker0.pt.trace.json").toStdString();
        std::ofstream(path, std::ios::binary) << KinetoWriter().write();
        m_window->openFile(QString::fromStdString(path));
        QTRY_VERIFY(controller()->run() && !controller()->run()->trace.deviceWork.empty());
        QTRY_VERIFY(screen.width() > 1024 || m_window->findChild<SidePanel*>()->width() < 260);
        auto* workspace = m_window->findChild<Workspace*>();
        for (const char* view : {"graph", "call-graph"}) {
            workspace->showView(view);
            QTest::qWait(60);
            const QWidget* tools = exportButtonOf(view)->parentWidget();
            QVERIFY(dynamic_cast<ToolRowLayout*>(tools->layout()));
            QVERIFY2(tools->height() <= tools->layout()->sizeHint().height(), view);
        }
    }

    void empty_data() { screens(); }
    void empty()
    {
        QFETCH(QSize, screen);
        open(screen);
        goThroughAllViews(screen);
    }

    void withATraining_data() { screens(); }
    void withATraining()
    {
        QFETCH(QSize, screen);
        open(screen);
        controller()->start(m_window->experimentPanel()->experiment());
        QTRY_VERIFY(controller()->run() && controller()->run()->isOver());
        goThroughAllViews(screen);
    }

    void withATraceOfAGpu_data() { screens(); }
    void withATraceOfAGpu()
    {
        QFETCH(QSize, screen);
        open(screen);
        const std::string path = m_folder->filePath("worker0.pt.trace.json").toStdString();
        std::ofstream(path, std::ios::binary) << KinetoWriter().write();
        m_window->openFile(QString::fromStdString(path));
        QTRY_VERIFY(controller()->run());
        goThroughAllViews(screen);
    }
};

QTEST_MAIN(TestWindowFits)
#include "test_window_fits.moc"
