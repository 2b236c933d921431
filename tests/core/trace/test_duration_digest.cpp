#include "core/trace/duration_digest.h"

#include "core/base/percentile.h"

#include <QTest>

#include <algorithm>
#include <random>

using namespace stepscope;

namespace {

DurationDigest digestOf(const std::vector<int64_t>& durations)
{
    DurationDigest digest;
    for (const int64_t duration : durations)
        digest.add(duration);
    return digest;
}

std::vector<int64_t> manyDurations(size_t count)
{
    std::mt19937 random(5);
    std::lognormal_distribution<double> durations(9.0, 1.2); // 8 µs in the middle, with a long tail
    std::vector<int64_t> made;
    for (size_t i = 0; i < count; ++i)
        made.push_back(int64_t(durations(random)));
    return made;
}

int64_t callsOf(const std::vector<DurationDigest::Bin>& bins)
{
    int64_t calls = 0;
    for (const auto& bin : bins)
        calls += bin.calls;
    return calls;
}

} // namespace

class TestDurationDigest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void percentilesLieBetweenTheirNeighbors()
    {
        std::vector<int64_t> durations;
        for (int64_t i = 20; i > 0; --i)
            durations.push_back(10 * i);
        const auto spread = digestOf(durations).spread(200);
        QVERIFY(spread.isExact);
        QCOMPARE(spread.p5Ns, 19.5); // numpy.percentile([10, 20, .. 200], 5)
        QCOMPARE(spread.p50Ns, 105.0);
        QCOMPARE(spread.p95Ns, 190.5);
        QCOMPARE(spread.restP50Ns, 100.0); // of 10 .. 190
    }

    void theFirstCallIsNotAmongTheRest()
    {
        QCOMPARE(digestOf({900, 10, 10, 20}).spread(900).restP50Ns, 10.0);
        QCOMPARE(digestOf({10, 10}).spread(10).restP50Ns, 10.0); // one of two equal ones
        QCOMPARE(digestOf({7}).spread(7).restP50Ns, 0.0);
        QCOMPARE(digestOf({0, 0, 0}).spread(0).p95Ns, 0.0);
    }

    void manyCallsStayWithinTheErrorThatIsPromised()
    {
        auto durations = manyDurations(200'000);
        const auto digest = digestOf(durations);
        QVERIFY(!digest.isExact());
        const int64_t first = durations.front();
        const auto spread = digest.spread(first);
        std::ranges::sort(durations);
        const auto isNear = [](double figure, double exact) {
            return std::abs(figure - exact) <= 0.008 * exact;
        };
        QVERIFY(isNear(spread.p5Ns, percentile(durations, 0.05)));
        QVERIFY(isNear(spread.p50Ns, percentile(durations, 0.5)));
        QVERIFY(isNear(spread.p95Ns, percentile(durations, 0.95)));
        QVERIFY(isNear(spread.restP50Ns, percentile(durations, 0.5)));
    }

    void shortDurationsStayExactHoweverMany()
    {
        DurationDigest digest;
        for (int i = 0; i < 100'000; ++i)
            digest.add(i % 2 == 0 ? 100 : 255);
        const auto spread = digest.spread(100);
        QCOMPARE(spread.p5Ns, 100.0);
        QCOMPARE(spread.p95Ns, 255.0);
    }

    void sumsAreAsIfAllHadBeenAddedToOne_data()
    {
        QTest::addColumn<int>("left");
        QTest::addColumn<int>("right");
        QTest::newRow("both exact") << 100 << 200;
        QTest::newRow("exact that become too many") << 600 << 700;
        QTest::newRow("exact and counted") << 50 << 5'000;
        QTest::newRow("counted and exact") << 5'000 << 50;
        QTest::newRow("both counted") << 5'000 << 3'000;
        QTest::newRow("nothing and counted") << 0 << 3'000;
    }

    void sumsAreAsIfAllHadBeenAddedToOne()
    {
        QFETCH(int, left);
        QFETCH(int, right);
        const auto all = manyDurations(size_t(left + right));
        auto sum = digestOf({all.begin(), all.begin() + left});
        sum.add(digestOf({all.begin() + left, all.end()}));
        const auto whole = digestOf(all);
        QCOMPARE(sum.calls(), whole.calls());
        QCOMPARE(sum.spread(all[0]).p5Ns, whole.spread(all[0]).p5Ns);
        QCOMPARE(sum.spread(all[0]).p95Ns, whole.spread(all[0]).p95Ns);
        QCOMPARE(sum.histogram(8).front().calls, whole.histogram(8).front().calls);
    }

    void theHistogramHoldsEveryCall()
    {
        const auto bins = digestOf({100, 100, 1'500, 10'000}).histogram(4);
        QCOMPARE(bins.size(), size_t(4));
        QCOMPARE(bins.front().fromNs, 100.0);
        QCOMPARE(bins.back().toNs, 10'000.0);
        QCOMPARE(bins[0].calls, 2);
        QCOMPARE(bins[1].calls, 0);
        QCOMPARE(bins[2].calls, 1);
        QCOMPARE(bins[3].calls, 1); // the longest belongs to the last
        QCOMPARE(callsOf(digestOf(manyDurations(50'000)).histogram(32)), 50'000);
    }

    void equalDurationsAreOneBin()
    {
        QCOMPARE(digestOf({5, 5, 5}).histogram(10).size(), size_t(1));
        QCOMPARE(digestOf({0, 0}).histogram(10).front().calls, 2);
        QVERIFY(DurationDigest().histogram(10).empty());
    }
};

QTEST_GUILESS_MAIN(TestDurationDigest)
#include "test_duration_digest.moc"
