#include "compared_runs.h"
#include "tests/support/fake_engine.h"
#include "tests/ui/runs/library_of_runs.h"

#include "ui/compare/compare_view.h"
#include "ui/compare/compared_operators_model.h"
#include "ui/compare/compared_operators_table.h"
#include "ui/compare/figures_model.h"
#include "ui/compare/figures_table.h"
#include "ui/curves/curve_plot.h"
#include "ui/curves/curves_view.h"
#include "ui/overview/overview_view.h"
#include "ui/runs/runs_filter.h"
#include "ui/runs/runs_table.h"
#include "ui/runs/runs_view.h"
#include "ui/window/main_window.h"
#include "ui/window/notices/notice_area.h"
#include "ui/window/runs/run_progress.h"
#include "ui/window/views/workspace.h"

#include <QPushButton>
#include <QScrollBar>
#include <QSettings>
#include <QTest>

using namespace stepscope;
using namespace stepscope::ui;
using test::RunShape;

class TestWindowCompares : public QObject
{
    Q_OBJECT

    std::unique_ptr<test::LibraryOfRuns> m_library;
    std::unique_ptr<MainWindow> m_window;

    void open()
    {
        m_window = std::make_unique<MainWindow>([] { return std::make_shared<FakeEngine>(); });
        m_window->resize(1280, 800);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
        QTRY_COMPARE(m_window->controller()->engineState(), RunController::EngineState::Ready);
    }
    RunsView* runs() const { return m_window->findChild<RunsView*>(); }
    CompareView* comparison() const { return m_window->findChild<CompareView*>(); }
    FiguresTable* figuresTable() const { return comparison()->findChild<FiguresTable*>(); }
    CurvePlot* plot() const { return m_window->findChild<CurvesView*>()->plot(); }
    void show(const char* view) const { m_window->findChild<Workspace*>()->showView(view); }
    void tick(int row) const
    {
        const QPoint box =
            runs()->table()->visualRect(runs()->filter()->index(row, int(RunColumn::Color))).center();
        QTest::mouseClick(runs()->table()->viewport(), Qt::LeftButton, {}, box);
    }

private Q_SLOTS:
    void init()
    {
        QCoreApplication::setOrganizationName("stepscope-test-window-compares");
        QSettings().clear();
        m_library = std::make_unique<test::LibraryOfRuns>();
        qputenv("STEPSCOPE_LIBRARY", m_library->path().c_str());
        std::filesystem::create_directories(m_library->root() / "data");
        qputenv("XDG_DATA_HOME", (m_library->root() / "data").c_str());
    }
    void cleanup() { m_window.reset(); }

    void twoTickedRunsAreTwoCurvesAndAComparison()
    {
        test::keepRun(m_library->path(), "a", {.batchSize = 16, .stepMs = 2.0, .seed = 1});
        test::keepRun(m_library->path(), "b", {.batchSize = 64, .seed = 2});
        open();
        show("compare");
        QTRY_VERIFY(comparison()->isVisible());
        comparison()->findChild<QPushButton*>("compareGoToRuns")->click();
        QTRY_VERIFY(runs()->isVisible());
        QTRY_COMPARE(runs()->filter()->rowCount(), 2);
        const int curves = plot()->graphCount();
        tick(0);
        tick(1);
        QTRY_COMPARE(plot()->graphCount(), curves + 4); // loss and accuracy of each
        show("compare");
        QTRY_VERIFY(figuresTable()->isVisible());
        const FiguresModel* figures = comparison()->figures();
        QCOMPARE(figures->columnCount(), 3);
        QCOMPARE(figures->headerData(1, Qt::Horizontal).toString(), "batch 16 (baseline)");
        QCOMPARE(figures->headerData(2, Qt::Horizontal).toString(), "batch 64");
        QVERIFY(comparison()->operators()->rowCount() > 3);
        QVERIFY(!comparison()->exportItems().isEmpty());
    }

    void threeRunsFitInASmallWindow()
    {
        for (const int64_t batchSize : {16, 64, 128})
            test::keepRun(m_library->path(), "batch-" + std::to_string(batchSize),
                          {.batchSize = batchSize, .stepMs = 2.0, .seed = uint32_t(batchSize)});
        open();
        m_window->resize(1024, 700);
        QTRY_COMPARE(m_window->size(), QSize(1024, 700));
        show("runs");
        QTRY_COMPARE(runs()->filter()->rowCount(), 3);
        for (int row = 0; row < 3; ++row)
            tick(row);
        QTest::mouseClick(runs()->compareButton(), Qt::LeftButton);
        QTRY_VERIFY(comparison() && figuresTable()->isVisible());
        QTRY_COMPARE(comparison()->figures()->columnCount(), 4);
        QTRY_COMPARE(figuresTable()->horizontalScrollBar()->maximum(), 0);
        comparison()->showPage(CompareView::Page::Operators);
        QTRY_VERIFY(comparison()->operatorsTable()->isVisible());
        QTRY_COMPARE(comparison()->operatorsTable()->horizontalScrollBar()->maximum(), 0);
    }

    void anOpenedRunGrowsWhileItIsWrittenElsewhere()
    {
        const RunShape shape{.seed = 1};
        RunFileWriter writer(m_library->path() / "live.stepscope", test::experimentOf(shape));
        writer.write(test::updateOf(shape, 0, 80));
        open();
        show("log"); // the overview comes to the front
        m_window->openFile(QString::fromStdString(writer.path().string()));
        QTRY_VERIFY(m_window->controller()->run());
        const Run* run = m_window->controller()->run();
        QCOMPARE(run->steps.size(), size_t(80));
        const auto* progress = m_window->findChild<RunProgress*>();
        QVERIFY2(progress->text().startsWith("Running elsewhere"), qPrintable(progress->text()));
        const QString title = m_window->windowTitle();
        QTRY_VERIFY(m_window->findChild<OverviewView*>()->isVisible());
        show("curves");
        QTRY_COMPARE(plot()->loss().raw->data()->size(), 80);

        writer.write(test::updateOf(shape, 80, 120));
        QTRY_COMPARE(run->steps.size(), size_t(120));
        QCOMPARE(m_window->controller()->run(), run);
        QTRY_COMPARE(plot()->loss().raw->data()->size(), 120);
        writer.write(test::updateOf(shape, 120, 200));
        writer.close();
        QTRY_COMPARE(run->outcome, RunOutcome::Finished);
        QCOMPARE(run->steps.size(), size_t(200));
        QVERIFY2(progress->text().startsWith("Finished"), qPrintable(progress->text()));
        QVERIFY(m_window->notices()->has("run"));
        QCOMPARE(m_window->windowTitle(), title);
    }

    void tickedRunsGrowAmongTheCurves()
    {
        const RunShape shape{.seed = 1};
        RunFileWriter writer(m_library->path() / "live.stepscope", test::experimentOf(shape));
        writer.write(test::updateOf(shape, 0, 80));
        open();
        show("runs");
        QTRY_COMPARE(runs()->filter()->rowCount(), 1);
        const int before = plot()->graphCount();
        tick(0);
        QTRY_COMPARE(plot()->graphCount(), before + 2);
        show("curves");
        QTRY_COMPARE(plot()->graph(before)->data()->size(), 80);
        writer.write(test::updateOf(shape, 80, 200));
        writer.close();
        QTRY_COMPARE(plot()->graph(before)->data()->size(), 200);
    }
};

QTEST_MAIN(TestWindowCompares)
#include "test_window_compares.moc"
