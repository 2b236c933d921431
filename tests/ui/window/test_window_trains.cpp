#include "core/engine/engine_loader.h"
#include "ui/experiment/experiment_panel.h"
#include "ui/window/main_window.h"
#include "ui/window/notices/notice_area.h"

#include <QDir>
#include <QImage>
#include <QPushButton>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace stepscope;
using namespace stepscope::ui;

/// The window with the real engine, on a data set that is generated here.
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

    /// The form learns in the background what is in the folder, and Train waits for it.
    void aFolderOfImagesIsTrainedOn()
    {
        const QTemporaryDir folder;
        for (const int brightness : {50, 200}) {
            const QDir kind(folder.filePath(QString::number(brightness)));
            QVERIFY(kind.mkpath("."));
            for (int i = 0; i < 12; ++i) {
                QImage image(20, 16, QImage::Format_RGB32);
                image.fill(QColor(brightness, brightness + i, 20));
                QVERIFY(image.save(kind.filePath(QString("%1.png").arg(i))));
            }
        }
        QSettings().clear();
        MainWindow window(loadEngine);
        window.show();
        ExperimentPanel* panel = window.experimentPanel();
        panel->load(
            Experiment{.dataset = "image-folder", .network = "mnist-convnet", .batchSize = 5, .epochs = 2});
        RunController* controller = window.controller();
        auto* train = window.findChild<QPushButton*>("trainButton");
        QTRY_COMPARE_WITH_TIMEOUT(controller->engineState(), RunController::EngineState::Ready, 30'000);
        QTRY_VERIFY(window.notices()->text("dataSet").startsWith("Choose the folder of your images"));
        panel->setFieldText("data_directory", folder.path());
        QTRY_VERIFY(panel->problem().contains(QString::fromUtf8("have the shape 3 × 16 × 20")));
        QVERIFY(!train->isEnabled());
        panel->setFieldText("network", "lenet5");
        QVERIFY2(panel->problem().isEmpty(), qPrintable(panel->problem()));
        QTRY_VERIFY(train->isEnabled());
        QTest::mouseClick(train, Qt::LeftButton);
        QVERIFY(controller->isTraining());
        QTRY_VERIFY_WITH_TIMEOUT(!controller->isTraining(), 60'000);
        const Run& run = *controller->run();
        QVERIFY2(run.outcome == RunOutcome::Finished, run.failure.c_str());
        QCOMPARE(run.plan.trainImages, 20);
        QCOMPARE(run.plan.testImages, 4);
        QVERIFY(std::ranges::any_of(run.log, [](const LogEntry& entry) {
            return entry.text.find("every sixth image of each class") != std::string::npos;
        }));
    }
};

QTEST_MAIN(TestWindowTrains)
#include "test_window_trains.moc"
