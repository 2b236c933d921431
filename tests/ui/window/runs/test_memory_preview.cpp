#include "core/experiment/experiment_fields.h"
#include "tests/support/fake_engine.h"
#include "ui/experiment/experiment_panel.h"
#include "ui/support/qt_text.h"
#include "ui/window/runs/engine_use.h"
#include "ui/window/runs/memory_preview.h"
#include "ui/window/runs/run_controller.h"

#include <QLabel>
#include <QSettings>
#include <QStandardPaths>
#include <QTest>

using namespace stepscope;
using namespace stepscope::ui;

namespace {

/// A step needs 1 MiB, and 1 KiB for each image; the device has 10 MiB, of which 8 may be used.
class MeasuringEngine final : public FakeEngine
{
public:
    std::atomic<int> measured = 0;
    std::atomic<bool> isFailing = false;
    std::atomic<int> milliseconds = 0;

    std::vector<DeviceInfo> devices() override
    {
        auto devices = FakeEngine::devices();
        devices.front().memoryBytes = 10 << 20;
        return devices;
    }
    StepMemory stepMemory(const Experiment& experiment, int64_t batchSize) override
    {
        ++measured;
        if (isFailing)
            throw Error("There is too little memory.");
        std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
        const int64_t before = (experiment.width == 64 ? 3 : 1) << 20;
        return {.batchSize = batchSize, .bytes = {before, before + 1024 * batchSize, before}};
    }
};

} // namespace

/// The memory of a step below the batch size.
class TestMemoryPreview : public QObject
{
    Q_OBJECT

    std::shared_ptr<MeasuringEngine> m_engine;
    std::unique_ptr<RunController> m_controller;
    std::unique_ptr<ExperimentPanel> m_panel;
    EngineUse* m_use = nullptr;
    bool m_isBusy = false; ///< with an A/B test, say

