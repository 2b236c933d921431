#include "core/experiment/experiment.h"
#include "core/experiment/step_phase.h"

#include <QtTest>

using namespace stepscope;

namespace {

/// The phases of the first steps, a letter each: w, u (warm-up), a, o (off).
QByteArray phases(const Experiment& experiment, int steps)
{
    QByteArray letters;
    for (int step = 0; step < steps; ++step)
        letters += "wuao"[static_cast<int>(stepPhase(experiment, step))];
    return letters;
}

Experiment scheduled(int64_t wait, int64_t warmup, int64_t active, int64_t repeat)
{
    Experiment experiment;
    experiment.profileWait = wait;
    experiment.profileWarmup = warmup;
    experiment.profileActive = active;
    experiment.profileRepeat = repeat;
    return experiment;
}

} // namespace

class TestStepPhase : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void followsTheSchedule_data()
    {
        QTest::addColumn<Experiment>("experiment");
        QTest::addColumn<QByteArray>("expected");
        QTest::newRow("one cycle") << scheduled(2, 1, 3, 1) << QByteArray("wwuaaaoooo");
        QTest::newRow("two cycles") << scheduled(1, 1, 2, 2) << QByteArray("wuaawuaaoo");
        QTest::newRow("for ever") << scheduled(1, 0, 1, 0) << QByteArray("wawawawawa");
        QTest::newRow("no wait, no warm-up") << scheduled(0, 0, 2, 1) << QByteArray("aaoooooooo");
        QTest::newRow("nothing active") << scheduled(0, 0, 0, 1) << QByteArray("oooooooooo");
    }
    void followsTheSchedule()
    {
        QFETCH(Experiment, experiment);
        QFETCH(QByteArray, expected);
        QCOMPARE(phases(experiment, 10), expected);
    }

    void isOffWithoutTheProfiler()
    {
        Experiment experiment = scheduled(0, 0, 5, 0);
        experiment.profile = false;
        QCOMPARE(phases(experiment, 3), QByteArray("ooo"));
    }

    void staysRightAfterBillionsOfSteps()
    {
        QCOMPARE(stepPhase(scheduled(1, 1, 2, 0), 4'000'000'003), StepPhase::Active);
        QCOMPARE(stepPhase(scheduled(1, 1, 2, 1), 4'000'000'003), StepPhase::Off);
    }

    void namesPhasesAsPyTorchDoes()
    {
        QCOMPARE(QByteArray(stepPhaseName(StepPhase::Wait)), QByteArray("wait"));
        QCOMPARE(QByteArray(stepPhaseName(StepPhase::Warmup)), QByteArray("warm-up"));
        QCOMPARE(QByteArray(stepPhaseName(StepPhase::Active)), QByteArray("active"));
        QCOMPARE(QByteArray(stepPhaseName(StepPhase::Off)), QByteArray("off"));
        QCOMPARE(QByteArray(stepPhaseName(StepPhase::WithRecorder)), QByteArray("with recorder"));
        QCOMPARE(QByteArray(stepPhaseName(StepPhase::WithoutRecorder)), QByteArray("without recorder"));
    }
};

QTEST_GUILESS_MAIN(TestStepPhase)
#include "test_step_phase.moc"
