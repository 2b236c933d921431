#include "core/trace/memory_profile.h"

#include "core/trace/event_layers.h"
#include "trace_text.h"

#include <QTest>

using namespace stepscope;
using namespace stepscope::test;

namespace {

/// Two steps of 100 ns, "conv" in layer "conv1" in each, with a block of 10 bytes that lives until the next
/// step and one of 100 that lives as long as the operator.
Trace twoSteps(int64_t secondNumber)
{
    Trace trace = traceOf("conv1 0-50 layer\n"
                          "  conv 10-40\n"
                          "relu 60-90 backward\n"
                          "conv1 100-150 layer\n"
                          "  conv 110-140\n"
                          "relu 160-190 backward\n");
    trace.steps = {{.number = 5, .durationNs = 100, .endEvent = EventId(3), .phase = StepPhase::Active},
                   {.number = secondNumber,
                    .startNs = 100,
                    .durationNs = 100,
                    .firstEvent = EventId(3),
                    .endEvent = EventId(6),
                    .phase = StepPhase::Active}};
    trace.allocations = {{.timeNs = 20, .bytes = 100, .address = 1, .event = EventId(1)},
                         {.timeNs = 30, .bytes = 10, .address = 2, .event = EventId(0)},
                         {.timeNs = 40, .bytes = -100, .address = 1, .event = EventId(1)},
                         {.timeNs = 70, .bytes = -77, .address = 99, .event = EventId(2)}, // was there before
                         {.timeNs = 120, .bytes = 100, .address = 1, .event = EventId(4)},
                         {.timeNs = 130, .bytes = 10, .address = 3, .event = EventId(3)},
                         {.timeNs = 135, .bytes = -10, .address = 2, .event = EventId(4)},
                         {.timeNs = 140, .bytes = -100, .address = 1, .event = EventId(4)}};
    return trace;
}

QString curveOf(const DeviceMemoryProfile& profile)
{
    QStringList points;
    for (const auto& point : profile.alive)
        points += QString("%1:%2").arg(point.timeNs).arg(point.bytes);
    return points.join(" ");
}

QString stepsOf(const DeviceMemoryProfile& profile)
{
    QStringList steps;
    for (const auto& step : profile.steps)
        steps += QString("%1: peak %2, end %3, %4 in %5")
                     .arg(step.number)
                     .arg(step.peakBytes)
                     .arg(step.endBytes)
                     .arg(step.allocatedBytes)
                     .arg(step.allocations);
    return steps.join("; ");
}

} // namespace

