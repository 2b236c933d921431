#include "core/data/own/trusted_models.h"
#include "core/experiment/experiment_fields.h"
#include "core/experiment/experiment_kinds.h"
#include "tests/support/environment_variable.h"
#include "tests/support/fake_engine.h"
#include "ui/experiment/experiment_panel.h"
#include "ui/graph/graph_view.h"
#include "ui/window/runs/engine_use.h"
#include "ui/window/runs/graph_preview.h"
#include "ui/window/runs/run_controller.h"

#include <QFile>
#include <QSettings>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

using namespace stepscope;
using namespace stepscope::ui;

/// The graph of the form's network.
class TestGraphPreview : public QObject
{
    Q_OBJECT

    std::shared_ptr<FakeEngine> m_engine;
    std::unique_ptr<RunController> m_controller;
    std::unique_ptr<ExperimentPanel> m_panel;
    std::unique_ptr<GraphView> m_view;
    EngineUse* m_use = nullptr;
    bool m_isBusy = false; ///< with an A/B test, say

    static constexpr int longerThanTheDelayMs = 600;

private Q_SLOTS:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true);
        QCoreApplication::setOrganizationName("stepscope-test-graph-preview");
        QSettings().clear();
    }

    void init()
    {
        m_engine = std::make_shared<FakeEngine>();
        m_controller = std::make_unique<RunController>([engine = m_engine] { return engine; });
        m_panel = std::make_unique<ExperimentPanel>();
        auto experiment = referenceExperiment("mlp");
        experiment.dataset = "synthetic";
        m_panel->load(experiment);
        m_view = std::make_unique<GraphView>();
        m_isBusy = false;
        m_use = new EngineUse(
            m_controller.get(), [this] { return m_isBusy; }, m_panel.get());
        new GraphPreview(m_controller.get(), m_panel.get(), m_use, m_view.get(), m_panel.get());
    }

    void cleanup()
    {
        m_panel.reset(); // with the preview
        m_view.reset();
        m_controller.reset();
    }

    void theFormsNetworkIsCaptured()
    {
        m_controller->loadEngine();
        QTRY_COMPARE(int(m_engine->graphsCaptured), 1);
        m_panel->setFieldText("width", "64");
        QTRY_COMPARE(int(m_engine->graphsCaptured), 2);
        m_panel->setFieldText("epochs", "7"); // the same graph
        QTest::qWait(longerThanTheDelayMs);
        QCOMPARE(int(m_engine->graphsCaptured), 2);
        m_panel->setFieldText("synthetic_shape", "3x32x32");
        QTRY_COMPARE(int(m_engine->graphsCaptured), 3);
        m_panel->setFieldText("synthetic_classes", "100");
        QTRY_COMPARE(int(m_engine->graphsCaptured), 4);
    }

    void aModelThatIsWrittenAnewIsCapturedAnew()
    {
        const QTemporaryDir folder;
        const test::EnvironmentVariable data("XDG_DATA_HOME", folder.filePath("data").toUtf8());
        const auto write = [&](const QByteArray& content) {
            QFile file(folder.filePath("model.pt"));
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(content);
            file.close();
            trustModel(file.fileName().toStdString());
        };
        write("a model");
        auto experiment = referenceExperiment(torchScriptName);
        experiment.dataset = "synthetic";
        experiment.model = folder.filePath("model.pt").toStdString();
        m_panel->load(experiment);
        m_controller->loadEngine();
        QTRY_COMPARE(int(m_engine->graphsCaptured), 1);
        m_panel->setFieldText("epochs", "7");
        QTest::qWait(longerThanTheDelayMs);
        QCOMPARE(int(m_engine->graphsCaptured), 1);
        write("another model");
        m_panel->checkAgain();
        QTRY_COMPARE(int(m_engine->graphsCaptured), 2);
    }

    void itWaitsUntilNothingElseUsesTheEngine()
    {
        m_isBusy = true;
        m_controller->loadEngine();
        QTRY_COMPARE(m_controller->engineState(), RunController::EngineState::Ready);
        m_panel->setFieldText("width", "64");
        QTest::qWait(longerThanTheDelayMs);
        QCOMPARE(int(m_engine->graphsCaptured), 0);
        m_isBusy = false;
        m_use->update();
        QTRY_COMPARE(int(m_engine->graphsCaptured), 1);
    }

    void whatStartsDuringTheDelayComesFirst()
    {
        m_controller->loadEngine();
        QTRY_COMPARE(int(m_engine->graphsCaptured), 1);
        m_panel->setFieldText("width", "64");
        m_isBusy = true; // without update()
        QTest::qWait(longerThanTheDelayMs);
        QCOMPARE(int(m_engine->graphsCaptured), 1);
        m_isBusy = false;
        m_use->update();
        QTRY_COMPARE(int(m_engine->graphsCaptured), 2);
    }
};

QTEST_MAIN(TestGraphPreview)
#include "test_graph_preview.moc"
