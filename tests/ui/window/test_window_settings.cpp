#include "ui/window/window_settings.h"

#include <QCoreApplication>
#include <QSettings>
#include <QTest>

using namespace stepscope;
using namespace stepscope::ui;

class TestWindowSettings : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        QCoreApplication::setOrganizationName("stepscope-test-settings");
        QSettings().clear();
    }

    void theFirstStartHasDefaults()
    {
        const WindowSettings settings = readWindowSettings();
        QVERIFY(settings.geometry.isEmpty());
        QCOMPARE(settings.theme, ThemeMode::System);
        QCOMPARE(settings.eventMemoryBytes, 0);
        QCOMPARE(settings.experiment, Experiment());
    }

    void whatIsWrittenIsRead()
    {
        const Experiment mine{.network = "mlp", .batchSize = 16, .learningRate = 0.5};
        writeWindowSettings({.geometry = "g",
                             .docks = "d",
                             .workspace = "w",
                             .theme = ThemeMode::Dark,
                             .textSteps = 2,
                             .eventMemoryBytes = 3'000'000'000,
                             .experiment = mine});
        const WindowSettings settings = readWindowSettings();
        QCOMPARE(settings.geometry, "g");
        QCOMPARE(settings.docks, "d");
        QCOMPARE(settings.workspace, "w");
        QCOMPARE(settings.theme, ThemeMode::Dark);
        QCOMPARE(settings.textSteps, 2);
        QCOMPARE(settings.eventMemoryBytes, 3'000'000'000);
        QCOMPARE(settings.experiment, mine);
    }

    void whatCannotBeReadIsAsAtTheFirstStart()
    {
        QSettings().setValue("experiment/last", "{\"network\": \"unheard of\"}");
        QSettings().setValue("window/theme", "purple");
        QCOMPARE(readWindowSettings().experiment, Experiment());
        QCOMPARE(readWindowSettings().theme, ThemeMode::System);
    }
};

QTEST_GUILESS_MAIN(TestWindowSettings)
#include "test_window_settings.moc"