    QLabel* note() const { return m_panel->findChild<QLabel*>("stepMemory"); }
    QString text() const
    {
        return note() && note()->isVisible() ? withPlainSpaces(note()->text()) : QString();
    }
    void set(const char* key, const QString& value) { m_panel->setFieldText(key, value); }

private Q_SLOTS:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true);
        QCoreApplication::setOrganizationName("stepscope-test-memory-preview");
        QSettings().clear();
    }

    void init()
    {
        m_engine = std::make_shared<MeasuringEngine>();
        m_controller = std::make_unique<RunController>([engine = m_engine] { return engine; });
        m_panel = std::make_unique<ExperimentPanel>();
        auto experiment = referenceExperiment("mlp");
        experiment.dataset = "synthetic";
        m_panel->load(experiment);
        m_isBusy = false;
        m_use = new EngineUse(
            m_controller.get(), [this] { return m_isBusy; }, m_panel.get());
        new MemoryPreview(m_controller.get(), m_panel.get(), m_use, m_panel.get());
        m_panel->resize(500, 900);
        m_panel->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_panel.get()));
        QTRY_VERIFY(note());
        QVERIFY(text().isEmpty()); // there is no engine yet
        m_controller->loadEngine();
    }

    void theMemoryOfTheBatchIsShown()
    {
        QTRY_COMPARE(text(), "A step needs 1.06 MiB of memory."); // 64 images
        QCOMPARE(m_engine->measured, 2);
        QVERIFY2(note()->toolTip().contains("All batch sizes fit in 80 % of the 10.0 MiB of cpu."),
                 qPrintable(note()->toolTip())); // all there are
        QVERIFY(note()->toolTip().contains("Tests are not included"));
    }

    void anotherBatchSizeNeedsNoMeasurement()
    {
        QTRY_VERIFY(text().startsWith("A step"));
        set("batch_size", "1024");
        QCOMPARE(text(), "A step needs 2.00 MiB of memory.");
        set("optimizer.learning_rate", "0.5");
        set("epochs", "7");
        QTest::qWait(600);
        QCOMPARE(m_engine->measured, 2);
        set("width", "64");
        QCOMPARE(text(), "");
        QTRY_COMPARE(m_engine->measured, 4);
        QTRY_COMPARE(text(), "A step needs 4.00 MiB of memory.");
    }

    void aBatchThatDoesNotFitIsMarked()
    {
        set("synthetic_images", "20000");
        QTRY_VERIFY(text().startsWith("A step"));
        QVERIFY(!note()->property("error").toBool());
        set("batch_size", "8000");
        QCOMPARE(text(), "A step needs 8.81 MiB of memory. Largest batch that fits: 7,168.");
        QVERIFY(note()->property("error").toBool());
        set("batch_size", "64");
        QVERIFY(!note()->property("error").toBool());
    }

    void largeNetworksAreMeasuredOnRequest()
    {
        QTRY_VERIFY(text().startsWith("A step"));
        set("network", "resnet18");
        QTest::qWait(600);
        QCOMPARE(m_engine->measured, 2);
        QVERIFY2(text().contains("Predict the memory of a step"), qPrintable(text()));
        QVERIFY(text().startsWith("<a "));
        Q_EMIT note()->linkActivated("#memory");
        QTRY_COMPARE(text(), "A step needs 1.06 MiB of memory.");
    }

    void theOfferKeepsItsLineWhileSomethingRuns()
    {
        QTRY_VERIFY(text().startsWith("A step"));
        set("network", "resnet18");
        QVERIFY(text().startsWith("<a "));
        m_isBusy = true;
        m_use->update();
        QCOMPARE(text(), "Predict the memory of a step"); // no link
        QVERIFY(note()->toolTip().contains("no training or measurement"));
        m_isBusy = false;
        m_use->update();
        QVERIFY(text().startsWith("<a "));
    }

    void theAnswerToAnEarlierExperimentIsDropped()
    {
        QTRY_VERIFY(text().startsWith("A step"));
        m_engine->milliseconds = 120; // the answer comes before the next request
        set("width", "64");
        QTRY_COMPARE(m_engine->measured, 3);
        set("width", "32"); // while the other is measured
        QTRY_VERIFY(text().startsWith("A step"));
        QCOMPARE(text(), "A step needs 1.06 MiB of memory.");
    }

    void otherWorkIsNotDisturbed()
    {
        QTRY_VERIFY(text().startsWith("A step"));
        m_isBusy = true;
        set("width", "64");
        QTest::qWait(600);
        QCOMPARE(m_engine->measured, 2);
        QCOMPARE(text(), "");
        m_isBusy = false;
        m_use->update();
        QTRY_COMPARE(m_engine->measured, 4);
    }

    void largeLayersAreMeasuredOnRequest_data()
    {
        QTest::addColumn<QString>("network");
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("value");
        QTest::newRow("wide MLP") << "mlp"
                                  << "width"
                                  << "20000";
        QTest::newRow("many weights") << "layers"
                                      << "layers"
                                      << "flatten, linear 20000, linear 10";
        QTest::newRow("many values") << "layers"
                                     << "layers"
                                     << "conv 2000 3, avgpool, flatten, linear 10";
    }
    void largeLayersAreMeasuredOnRequest()
    {
        QFETCH(const QString, network);
        QFETCH(const QString, key);
        QFETCH(const QString, value);
        set("network", network);
        QTRY_VERIFY(text().startsWith("A step"));
        const int measured = m_engine->measured;
        set(qPrintable(key), value);
        QTest::qWait(600);
        QCOMPARE(m_engine->measured, measured);
        QVERIFY(text().startsWith("<a "));
    }

    void whatCannotBeMeasuredSaysSo()
    {
        QTRY_VERIFY(text().startsWith("A step"));
        m_engine->isFailing = true;
        set("width", "64");
        QTRY_COMPARE(m_engine->measured, 3);
        QTRY_COMPARE(text(), "The memory of a step cannot be predicted.");
        QVERIFY(note()->toolTip().contains("There is too little memory."));
        m_engine->isFailing = false;
        set("width", "128x");
        QTest::qWait(600);
        QCOMPARE(m_engine->measured, 3); // this experiment cannot be trained
    }

    void aTrainingIsNotDisturbed()
    {
        QTRY_VERIFY(text().startsWith("A step"));
        auto experiment = m_panel->experiment();
        experiment.steps = 1000;
        m_controller->start(experiment);
        set("width", "64");
        QTest::qWait(600);
        QCOMPARE(m_engine->measured, 2);
        m_controller->stop();
        QTRY_VERIFY(!m_controller->isTraining());
        QTRY_COMPARE(m_engine->measured, 4); // now it is
    }
};

QTEST_MAIN(TestMemoryPreview)
#include "test_memory_preview.moc"
