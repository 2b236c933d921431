#include "core/trace/operators/operator_statistics.h"
#include "core/trace/steps/step_breakdown.h"
#include "tests/core/trace/trace_text.h"

#include <QTest>

#include <numeric>
#include <random>

using namespace stepscope;
using namespace stepscope::test;

namespace {

void appendStep(Trace& trace, int64_t start, int64_t end, const std::string& events,
                StepPhase phase = StepPhase::Active)
{
    const EventId first = trace.endEvent();
    appendEvents(trace, events);
    trace.steps.push_back({.number = 10 + int64_t(trace.steps.size()),
                           .startNs = start,
                           .durationNs = end - start,
                           .firstEvent = first,
                           .endEvent = trace.endEvent(),
                           .phase = phase});
}

/// "Data 10, Forward 20, Other 5; 7 between operators": what is 0 is left out.
QString textOf(const StepBreakdown& step)
{
    if (!step.isSplit)
        return QString("wall time %1").arg(step.wallNs);
    QStringList parts;
    for (size_t i = 0; i < stepPartCount; ++i) {
        if (step.partNs[i] != 0)
            parts << QString("%1 %2").arg(stepPartName(StepPart(i))).arg(step.partNs[i]);
    }
    return QString("%1; %2 between operators").arg(parts.join(", ")).arg(step.betweenNs);
}

/// Of one step from 0 to `end`.
QString split(int64_t end, const std::string& events)
{
    Trace trace;
    appendStep(trace, 0, end, events);
    const auto step = stepBreakdowns(trace).front();
    const auto sum = std::accumulate(step.partNs.begin(), step.partNs.end(), int64_t(0));
    if (sum != step.wallNs)
        return QString("the parts sum to %1 of %2").arg(sum).arg(step.wallNs);
    return textOf(step);
}

} // namespace

