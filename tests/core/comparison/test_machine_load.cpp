#include "core/comparison/machine_load.h"

#include <QtTest>

#include <cmath>

using namespace stepscope;

namespace {

/// Percent of one processor.
MachineUse use(double own, double others, int64_t processors = 2)
{
    return {.samples = 1, .processCpuPercent = own, .othersCpuPercent = others, .processors = processors};
}

double factor(const MachineUse& use, int64_t threads, bool onAccelerator = false)
{
    return std::exp(slowdownByOthers(use, threads, onAccelerator) / 1.25); // without the reserve
}

} // namespace

class TestMachineLoad : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aRunMayHaveHadWhatOthersTook()
    {
        QCOMPARE(factor(use(100, 100), 2), 2.0); // one of two processors
        QCOMPARE(factor(use(50, 150), 2), 4.0);
        QCOMPARE(factor(use(50, 150), 0), 4.0); // a thread for each processor
        QCOMPARE(factor(use(180, 20), 2), 200.0 / 180);
    }

    void moreThanItsThreadsItCouldNotUse()
    {
        QCOMPARE(factor(use(50, 150), 1), 2.0);
        QCOMPARE(factor(use(100, 100), 1), 1.0);
        QCOMPARE(factor(use(200, 600, 8), 2), 1.0);
    }

    void aTrainingOnAnAcceleratorNeedsOneProcessor()
    {
        QCOMPARE(factor(use(100, 700, 8), 8, true), 1.0);
        QCOMPARE(factor(use(50, 750, 8), 8, true), 2.0);
    }

    void anIdleOrUnknownMachineSlowsNothingDown()
    {
        QCOMPARE(slowdownByOthers(use(180, 0), 2, false), 0.0);
        QCOMPARE(slowdownByOthers(MachineUse(), 2, false), 0.0);
        QCOMPARE(slowdownByOthers(Run()), 0.0);
    }

    void forARecordedProgramItIsNotKnown()
    {
        Run run;
        run.experiment.device = "cpu";
        run.steps.push_back({.durationNs = 1'000'000'000});
        run.samples.push_back(
            {.timeNs = 500'000'000, .processCpuPercent = 50.0F, .coreCpuPercent = {100.0F, 100.0F}});
        QVERIFY(slowdownByOthers(run) > 0.0);
        run.kind = RunKind::Program;
        QCOMPARE(slowdownByOthers(run), 0.0);
        QCOMPARE(machineUse(run).processCpuPercent, 50.0);
    }
};

QTEST_GUILESS_MAIN(TestMachineLoad)
#include "test_machine_load.moc"
