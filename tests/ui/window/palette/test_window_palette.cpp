#include "tests/core/run_file/sample_run_file.h"
#include "tests/support/fake_engine.h"

#include "ui/experiment/experiment_panel.h"
#include "ui/experiment/field_editor.h"
#include "ui/operators/operators_model.h"
#include "ui/operators/operators_table.h"
#include "ui/operators/operators_view.h"
#include "ui/runs/runs_model.h"
#include "ui/runs/runs_view.h"
#include "ui/support/trace_selection.h"
#include "ui/window/main_window.h"
#include "ui/window/palette/command_palette.h"
#include "ui/window/views/workspace.h"
#include "ui/window/window_actions.h"

#include <QAction>
#include <QApplication>
#include <QDir>
#include <QDockWidget>
#include <QLineEdit>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeView>

using namespace stepscope;
using namespace stepscope::ui;

/// What the palette of the whole window finds, and what choosing it does.
class TestWindowPalette : public QObject
{
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_data;
    std::unique_ptr<MainWindow> m_window;

    CommandPalette* palette() const { return m_window->findChild<CommandPalette*>("commandPalette"); }
    Workspace* workspace() const { return m_window->findChild<Workspace*>("workspace"); }

    void openPalette(const QString& text) const
    {
        m_window->actions()->palette->trigger();
        QVERIFY(palette() && palette()->isVisible());
        QTest::keyClicks(palette()->search(), text);
    }
    /// "title | kind" of the match at the top.
    QString best() const
    {
        const auto* model = palette()->list()->model();
        return model->rowCount() == 0
                   ? QString()
                   : model->index(0, 0).data().toString() + " | " + model->index(0, 1).data().toString();
    }
    void choose() const { QTest::keyClick(palette()->search(), Qt::Key_Return); }

private Q_SLOTS:
    void init()
    {
        QCoreApplication::setOrganizationName("stepscope-test-window-palette");
        QSettings().clear();
        m_data = std::make_unique<QTemporaryDir>();
        qputenv("XDG_DATA_HOME", m_data->path().toUtf8());
        qputenv("STEPSCOPE_LIBRARY", m_data->filePath("runs").toUtf8());
        QDir().mkpath(m_data->filePath("runs"));
        test::writeSampleRunFile(m_data->filePath("runs/a-sample.stepscope").toStdString(), 1);
        m_window = std::make_unique<MainWindow>([] { return std::make_shared<FakeEngine>(); });
        m_window->resize(1280, 800);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
        QTRY_COMPARE(m_window->controller()->engineState(), RunController::EngineState::Ready);
    }
    void cleanup() { m_window.reset(); }

    void aViewIsBroughtToTheFront()
    {
        openPalette("roofline");
        QCOMPARE(best(), QString("Go to Roofline | View › Go to"));
        choose();
        QTRY_VERIFY(workspace()->isShown("roofline"));
    }

    void aSwitchSaysWhatItDoes()
    {
        openPalette("hide experiment");
        QCOMPARE(best(), QString("Hide Experiment | View"));
        choose();
        auto* dock = m_window->findChild<QDockWidget*>("experiment");
        QTRY_VERIFY(dock->isHidden());
        openPalette("show experiment");
        QCOMPARE(best(), QString("Show Experiment | View"));
    }

    void aSettingGetsTheFocus()
    {
        openPalette("threads");
        QCOMPARE(best(), QString("Threads | Setting"));
        choose();
        const auto isFocused = [] {
            for (QWidget* widget = QApplication::focusWidget(); widget; widget = widget->parentWidget()) {
                if (const auto* editor = qobject_cast<FieldEditor*>(widget))
                    return editor->field().key == "threads";
            }
            return false;
        };
        QTRY_VERIFY(isFocused());
    }

    void aSettingOfAHiddenFormIsShown()
    {
        auto* dock = m_window->findChild<QDockWidget*>("experiment");
        dock->hide();
        openPalette("seed");
        QCOMPARE(best(), QString("Seed | Setting"));
        choose();
        QTRY_VERIFY(dock->isVisible());
    }

    void aRunIsOpened()
    {
        openPalette("go to runs");
        choose();
        QTRY_VERIFY(m_window->findChild<RunsView*>());
        QTRY_COMPARE(m_window->findChild<RunsView*>()->model()->rowCount(), 1);
        openPalette("sample");
        QVERIFY2(best().endsWith("| Run"), qPrintable(best()));
        choose();
        QTRY_VERIFY(m_window->controller()->run());
        QCOMPARE(m_window->controller()->run()->steps.size(), size_t(test::stepsOfBlock));
    }

    void anOperatorIsSelectedAlthoughAFilterHidesIt()
    {
        m_window->openFile(m_data->filePath("runs/a-sample.stepscope"));
        QTRY_VERIFY(m_window->controller()->run());
        auto* view = m_window->findChild<OperatorsView*>();
        QVERIFY(view);
        QTRY_VERIFY(view->isWhole());
        QTRY_VERIFY(view->rowNames().contains("aten::conv2d"));
        for (QLineEdit* filter : view->findChildren<QLineEdit*>())
            filter->setText("nothing like it");
        QTRY_COMPARE(view->model()->rowCount(), 0);
        openPalette("conv2d");
        QCOMPARE(best(), QString("aten::conv2d | Operator"));
        choose();
        QTRY_VERIFY(workspace()->isShown("operators"));
        const auto selected = view->table()->selectionModel()->selectedRows();
        QVERIFY(!selected.isEmpty());
        QCOMPARE(view->model()->operatorName(selected.front().row()), QString("aten::conv2d"));
    }

    void aStepIsSelected()
    {
        m_window->openFile(m_data->filePath("runs/a-sample.stepscope"));
        QTRY_VERIFY(m_window->controller()->run());
        const auto& steps = m_window->controller()->run()->trace.steps;
        QVERIFY(!steps.empty());
        const int64_t number = steps.back().number;
        openPalette(QString("step %1").arg(number));
        QCOMPARE(best(), QString("Go to step %1 | Step").arg(number));
        choose();
        const auto* selection = m_window->findChild<TraceSelection*>();
        QVERIFY(selection);
        QTRY_COMPARE(selection->steps().first, number);
        QCOMPARE(selection->steps().last, number);
    }

    void operatorsAreGrouped()
    {
        m_window->openFile(m_data->filePath("runs/a-sample.stepscope"));
        QTRY_VERIFY(m_window->controller()->run());
        auto* view = m_window->findChild<OperatorsView*>();
        QVERIFY(view);
        openPalette("group by layer t");
        QCOMPARE(best(), QString("Group by: Layer type | Operators"));
        choose();
        QTRY_COMPARE(view->rowKind(), QString("Layer type"));
        QVERIFY(workspace()->isShown("operators"));
    }

    void actionsThatCannotBeUsedAreLast()
    {
        openPalette("pause");
        QVERIFY(best().startsWith("Pause"));
        choose(); // nothing is being trained
        QVERIFY(palette()->isVisible());
        QTest::keyClick(palette()->search(), Qt::Key_Escape);
    }
};

QTEST_MAIN(TestWindowPalette)
#include "test_window_palette.moc"