class TestMemoryProfile : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void countsWhatIsAlive()
    {
        const auto profiles = memoryProfile(twoSteps(6));
        QCOMPARE(profiles.size(), size_t(1));
        const auto& profile = profiles[0];
        QCOMPARE(profile.device, int16_t(-1));
        QCOMPARE(curveOf(profile), "20:100 30:110 40:10 120:110 130:120 135:110 140:10");
        QCOMPARE(stepsOf(profile), "5: peak 110, end 10, 110 in 2; 6: peak 120, end 10, 110 in 2");
        QCOMPARE(profile.blocks.size(), size_t(4));
    }

    void thePeakIsExplained()
    {
        const auto trace = twoSteps(6);
        const auto profile = memoryProfile(trace).front();
        QCOMPARE(profile.peakBytes, int64_t(120));
        QCOMPARE(profile.peakNs, int64_t(130));
        QStringList blocks;
        int64_t sum = 0;
        const auto atPeak = blocksAliveAt(profile, profile.peakNs);
        for (const auto& block : atPeak) {
            blocks += QString("%1 from %2").arg(block.bytes).arg(block.allocatedNs);
            sum += block.bytes;
        }
        QCOMPARE(blocks.join(", "), "100 from 120, 10 from 30, 10 from 130");
        QCOMPARE(sum, profile.peakBytes);

        const auto shares = memoryShares(trace, eventLayers(trace), atPeak);
        QCOMPARE(shares.size(), size_t(2));
        QCOMPARE(trace.names[shares[0].operatorName], std::string("conv"));
        QCOMPARE(trace.names[shares[0].layerName], std::string("conv1"));
        QCOMPARE(shares[0].bytes, int64_t(100));
        QCOMPARE(shares[1].operatorName, noName); // in the layer, but in no operator
        QCOMPARE(shares[1].bytes, int64_t(20));
        QCOMPARE(shares[1].blocks, int64_t(2));
    }

    void whatGrowsIsTold()
    {
        Trace trace = traceOf("a 0-10\nb 10-20\na 100-110\nb 110-120\na 200-210\nb 210-220\n");
        for (uint32_t i = 0; i < 3; ++i) {
            trace.steps.push_back({.number = i,
                                   .startNs = 100 * i,
                                   .durationNs = 100,
                                   .firstEvent = EventId(2 * i),
                                   .endEvent = EventId(2 * i + 2),
                                   .phase = StepPhase::Active});
            const int64_t time = 100 * i + 5;
            trace.allocations.push_back(
                {.timeNs = time, .bytes = 8, .address = 100 + i, .event = EventId(2 * i)}); // leaks
            trace.allocations.push_back(
                {.timeNs = time + 6, .bytes = 50, .address = 9, .event = EventId(2 * i + 1)});
            trace.allocations.push_back(
                {.timeNs = time + 7, .bytes = -50, .address = 9, .event = EventId(2 * i + 1)});
        }
        const auto growth = memoryGrowth(trace, eventLayers(trace), memoryProfile(trace).front());
        QCOMPARE(growth.steps, int64_t(2));
        QCOMPARE(growth.shares.size(), size_t(1));
        QCOMPARE(trace.names[growth.shares[0].operatorName], std::string("a"));
        QCOMPARE(growth.shares[0].bytes, int64_t(16));
        QCOMPARE(growth.shares[0].blocks, int64_t(2));

        trace.steps[1].number = 7; // a gap: too few on either side
        trace.steps[2].number = 8;
        QCOMPARE(memoryGrowth(trace, eventLayers(trace), memoryProfile(trace).front()).steps, int64_t(0));
    }

    void stepsThatDoNotFollowBeginAnew()
    {
        const auto profile = memoryProfile(twoSteps(9)).front();
        QCOMPARE(curveOf(profile), "20:100 30:110 40:10 100:0 120:100 130:110 140:10");
        QCOMPARE(profile.peakNs, int64_t(30)); // the first of two that are equal
        QCOMPARE(blocksAliveAt(profile, 30).size(), size_t(2));
        QCOMPARE(blocksAliveAt(profile, 100).size(), size_t(0));
    }

    void eachDeviceHasItsOwn()
    {
        auto trace = twoSteps(6);
        trace.allocations.push_back({.timeNs = 150, .bytes = 1000, .address = 1, .device = 0});
        const auto profiles = memoryProfile(trace);
        QCOMPARE(profiles.size(), size_t(2));
        QCOMPARE(profiles[0].peakBytes, int64_t(120));
        QCOMPARE(profiles[1].device, int16_t(0));
        QCOMPARE(profiles[1].peakBytes, int64_t(1000));
        QCOMPARE(profiles[1].steps[0].peakBytes, int64_t(0));
    }

    void threadsAreTakenInTheOrderOfTime()
    {
        Trace trace;
        trace.allocations = {{.timeNs = 10, .bytes = 5, .address = 1},
                             {.timeNs = 30, .bytes = -5, .address = 1},
                             {.timeNs = 20, .bytes = 7, .address = 2, .thread = ThreadId(1)}};
        const auto profile = memoryProfile(trace).front();
        QCOMPARE(curveOf(profile), "10:5 20:12 30:7");
        QVERIFY(profile.steps.empty());
    }

    void aMissedFreeIsNoLeak()
    {
        Trace trace;
        trace.allocations = {{.timeNs = 10, .bytes = 5, .address = 1},
                             {.timeNs = 20, .bytes = 7, .address = 1}};
        QCOMPARE(curveOf(memoryProfile(trace).front()), "10:5 20:7");
    }

    void blocksOfAnOperatorIncludeThoseOfWhatItCalls()
    {
        const Trace trace = traceOf("linear 0-100\n"
                                    "  addmm 10-90\n"
                                    "    launch 20-30 runtime\n"
                                    "relu 100-120\n");
        const std::vector<MemoryBlock> blocks{{.bytes = 1, .event = EventId(0)},
                                              {.bytes = 2, .event = EventId(2)},
                                              {.bytes = 4, .event = EventId(3)},
                                              {.bytes = 8, .event = noEvent}};
        const auto bytesOf = [&](const char* op) {
            int64_t bytes = 0;
            for (const auto& block : blocksOfOperator(trace, blocks, op))
                bytes += block.bytes;
            return bytes;
        };
        QCOMPARE(bytesOf("linear"), int64_t(3));
        QCOMPARE(bytesOf("addmm"), int64_t(2));
        QCOMPARE(bytesOf("relu"), int64_t(4));
        QCOMPARE(bytesOf("unknown"), int64_t(0));
    }

    void someBlocksHaveAPeakOfTheirOwn()
    {
        const std::vector<MemoryBlock> blocks{{.bytes = 10, .allocatedNs = 5, .freedNs = 20},
                                              {.bytes = 7, .allocatedNs = 20, .freedNs = 40},
                                              {.bytes = 5, .allocatedNs = 30}};
        QCOMPARE(peakTimeOf(blocks), int64_t(30)); // and not 20, when the first is freed
        QCOMPARE(peakTimeOf({}), int64_t(0));
    }

    void aTimeHasAPeakOfItsOwn()
    {
        Trace trace;
        trace.allocations = {
            {.timeNs = 5, .bytes = 10, .address = 1},   {.timeNs = 15, .bytes = 7, .address = 2},
            {.timeNs = 20, .bytes = -10, .address = 1}, {.timeNs = 30, .bytes = 5, .address = 3},
            {.timeNs = 40, .bytes = -7, .address = 2},  {.timeNs = 50, .bytes = 90, .address = 4}};
        const auto profile = memoryProfile(trace).front();
        QCOMPARE(curveOf(profile), "5:10 15:17 20:7 30:12 40:5 50:95");
        QCOMPARE(peakTimeWithin(profile, {0, 50}), int64_t(15));
        QCOMPARE(peakTimeWithin(profile, {18, 50}), int64_t(18)); // 17 bytes are in use at its start
        QCOMPARE(peakTimeWithin(profile, {20, 50}), int64_t(30)); // the first was freed then
        QCOMPARE(peakTimeWithin(profile, {0, 100}), int64_t(50));
        QCOMPARE(peakTimeWithin(profile, {1, 4}), int64_t(1));
        QCOMPARE(peakTimeWithin(profile, {60, 70}), int64_t(60));
    }

    void aPeakWithinATimeIsOfBlocksThatAreAliveThen()
    {
        Trace trace;
        trace.allocations = {{.timeNs = 10, .bytes = 8, .address = 1},
                             {.timeNs = 20, .bytes = 9, .address = 2}, // replaces the first one
                             {.timeNs = 20, .bytes = -8, .address = 1},
                             {.timeNs = 30, .bytes = 3, .address = 3}};
        const auto profile = memoryProfile(trace).front();
        QCOMPARE(curveOf(profile), "10:8 20:17 20:9 30:12");
        QCOMPARE(peakTimeWithin(profile, {0, 40}), int64_t(30));
        QCOMPARE(blocksAliveAt(profile, 30).size(), size_t(2));
    }

    void aTimeWithoutBytesInUsePeaksAtItsStart()
    {
        Trace trace;
        trace.allocations = {{.timeNs = 10, .bytes = 0, .address = 1}};
        QCOMPARE(peakTimeWithin(memoryProfile(trace).front(), {5, 20}), int64_t(5));
    }

    void nothingRecordedIsNothing() { QVERIFY(memoryProfile({}).empty()); }
};

QTEST_GUILESS_MAIN(TestMemoryProfile)
#include "test_memory_profile.moc"
