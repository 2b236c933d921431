#include "core/experiment/setting_text.h"
#include "tests/support/std_string.h"

#include <QTest>

#include <set>

using namespace stepscope;

/// How settings are called in names of runs.
class TestSettingText : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aSettingHasACompleteAndAShortForm_data()
    {
        QTest::addColumn<QByteArray>("key");
        QTest::addColumn<QByteArray>("value");
        QTest::addColumn<std::string>("complete");
        QTest::addColumn<std::string>("shortForm");
        const auto row = [](const char* key, const char* value, const char* complete, const char* shortForm) {
            QTest::addRow("%s %s", key, value)
                << QByteArray(key) << QByteArray(value) << std::string(complete) << std::string(shortForm);
        };
        row("batch_size", "16", "batch size 16", "batch 16");
        row("batch_size", "15000", "batch size 15,000", "batch 15,000");
        row("optimizer.name", "adam", "adam", "Adam");
        row("optimizer.name", "rmsprop", "rmsprop", "RMSprop");
        row("optimizer.learning_rate", "0.01", "learning rate 0.01", "lr 0.01");
        row("threads", "2", "threads 2", "2 threads");
        row("threads", "1", "threads 1", "1 thread");
        row("threads", "0", "threads 0", "threads 0"); // which is none in particular
        row("precision", "bfloat16", "precision bfloat16", "bf16");
        row("steps", "94", "steps 94", "94 steps");
        row("steps", "0", "1 epoch", "1 epoch");
        row("loader.workers", "4", "loader workers 4", "4 workers");
        row("channels_last", "true", "channels last on", "channels last on");
        row("onednn", "false", "oneDNN off", "oneDNN off");
        row("seed", "12345", "seed 12345", "seed 12345");
        row("network", "mlp", "mlp", "mlp");
        row("device", "cuda:0", "cuda:0", "cuda:0");
    }

    void aSettingHasACompleteAndAShortForm()
    {
        QFETCH(QByteArray, key);
        QFETCH(QByteArray, value);
        const ExperimentField& field = *findExperimentField(key.toStdString());
        Experiment experiment;
        setField(experiment, field, value.toStdString());
        QTEST(settingText(experiment, field), "complete");
        QTEST(settingText(experiment, field, SettingForm::Short), "shortForm");
        if (value != "0")
            QTEST(shortSettingText(field, value.toStdString()), "shortForm");
    }

    void whatIsNotKnownHasNoText()
    {
        const ExperimentField& field = *findExperimentField("batch_size");
        QCOMPARE(settingText(unknownExperiment(), field), std::string());
        QCOMPARE(settingText(unknownExperiment(), field, SettingForm::Short), std::string());
    }

    void everyChoiceHasAShortOneOrNoneHas()
    {
        for (const ExperimentField& field : experimentFields()) {
            if (field.shortChoices.empty())
                continue;
            QCOMPARE(field.shortChoices.size(), field.choices.size());
            const std::set<std::string_view> different(field.shortChoices.begin(), field.shortChoices.end());
            QCOMPARE(different.size(), field.choices.size()); // otherwise runs that differ have one name
        }
    }

    void aShortFormHasTheValue()
    {
        for (const ExperimentField& field : experimentFields()) {
            if (field.shortText)
                QVERIFY2(std::string(field.shortText->english()).find("{value}") != std::string::npos,
                         field.shortText->english());
        }
    }
};

QTEST_GUILESS_MAIN(TestSettingText)
#include "test_setting_text.moc"
