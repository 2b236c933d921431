#include "core/machine/environment.h"
#include "ui/experiment/ab_dialog.h"
#include "ui/theme/theme.h"

#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QSpinBox>
#include <QTest>

using namespace stepscope;
using namespace stepscope::ui;

class TestAbDialog : public QObject
{
    Q_OBJECT

private:
    Experiment m_a;
    std::unique_ptr<AbDialog> m_dialog;

    QComboBox* field() const { return m_dialog->findChild<QComboBox*>("abField"); }
    QComboBox* value() const { return m_dialog->findChild<QComboBox*>("abValue"); }
    QString problem() const { return m_dialog->findChild<QLabel*>("abProblem")->text(); }
    QPushButton* measure() const { return m_dialog->findChild<QPushButton*>("abMeasure"); }
    void choose(const char* key) { field()->setCurrentIndex(field()->findData(key)); }

private Q_SLOTS:
    void init()
    {
        Theme::instance().apply();
        m_a = {};
        m_dialog = std::make_unique<AbDialog>(m_a, "the run on the screen");
    }

    void proposesTwiceTheBatchSize()
    {
        QVERIFY(measure()->isEnabled());
        QCOMPARE(m_dialog->findChild<QLabel*>("abValueOfA")->text(), "64");
        QVERIFY(m_dialog->test().has_value());
        QCOMPARE(m_dialog->test()->a.batchSize, int64_t(64));
        QCOMPARE(m_dialog->test()->b.batchSize, int64_t(128));
        QCOMPARE(m_dialog->test()->seconds, 30.0);
    }

    void proposesAnotherValueOfEachSetting()
    {
        choose("channels_last");
        QVERIFY(!value()->isEditable());
        QVERIFY(m_dialog->test()->b.channelsLast);
        choose("onednn");
        QVERIFY(!m_dialog->test()->b.oneDnn);
        choose("precision");
        QCOMPARE(m_dialog->test()->b.precision, std::string("bfloat16"));
    }

    void settingsThatDoNotMatterAreNotOffered()
    {
        for (const char* key : {"epochs", "steps", "seconds", "profiler.enabled", "test_batch_size"})
            QCOMPARE(field()->findData(key), -1);
        QVERIFY(field()->findData("optimizer.name") >= 0);
    }

    void aValueThatIsNotAllowedIsRefused()
    {
        value()->setEditText("0");
        QVERIFY2(problem().contains("must be 1 to"), qPrintable(problem()));
        QVERIFY(!measure()->isEnabled() && !m_dialog->test());
        value()->setEditText("64");
        QCOMPARE(problem(), "A has the same value.");
        QVERIFY(!measure()->isEnabled());
        value()->setEditText("96");
        QCOMPARE(problem(), "");
        QCOMPARE(m_dialog->test()->b.batchSize, int64_t(96));
    }

    void aSettingThatNeitherUsesIsRefused()
    {
        choose("optimizer.momentum"); // of Adadelta
        value()->setEditText("0.9");
        QCOMPARE(problem(), "Neither A nor B uses this setting: it is used only with the optimizers sgd and "
                            "rmsprop.");
        QVERIFY(!measure()->isEnabled() && !m_dialog->test());
    }

    void threadsThatZeroStandsForAreRefused()
    {
        choose("threads");
        const QString processors = QString::number(availableProcessors());
        value()->setEditText(processors);
        QCOMPARE(problem(), "A and B are the same: on this machine, 0 threads means " + processors + ".");
        QVERIFY(!measure()->isEnabled() && !m_dialog->test());
    }

    void theTimeIsChosen()
    {
        m_dialog->findChild<QSpinBox*>("abSeconds")->setValue(5);
        QCOMPARE(m_dialog->test()->seconds, 5.0);
    }
};

QTEST_MAIN(TestAbDialog)
#include "test_ab_dialog.moc"
