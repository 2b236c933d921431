#include "core/machine/environment.h"
#include "core/run/run.h"
#include "ui/experiment/experiment_panel.h"
#include "ui/overview/fact_grid.h"
#include "ui/window/runs/side_panel.h"

#include <QAbstractButton>
#include <QSettings>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>

using namespace stepscope;
using namespace stepscope::ui;

/// The form, or what the opened run was.
class TestSidePanel : public QObject
{
    Q_OBJECT

    static Run training()
    {
        Run run;
        run.kind = RunKind::Training;
        run.outcome = RunOutcome::Finished;
        run.experiment.batchSize = 16;
        run.experiment.network = "mlp";
        run.experiment.device = "cuda:0";
        return run;
    }
    static QAbstractButton* button(const SidePanel& panel, const QString& text)
    {
        for (auto* each : panel.findChildren<QAbstractButton*>()) {
            if (each->text() == text)
                return each;
        }
        return nullptr;
    }

    static QString factOf(const SidePanel& panel, const QString& name)
    {
        const auto& facts = panel.findChild<FactGrid*>("sideFacts")->facts();
        const auto found = std::ranges::find(facts, name, &OverviewFact::name);
        return found == facts.end() ? QString() : found->text;
    }

private Q_SLOTS:
    void initTestCase()
    {
        QCoreApplication::setOrganizationName("stepscope-test-side-panel");
        QSettings().clear();
    }

    void anOpenedRunTakesThePlaceOfTheForm()
    {
        auto* form = new ExperimentPanel;
        SidePanel panel(form);
        QVERIFY(panel.isFormShown());
        const QSignalSpy shown(&panel, &SidePanel::formShown);
        panel.showRun(training(), {});
        panel.showRun(training(), {}); // it has grown
        QVERIFY(!panel.isFormShown());
        QCOMPARE(shown.size(), 1);
        QCOMPARE(shown[0][0].toBool(), false);
        QCOMPARE(factOf(panel, "Batch size"), QString("16"));
        button(panel, "Train a network")->click();
        QVERIFY(panel.isFormShown());
        QCOMPARE(shown.size(), 2);
    }

    void theSettingsOfATrainingFillTheForm()
    {
        auto* form = new ExperimentPanel;
        SidePanel panel(form);
        panel.showRun(training(), {});
        button(panel, "Use these settings")->click();
        QVERIFY(panel.isFormShown());
        QCOMPARE(form->experiment().batchSize, int64_t(16));
        QCOMPARE(form->experiment().network, std::string("mlp"));
        form->undoAction()->trigger();
        QVERIFY(form->experiment().batchSize != 16);
    }

    void aTrainingHasTheSettingsThatItUsed()
    {
        SidePanel panel(new ExperimentPanel);
        Run run = training();
        run.experiment.optimizer = "sgd";
        run.experiment.momentum = 0.9;
        panel.showRun(run, {});
        QCOMPARE(factOf(panel, "Optimizer"), QString("sgd"));
        QCOMPARE(factOf(panel, "Momentum"), QString("0.9"));
        QCOMPARE(factOf(panel, "Rho"), QString()); // of Adadelta
        const auto& facts = panel.findChild<FactGrid*>("sideFacts")->facts();
        QVERIFY(std::ranges::none_of(facts, [](const OverviewFact& fact) { return fact.help.isEmpty(); }));
    }

    void aProgramHasNoSettings()
    {
        SidePanel panel(new ExperimentPanel);
        Run program = training();
        program.kind = RunKind::Program;
        panel.showRun(program, {});
        QCOMPARE(factOf(panel, "Optimizer"), QString());
        QCOMPARE(factOf(panel, "Network"), QString("mlp"));
        QVERIFY(button(panel, "Use these settings")->isHidden());
    }

    void theRunIsNotNarrowerThanItsButtons()
    {
        SidePanel panel(new ExperimentPanel);
        Run run = training();
        run.experiment.network = "aNetworkOfALongName" + std::string(100, 'x');
        panel.showRun(run, {});
        panel.resize(panel.minimumSizeHint().width(), 600);
        panel.show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel));
        for (const char* text : {"Use these settings", "Train a network"}) {
            const QAbstractButton* each = button(panel, text);
            QVERIFY(panel.minimumSizeHint().width() > each->minimumSizeHint().width());
            QVERIFY(each->width() >= each->minimumSizeHint().width());
        }
        QVERIFY(panel.minimumSizeHint().width() < 20 * panel.fontMetrics().height()); // not as its name
    }

    void whoeverEditsTheFormSeesIt()
    {
        auto* form = new ExperimentPanel;
        SidePanel panel(form);
        panel.showRun(training(), {});
        form->setFieldText("batch_size", "1");
        QVERIFY(panel.isFormShown());
    }
};

QTEST_MAIN(TestSidePanel)
#include "test_side_panel.moc"
