#include "core/experiment/data_settings.h"
#include "core/experiment/experiment_fields.h"

#include <QTest>

using namespace stepscope;

class TestDataSettings : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void usualSettingsAreNotNamed()
    {
        QCOMPARE(dataSettingsText({}), "");
        QCOMPARE(dataSettingsText({.dataset = "synthetic"}), "");
        QCOMPARE(dataSettingsText(unknownExperiment()), "");
    }

    void theShapeAndTheClassesOfSyntheticImagesAreNamed()
    {
        Experiment experiment{.dataset = "synthetic", .syntheticShape = "3x16x16", .syntheticClasses = 1000};
        QCOMPARE(dataSettingsText(experiment), "3x16x16, 1,000 classes");
        experiment.validationShare = 0.125;
        QCOMPARE(dataSettingsText(experiment), "3x16x16, 1,000 classes, 12.5 % for validation");
        experiment.dataset = "mnist"; // which has a shape of its own
        QCOMPARE(dataSettingsText(experiment), "12.5 % for validation");
    }
};

QTEST_GUILESS_MAIN(TestDataSettings)
#include "test_data_settings.moc"