class TestStepBreakdown : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void eachPassHasItsOwnTime()
    {
        QCOMPARE(split(100, "select 0-10 data\n"
                            "conv2d 10-40 forward\n"
                            "loss 40-45 loss\n"
                            "node 45-85 backward\n"
                            "step 85-100 optimizer\n"),
                 QString("Data 10, Forward 30, Loss 5, Backward 40, Optimizer 15; 0 between operators"));
    }

    void aCopyToTheDeviceIsAPartOfItsOwn()
    {
        QCOMPARE(split(100, "select 0-10 data\n"
                            "to 15-25 copy\n"
                            "record_stream 30-35 copy\n"
                            "conv2d 35-100 forward\n"),
                 QString("Data 10, Copy 20, Forward 65, Other 5; 10 between operators"));
    }

    void whatLoaderWorkersDoIsNoPart()
    {
        const std::string step = "next_batch 0-10 data\n"
                                 "conv2d 20-90 forward\n";
        QCOMPARE(split(100, step + "batch 0-70 t1 range other\n"
                                   "  decode 5-60 range\n"
                                   "wait 70-100 t1 range other\n"),
                 split(100, step));
    }

    void nestedEventsCountOnce()
    {
        QCOMPARE(split(100, "conv2d 0-100 forward\n"
                            "  convolution 10-90\n"
                            "    empty 20-30\n"
                            "    inner 40-60 backward\n"),
                 QString("Forward 100; 0 between operators"));
    }

    void aGapWithinAPassBelongsToIt()
    {
        QCOMPARE(split(100, "conv2d 0-20 forward\n"
                            "relu 50-100 forward\n"),
                 QString("Forward 100; 30 between operators"));
    }

    void aGapBetweenTwoPassesIsOther()
    {
        QCOMPARE(split(100, "conv2d 0-20 forward\n"
                            "node 50-100 backward\n"),
                 QString("Forward 20, Backward 50, Other 30; 30 between operators"));
    }

    void aStepBeginsWithItsData()
    {
        QCOMPARE(split(100, "select 30-40 data\n"
                            "conv2d 40-100 forward\n"),
                 QString("Data 40, Forward 60; 30 between operators"));
        QCOMPARE(split(100, "conv2d 30-100 forward\n"),
                 QString("Forward 70, Other 30; 30 between operators"));
    }

    void theTimeAfterTheLastEventIsOther()
    {
        QCOMPARE(split(100, "step 0-80 optimizer\n"),
                 QString("Optimizer 80, Other 20; 20 between operators"));
    }

    void otherThreadsCountWhereTheFirstIsInNoEvent()
    {
        // The training thread waits from 20 to 90, while two others work at the same time.
        QCOMPARE(split(100, "conv2d 0-20 forward t0\n"
                            "step 90-100 optimizer t0\n"
                            "node 15-60 backward t1\n"
                            "node 70-95 backward t1\n"
                            "copy 40-80 other t2\n"),
                 QString("Forward 20, Backward 60, Optimizer 10, Other 10; 0 between operators"));
    }

    void threadsThatTakeTurnsFillEachOthersGaps()
    {
        QCOMPARE(split(60, "a 0-10 forward t0\n"
                           "a 20-30 forward t0\n"
                           "a 40-50 forward t0\n"
                           "b 0-60 backward t3\n"),
                 QString("Forward 30, Backward 30; 0 between operators"));
    }

    void theOrderOfThreadsInTheTraceDoesNotMatter()
    {
        QCOMPARE(split(100, "node 10-60 backward t1\n"
                            "conv2d 0-20 forward t0\n"
                            "step 60-100 optimizer t0\n"),
                 QString("Forward 20, Backward 40, Optimizer 40; 0 between operators"));
    }

    void zeroLengthTakesNothingButTellsThatItsPassWasEntered()
    {
        QCOMPARE(split(40, "conv2d 0-10 forward\n"
                           "loss 20-20 loss\n"
                           "relu 30-40 forward\n"),
                 QString("Forward 20, Other 20; 20 between operators"));
        QCOMPARE(split(0, "conv2d 0-0 forward\n"), QString("; 0 between operators"));
    }

    void eventsAreCutAtTheStepsEnds()
    {
        Trace trace;
        appendStep(trace, 100, 200,
                   "early 90-130 data\n"
                   "conv2d 130-190 forward\n"
                   "late 190-203 optimizer\n");
        QCOMPARE(textOf(stepBreakdowns(trace)[0]),
                 QString("Data 30, Forward 60, Optimizer 10; 0 between operators"));
    }

    /// The time before the first operator is loading too; of the operators only what is in the data pass is.
    void timeBetweenOperatorsWhileLoadingIsKnown()
    {
        Trace trace;
        appendStep(trace, 0, 100,
                   "select 20-30 data\n"
                   "stack 40-45 data\n"
                   "worker 25-60 t1 forward\n"
                   "conv2d 70-90 forward\n");
        appendStep(trace, 100, 200, "conv2d 150-190 forward\n");
        const auto steps = stepBreakdowns(trace);
        QCOMPARE(textOf(steps[0]), QString("Data 35, Forward 55, Other 10; 40 between operators"));
        QCOMPARE(steps[0].betweenInDataNs, int64_t(20));
        QCOMPARE(steps[1].betweenInDataNs, int64_t(0));
        QCOMPARE(stepFigures(steps).between.totalNs, int64_t(80));
    }

    void eventsOutsideOfTheStepDoNotCount()
    {
        Trace trace;
        appendStep(trace, 100, 200,
                   "before 50-100 backward\n"
                   "select 110-150 data\n"
                   "after 220-240 optimizer\n");
        QCOMPARE(textOf(stepBreakdowns(trace)[0]), QString("Data 50, Other 50; 60 between operators"));
    }

    void anEventOfAnEarlierStepDoesNotHideThoseInIt()
    {
        Trace trace;
        appendStep(trace, 0, 100, "whole 0-200 other\n");
        const EventId first = trace.endEvent();
        TraceEvent inside{.startNs = 120, .durationNs = 50, .parent = EventId(0), .pass = Pass::Forward};
        inside.name = trace.names.intern("conv2d");
        trace.append(inside);
        trace.steps.push_back({.number = 11,
                               .startNs = 100,
                               .durationNs = 100,
                               .firstEvent = first,
                               .endEvent = trace.endEvent(),
                               .phase = StepPhase::Active});
        QCOMPARE(textOf(stepBreakdowns(trace)[1]), QString("Forward 50, Other 50; 50 between operators"));
    }

    void siblingsThatOverlapByRoundingCountOnce()
    {
        QCOMPARE(split(100, "conv2d 0-52 forward\n"
                            "node 50-100 backward\n"),
                 QString("Forward 52, Backward 48; 0 between operators"));
    }

    void brokenTimesDoNoHarm()
    {
        Trace trace;
        appendStep(trace, 0, 100,
                   "a 10-5 forward\n"
                   "b 20-30 forward\n");
        trace.durationNs[1] = std::numeric_limits<int64_t>::max();
        QCOMPARE(textOf(stepBreakdowns(trace)[0]), QString("Forward 90, Other 10; 20 between operators"));
        appendStep(trace, 100, 50, "c 100-120 forward\n");
        QCOMPARE(stepBreakdowns(trace)[1].wallNs, int64_t(0));
    }

    void aLayerIsAPartButNoOperator()
    {
        QCOMPARE(split(100, "conv1 10-90 layer forward\n"
                            "  inner 15-85 layer\n"
                            "    conv2d 20-70\n"
                            "      convolution 30-60\n"),
                 QString("Forward 80, Other 20; 50 between operators"));
    }

    void ofAStepWithoutEventsOnlyTheWallTimeIsKnown()
    {
        Trace trace;
        appendStep(trace, 0, 70, "", StepPhase::Warmup);
        const auto steps = stepBreakdowns(trace);
        QCOMPARE(textOf(steps[0]), QString("wall time 70"));
        QCOMPARE(steps[0].phase, StepPhase::Warmup);
        QCOMPARE(stepFigures(steps).steps, int64_t(0));
    }

    void newStepsCanBeSplitAlone()
    {
        Trace trace;
        appendStep(trace, 0, 10, "a 0-10 forward\n");
        appendStep(trace, 10, 30, "a 10-20 forward\n");
        const auto later = stepBreakdowns(trace, 1);
        QCOMPARE(later.size(), size_t(1));
        QVERIFY(later[0] == stepBreakdowns(trace)[1]);
        QVERIFY(stepBreakdowns(trace, 2).empty());
    }

    void figuresAreMediansAndSharesThatSumToOne()
    {
        Trace trace;
        for (int64_t i = 0; i < 5; ++i) { // the data takes 10, 20, 30, 40 and 50 of 100
            const int64_t start = 1000 * i;
            const int64_t middle = start + 10 * (i + 1);
            appendStep(
                trace, start, start + 100,
                fmt::format("select {}-{} data\nconv2d {}-{} forward\n", start, middle, middle, start + 100));
        }
        const auto steps = stepBreakdowns(trace);
        const auto all = stepFigures(steps);
        QCOMPARE(all.steps, int64_t(5));
        QCOMPARE(all.firstStep, int64_t(10));
        QCOMPARE(all.lastStep, int64_t(14));
        QCOMPARE(all.wall.medianNs, 100.0);
        QCOMPARE(all.part(StepPart::Data).medianNs, 30.0);
        QCOMPARE(all.part(StepPart::Data).p5Ns, 12.0);
        QCOMPARE(all.part(StepPart::Data).p95Ns, 48.0);
        QCOMPARE(all.part(StepPart::Data).share, 0.3);
        QCOMPARE(all.perStepNs(all.part(StepPart::Forward)), 70.0);
        double sum = 0.0;
        for (const auto& part : all.parts)
            sum += part.share;
        QCOMPARE(sum, 1.0);

        const auto two = stepFigures(steps, {.first = 13, .last = 14});
        QCOMPARE(two.steps, int64_t(2));
        QCOMPARE(two.part(StepPart::Data).medianNs, 45.0);
        QCOMPARE(stepFigures(steps, {.first = 50}).steps, int64_t(0));
    }

    void anyTraceIsSplitExactlyOnce()
    {
        std::mt19937 random(7);
        const auto upTo = [&](int64_t most) { return int64_t(random() % uint64_t(most + 1)); };
        for (int round = 0; round < 300; ++round) {
            Trace trace;
            const int64_t start = upTo(50);
            const int64_t end = start + upTo(400);
            std::string events;
            for (int64_t i = upTo(30); i > 0; --i) {
                const int64_t from = upTo(500);
                events += fmt::format("e {}-{} t{} {}\n", from, from + upTo(80), upTo(3),
                                      std::array{"data", "forward", "loss", "backward"}[size_t(upTo(3))]);
            }
            appendStep(trace, start, end, events);
            const auto step = stepBreakdowns(trace)[0];
            if (!step.isSplit)
                continue;
            int64_t uncovered = 0; // instant by instant
            for (int64_t now = start; now < end; ++now) {
                bool any = false;
                for (EventId event(0); event < trace.endEvent(); ++event)
                    any = any || (trace.startNs[event] <= now &&
                                  now < trace.startNs[event] + trace.durationNs[event]);
                uncovered += !any;
            }
            QCOMPARE(step.betweenNs, uncovered);
            QCOMPARE(std::accumulate(step.partNs.begin(), step.partNs.end(), int64_t(0)), end - start);
            QVERIFY(std::ranges::all_of(step.partNs, [](int64_t ns) { return ns >= 0; }));
        }
    }

    void operatorStatisticsCanBeOfSomeSteps()
    {
        Trace trace;
        appendStep(trace, 0, 100, "a 0-100\n  b 10-30\n");
        appendStep(trace, 100, 200, "a 100-200\n  b 110-180\n");
        appendStep(trace, 200, 300, "b 200-230\n");
        const StepRange last{.first = 11, .last = 12};
        const auto some = operatorStatistics(trace, OperatorGrouping::ByOperator, last);
        QCOMPARE(some.steps, int64_t(2));
        QVERIFY(some.range == last);
        QCOMPARE(QString::fromStdString(tableOf(some, trace)),
                 QString("b Forward: 2 calls, self 100, total 100, 30 to 70, mean 50\n"
                         "a Forward: 1 calls, self 30, total 100, 100 to 100, mean 100\n"));
        OperatorStatisticsBuilder slowly(last);
        while (!slowly.update(trace, 1)) {
        }
        QCOMPARE(tableOf(slowly.statistics(OperatorGrouping::ByOperator), trace), tableOf(some, trace));
        QVERIFY(operatorStatistics(trace, OperatorGrouping::ByOperator, {.first = 40}).rows.empty());
    }
};

QTEST_GUILESS_MAIN(TestStepBreakdown)
#include "test_step_breakdown.moc"
