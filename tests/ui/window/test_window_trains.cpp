#include "core/engine/engine_loader.h"
#include "ui/experiment/experiment_panel.h"
#include "ui/window/main_window.h"
#include "ui/window/notices/notice_area.h"

#include <QPushButton>
#include <QSettings>
#include <QTest>

using namespace stepscope;
using namespace stepscope::ui;

/// The window with the real engine, on a data set made up on the spot.
class TestWindowTrains : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aClickOnTrainTrainsARealNetwork()
    {
        QCoreApplication::setOrganizationName("stepscope-test-trains");
        QSettings().clear();
        MainWindow window(loadEngine);
        window.show();
        window.experimentPanel()->load(Experiment{.dataset = "synthetic",
                                                  .syntheticImages = 640,
                                                  .network = "mlp",
                                                  .batchSize = 32,
                                                  .testBatchSize = 100,
                                                  .epochs = 2});
        RunController* controller = window.controller();
        QTRY_COMPARE_WITH_TIMEOUT(controller->engineState(), RunController::EngineState::Ready, 30'000);
        QTest::mouseClick(window.findChild<QPushButton*>("trainButton"), Qt::LeftButton);
        QVERIFY(controller->isTraining());
        QTRY_VERIFY_WITH_TIMEOUT(!controller->isTraining(), 60'000);
        const Run& run = *controller->run();
        QVERIFY2(run.outcome == RunOutcome::Finished, run.failure.c_str());
        QCOMPARE(run.steps.size(), 40U);
        QCOMPARE(run.epochs.size(), 2U);
        QVERIFY(run.steps.back().loss < run.steps.front().loss);
        QVERIFY(run.graph && !run.graph->nodes.empty());
        QVERIFY(!run.trace.empty());
        QVERIFY(window.notices()->text("run").startsWith("Finished: 40 steps"));
    }
};

QTEST_MAIN(TestWindowTrains)
#include "test_window_trains.moc"
