// The reference loop, and the verdicts on runs of a machine whose speed changes.

#include "core/comparison/comparison.h"
#include "core/comparison/operator_comparison.h"
#include "core/comparison/reference_loop.h"
#include "core/run/run.h"
#include "core/run/scalar_series.h"
#include "tests/support/device_run.h"

#include <QtTest>

#include <random>

using namespace stepscope;

namespace {

constexpr int steps = 200;

/// A training on a machine whose speed does not change while it runs. `loopNs`: of the reference loop; 0: it
/// was not timed.
Run runOf(uint32_t seed, double slower, double loopNs)
{
    std::mt19937 random(seed);
    std::normal_distribution<double> noise(1.0, 0.02);
    Run run;
    run.outcome = RunOutcome::Finished;
    ScalarSeries series{.tag = std::string(referenceTag), .points = {}};
    const NameId name = run.trace.names.intern("aten::mm");
    int64_t startNs = 0;
    for (int i = 0; i < steps; ++i) {
        const auto durationNs = int64_t(1'000'000 * slower * noise(random));
        run.steps.push_back({.step = i, .startNs = startNs, .durationNs = durationNs, .images = 64});
        if (i >= 10 && i < 60) {
            const EventId first = run.trace.endEvent();
            run.trace.append(
                {.startNs = startNs, .durationNs = durationNs / 2, .name = name, .pass = Pass::Forward});
            run.trace.steps.push_back({.number = i,
                                       .startNs = startNs,
                                       .durationNs = durationNs,
                                       .firstEvent = first,
                                       .endEvent = run.trace.endEvent(),
                                       .phase = StepPhase::Active});
        }
        if (loopNs > 0.0 && i % 3 == 0)
            series.points.push_back({.step = i, .timeNs = startNs, .value = loopNs * noise(random)});
        startNs += durationNs;
    }
    if (loopNs > 0.0)
        run.scalars.push_back(std::move(series));
    return run;
}

struct Verdicts
{
    Verdict step;
    Verdict operatorTime;
};

Verdicts judge(const Run& baseline, const Run& run)
{
    const std::vector<NamedRun> named{{&baseline, "A"}, {&run, "B"}};
    return {
        compareRuns(named).runs[1].stepTime->verdict,
        compareOperators(named, {.basis = OperatorBasis::PerStep}).rows.at(0).cells[1].difference->verdict};
}

} // namespace

class TestReferenceLoop : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theLoopTakesTime() { QVERIFY(runReferenceLoop() > 0); }

    void itIsTimedOftenAtFirstAndInRecordedSteps()
    {
        constexpr int64_t ms = 1'000'000;
        ReferenceSchedule schedule;
        QVERIFY(schedule.isDue(0, false));
        QVERIFY(!schedule.isDue(4 * ms, false));
        QVERIFY(schedule.isDue(4 * ms, true));
        QVERIFY(!schedule.isDue(8 * ms, false));
        QVERIFY(schedule.isDue(9 * ms, false));
        QVERIFY(schedule.isDue(3'600'000 * ms, true)); // after an hour
        QVERIFY(!schedule.isDue(3'600'500 * ms, true));
        QVERIFY(schedule.isDue(3'601'000 * ms, true));
    }

    void aStepHasTheTimeMeasuredLast()
    {
        Run run;
        QVERIFY(referenceOfSteps(run).empty());
        for (int i = 0; i < 6; ++i)
            run.steps.push_back({.step = 10 + i});
        run.scalars.push_back({.tag = "loss", .points = {{.step = 1, .value = 0.5}}});
        QVERIFY(referenceOfSteps(run).empty());
        run.scalars.push_back({.tag = std::string(referenceTag),
                               .points = {{.step = 11, .value = 5.0}, {.step = 14, .value = 7.0}}});
        QCOMPARE(referenceOfSteps(run), (std::vector<double>{5.0, 5.0, 5.0, 5.0, 7.0, 7.0}));
        QVERIFY(isOwnTag(referenceTag));
        QVERIFY(!isOwnTag("loss"));
    }

    /// The machine is slower in one of two runs all the time: nothing within the runs shows it.
    void aSlowerMachineIsNoSlowerTraining()
    {
        const auto unknown = judge(runOf(1, 1.0, 0), runOf(2, 1.6, 0));
        QCOMPARE(unknown.step, Verdict::Slower);
        QCOMPARE(unknown.operatorTime, Verdict::Slower);
        const auto slowerMachine = judge(runOf(1, 1.0, 5000), runOf(2, 1.6, 8000));
        QCOMPARE(slowerMachine.step, Verdict::Unclear);
        QCOMPARE(slowerMachine.operatorTime, Verdict::Unclear);
        const auto sameMachine = judge(runOf(1, 1.0, 5000), runOf(2, 1.6, 5000));
        QCOMPARE(sameMachine.step, Verdict::Slower);
        QCOMPARE(sameMachine.operatorTime, Verdict::Slower);
    }

    void kernelsDoNotDependOnTheHost()
    {
        const auto runWith = [](double loopNs) {
            auto run = test::DeviceRun(40).run;
            run.scalars.push_back({.tag = std::string(referenceTag), .points = {{.value = loopNs}}});
            return run;
        };
        const auto baseline = runWith(5000);
        const auto run = runWith(5500);
        const std::vector<NamedRun> named{{&baseline, "A"}, {&run, "B"}};
        const auto compared = compareOperators(named, {.basis = OperatorBasis::PerStep});
        QVERIFY(!compared.rows.empty() && !compared.kernels.empty());
        for (const auto& row : compared.rows)
            QCOMPARE(row.cells[1].difference->verdict, Verdict::Unclear);
        for (const auto& row : compared.kernels)
            QCOMPARE(row.cells[1].difference->verdict, Verdict::Same);
    }

    /// This applies to threads of the processor: a GPU's work does not wait for them.
    void wakingThreadsTakesTime()
    {
        const auto verdict = [](int threads, const char* device) {
            Run baseline = runOf(1, 1.0, 0);
            Run run = runOf(2, 1.08, 0);
            for (Run* each : {&baseline, &run}) {
                each->plan.threads = threads;
                each->experiment.device = device;
            }
            return judge(baseline, run).step;
        };
        QCOMPARE(verdict(1, "cpu"), Verdict::Slower);
        QCOMPARE(verdict(2, "cpu"), Verdict::Unclear);
        QCOMPARE(verdict(2, "cuda:0"), Verdict::Slower);
    }

    void itsTimesAreNoLoggedScalars()
    {
        Run run = runOf(1, 1.0, 5000);
        QVERIFY(!run.scalars.empty() && loggedScalars(run).empty());
        run.scalars.push_back({.tag = "loss", .points = {{.value = 1.0}}});
        QCOMPARE(loggedScalars(run).size(), size_t(1));
        QCOMPARE(loggedScalars(run)[0]->tag, "loss");
    }
};

QTEST_GUILESS_MAIN(TestReferenceLoop)
#include "test_reference_loop.moc"
