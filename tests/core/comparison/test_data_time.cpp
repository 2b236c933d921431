#include "core/comparison/data_time.h"
#include "tests/core/trace/trace_text.h"

#include <QTest>

#include <cmath>

using namespace stepscope;
using namespace stepscope::test;

namespace {

/// Steps of 100 ns, one after another, that wait this long for their data.
Trace stepsThatWait(const std::vector<int64_t>& waits)
{
    Trace trace;
    for (const int64_t wait : waits) {
        const int64_t start = 100 * int64_t(trace.steps.size());
        const EventId first = trace.endEvent();
        appendEvents(trace, fmt::format("next_batch {}-{} data\nconv2d {}-{}\n", start, start + wait,
                                        start + wait, start + 100));
        trace.steps.push_back({.number = int64_t(trace.steps.size()),
                               .startNs = start,
                               .durationNs = 100,
                               .firstEvent = first,
                               .endEvent = trace.endEvent(),
                               .phase = StepPhase::Active});
    }
    return trace;
}

std::optional<DataTime> dataTime(const std::vector<int64_t>& waits)
{
    return dataTimeOf(stepsThatWait(waits), {});
}

} // namespace

class TestDataTime : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void figuresAreThoseWorkedOutByHand()
    {
        const auto data = dataTime({10, 20, 60});
        QCOMPARE(data->steps, int64_t(3));
        QCOMPARE(data->medianNs, 20.0);
        QCOMPARE(data->p95Ns, 56.0);
        QCOMPARE(data->share, 0.3);
        QVERIFY(!data->hasPercentiles());
        QVERIFY(!data->interval); // too few steps
    }

    void theShareOfManyStepsHasAnInterval()
    {
        std::vector<int64_t> waits(30, 10);
        for (const size_t step : {0, 4, 6, 11, 13, 18, 22, 23, 28, 29})
            waits[step] = 40; // most steps do not wait for long, so the median says little
        const auto data = dataTime(waits);
        QVERIFY(data->hasPercentiles());
        QCOMPARE(data->medianNs, 10.0);
        QCOMPARE(data->share, 0.2);
        QVERIFY(data->interval->low > 0.13 && data->interval->low < 0.18);
        QVERIFY(data->interval->high > 0.22 && data->interval->high < 0.3);

        const auto steady = dataTime(std::vector<int64_t>(24, 10));
        QVERIFY(std::abs(steady->interval->low - 0.1) < 1e-9);
        QVERIFY(std::abs(steady->interval->high - 0.1) < 1e-9);
        QVERIFY(!dataTime(std::vector<int64_t>(24, 0))->interval);
    }

    void theShareOfTwoLongWaitsHasNoInterval()
    {
        std::vector<int64_t> waits(50, 0);
        waits[10] = waits[30] = 90;
        const auto data = dataTime(waits);
        QCOMPARE(data->share, 0.036);
        QVERIFY(!data->interval);
    }

    void whatIsNotToldApartIsNotKnown()
    {
        QVERIFY(!dataTimeOf({}, {}));
        Trace trace = stepsThatWait({10, 10});
        for (Pass& pass : trace.pass)
            pass = Pass::Forward;
        QVERIFY(!dataTimeOf(trace, {}));
        trace = stepsThatWait({10, 10});
        trace.steps.clear();
        QVERIFY(!dataTimeOf(trace, {}));
    }

    void eachRankHasItsOwn()
    {
        Trace trace = stepsThatWait({10, 10});
        trace.threads = {{.id = 1, .name = "training", .process = 0}};
        QVERIFY(dataTimeOf(trace, {}));
        trace.threads.push_back({.id = 2, .name = "training", .process = 1});
        QVERIFY(!dataTimeOf(trace, {}));
    }
};

QTEST_GUILESS_MAIN(TestDataTime)
#include "test_data_time.moc"
