#include "core/record/steps/kept_steps.h"

#include <QtTest>

namespace stepscope {

/// The schedule keeps steps 2 and 3.
class TestKeptSteps : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void thoseOfTheScheduleAreKept()
    {
        KeptSteps kept(schedule());
        QCOMPARE(phases(kept, 0, "....."), std::string("wuAA-"));
    }

    void anIncompleteStepIsReplaced()
    {
        KeptSteps kept(schedule());
        QCOMPARE(phases(kept, 0, "..x.x.."), std::string("wuuA-A-"));
    }

    void requestedStepsAreKeptInAddition()
    {
        KeptSteps kept(schedule());
        QCOMPARE(phases(kept, 0, "....."), std::string("wuAA-"));
        kept.request(650, 2); // in step 6
        QCOMPARE(phases(kept, 5, ".x..."), std::string("--AA-"));
    }

    void aStepThatEndsBeforeTheRequestIsNotMeant()
    {
        KeptSteps kept(schedule());
        kept.request(600, 1);
        QVERIFY(!kept.wants(step(5), 5));
        QVERIFY(kept.wants(step(6), 6));
        QCOMPARE(phases(kept, 5, "..."), std::string("-A-"));
    }

    void operatorsAreNeededFromTheWarmUpOn()
    {
        KeptSteps kept(schedule());
        QVERIFY(!kept.wantsOperators(0));
        QVERIFY(kept.wantsOperators(1));
        QVERIFY(kept.wantsOperators(3));
        QVERIFY(!kept.wantsOperators(4));
        kept.request(0, 1);
        QVERIFY(kept.wantsOperators(4));
    }

    /// Starting the profiler takes longer than one of these steps, which last 100 ns.
    void aProfilerStartsSomeStepsBefore()
    {
        auto plan = schedule();
        plan.profileWait = 30;
        KeptSteps kept(plan);
        QVERIFY(!kept.isNear(29, false)); // their duration is not known yet
        QVERIFY(kept.isNear(30, false));
        QVERIFY(kept.isNear(15, true));
        phases(kept, 0, "..");
        QVERIFY(!kept.isNear(14, false));
        QVERIFY(kept.isNear(15, false));
    }

private:
    static Experiment schedule()
    {
        Experiment schedule;
        schedule.profile = true;
        schedule.profileWait = 1;
        schedule.profileWarmup = 1;
        schedule.profileActive = 2;
        schedule.profileRepeat = 1;
        return schedule;
    }

    static FoundStep step(int64_t number) { return {.startNs = number * 100, .endNs = number * 100 + 100}; }

    /// Of the steps from `first`: w is wait, u warm-up, A active. `complete`: x for each that is not.
    static std::string phases(KeptSteps& kept, int64_t first, const std::string& complete)
    {
        std::string all;
        for (const char each : complete) {
            const auto phase = kept.phaseOf(step(first), first, each != 'x');
            all += phase == StepPhase::Wait     ? 'w'
                   : phase == StepPhase::Warmup ? 'u'
                   : phase == StepPhase::Active ? 'A'
                                                : '-';
            ++first;
        }
        return all;
    }
};

} // namespace stepscope

QTEST_GUILESS_MAIN(stepscope::TestKeptSteps)
#include "test_kept_steps.moc"
