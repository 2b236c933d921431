#include "core/base/median.h"
#include "core/comparison/bootstrap.h"

#include <QtTest>

#include <algorithm>
#include <cmath>
#include <random>

using namespace stepscope;

namespace {

/// Step times of a machine that drifts: exponentials of an autoregressive series, so that the median is
/// `medianNs`.
class Machine
{
public:
    explicit Machine(uint32_t seed, double memory = 0.5, double spread = 0.05)
        : m_random(seed)
        , m_memory(memory)
        , m_spread(spread)
    {
    }

    std::vector<double> steps(size_t count, double medianNs)
    {
        std::vector<double> times(count);
        double state = m_normal(m_random);
        for (double& time : times) {
            state = m_memory * state + std::sqrt(1 - m_memory * m_memory) * m_normal(m_random);
            time = medianNs * std::exp(m_spread * state);
        }
        return times;
    }

private:
    std::mt19937 m_random;
    std::normal_distribution<double> m_normal;
    double m_memory;
    double m_spread;
};

constexpr DifferenceTest anyEffect{.minimumEffect = 0.0, .resamples = 400};
constexpr DifferenceTest quick{.resamples = 400};

RatioEstimate ratioOf(const std::vector<double>& run, const std::vector<double>& baseline,
                      const DifferenceTest& test = {})
{
    return estimateOf(logRatioOfMedians(sampleMedian(run, test, 1), sampleMedian(baseline, test, 0), 1.0),
                      test);
}

/// How many of `pairs` pairs of runs whose medians have this ratio get this verdict.
template<typename Ends>
int count(int pairs, size_t steps, double ratio, const DifferenceTest& test, Ends&& ends, double memory = 0.5)
{
    int counted = 0;
    Machine machine(7, memory);
    for (int pair = 0; pair < pairs; ++pair) {
        const auto baseline = machine.steps(steps, 4e6);
        counted += ends(ratioOf(machine.steps(steps, 4e6 * ratio), baseline, test));
    }
    return counted;
}

bool isCalledDifferent(const RatioEstimate& estimate)
{
    return isDifference(estimate.verdict);
}

} // namespace

class TestBootstrap : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theMedianLiesInTheMiddle()
    {
        QCOMPARE(medianOf(std::vector{3.0}), 3.0);
        QCOMPARE(medianOf(std::vector{9.0, 1.0, 5.0}), 5.0);
        QCOMPARE(medianOf(std::vector{9.0, 1.0, 5.0, 6.0}), 5.5);
    }

    void theUpperMedianIsOneOfTheValues()
    {
        QCOMPARE(upperMedianOf({}), int64_t(0));
        QCOMPARE(upperMedianOf({9, 1, 5}), int64_t(5));
        QCOMPARE(upperMedianOf({9, 1, 5, 6}), int64_t(6));
    }

    void aBlockSuitsTheAutocorrelation()
    {
        const auto lengthOf = [](size_t steps, double memory) {
            return blockLengthFor(Machine(3, memory).steps(steps, 1e6));
        };
        QCOMPARE(blockLengthFor({}), 1U);
        QCOMPARE(lengthOf(1, 0.0), 1U);
        QCOMPARE(lengthOf(27, 0.0), 3U); // too few to tell
        QVERIFY(lengthOf(1000, 0.0) >= 10 && lengthOf(1000, 0.0) <= 15);
        QVERIFY2(lengthOf(1000, 0.9) >= 30, qPrintable(QString::number(lengthOf(1000, 0.9))));
        QCOMPARE(lengthOf(1000, 0.999), 100U); // never more than a tenth
        QCOMPARE(blockLengthFor(std::vector<double>(1000, 5.0)), 10U);
    }

    void resamplesAreMadeOfWholeBlocks()
    {
        // Blocks of 3 of 0 1 2 0 1 2 ...: every block has one of each, wherever it starts.
        std::vector<double> series;
        for (int i = 0; i < 27; ++i)
            series.push_back(i % 3);
        const BlockResampler resampler(series.size(), 3, {}, 0);
        QCOMPARE(resampler.blockLength(), 3U);
        QCOMPARE(resampler.blocks(), 9U);
        for (const double mean : resampler.means(series))
            QCOMPARE(mean, 1.0);
        for (const double median : resampler.medians(series))
            QCOMPARE(median, 1.0);
    }

    void mediansOfResamplesAreThoseOfTheStepsDrawn()
    {
        // Two values only: the mean of a resample shows how many were the larger one, and so what its median
        // is.
        std::mt19937 random(3);
        std::vector<double> series(40);
        for (double& value : series)
            value = random() % 2 == 0 ? 0.0 : 1.0;
        const BlockResampler resampler(series.size(), 4, {}, 5);
        const auto means = resampler.means(series);
        const auto medians = resampler.medians(series);
        QCOMPARE(means.size(), 1000U);
        for (size_t i = 0; i < means.size(); ++i)
            QCOMPARE(medians[i], means[i] == 0.5 ? 0.5 : std::round(means[i]));
        QVERIFY(std::ranges::count(medians, 0.0) > 0);
        QVERIFY(std::ranges::count(medians, 1.0) > 0);
    }

    void equalArgumentsGiveEqualIntervals()
    {
        Machine machine(1);
        const auto a = machine.steps(200, 1e6);
        const auto b = machine.steps(200, 1e6);
        const auto first = ratioOf(a, b);
        const auto second = ratioOf(a, b);
        QCOMPARE(first.interval.low, second.interval.low);
        QCOMPARE(first.interval.high, second.interval.high);
        QVERIFY(first.interval.low < first.ratio && first.ratio < first.interval.high);
        QVERIFY(ratioOf(a, b, {.seed = 2}).interval.low != first.interval.low);
    }

    void constantStepsHaveAnIntervalWithoutWidth()
    {
        const std::vector<double> baseline(100, 2e6);
        const std::vector<double> slower(100, 3e6);
        const auto estimate = ratioOf(slower, baseline);
        QCOMPARE(estimate.ratio, 1.5);
        QCOMPARE(estimate.interval.low, 1.5);
        QCOMPARE(estimate.interval.high, 1.5);
        QCOMPARE(estimate.verdict, Verdict::Slower);
        QCOMPARE(ratioOf(baseline, slower).verdict, Verdict::Faster);
        QCOMPARE(ratioOf(baseline, baseline).verdict, Verdict::Same);
    }

    void fewStepsAreNotSampled()
    {
        QVERIFY(!sampleMedian(std::vector<double>(19, 1e6), {}, 0).isSampled);
        QCOMPARE(sampleMedian(std::vector<double>(19, 1e6), {}, 0).median, 1e6);
        QVERIFY(sampleMedian(std::vector<double>(20, 1e6), {}, 0).isSampled);
        QVERIFY(!sampleMedian({}, {}, 0).isSampled);
    }

    void theIntervalCoversTheTrueRatio()
    {
        const auto covers = [](const RatioEstimate& estimate) {
            return estimate.interval.low <= 1.2 && 1.2 <= estimate.interval.high;
        };
        // 95 % of 200 are 190, with a standard deviation of 3.1.
        const int independent = count(200, 300, 1.2, anyEffect, covers, 0.0);
        QVERIFY2(independent >= 182 && independent < 200, qPrintable(QString::number(independent)));
        const int correlated = count(200, 300, 1.2, anyEffect, covers, 0.7);
        QVERIFY2(correlated >= 180 && correlated < 200, qPrintable(QString::number(correlated)));
        const int few = count(200, 50, 1.2, anyEffect, covers, 0.3);
        QVERIFY2(few >= 180 && few < 200, qPrintable(QString::number(few)));
    }

    void equalRunsAreRarelyCalledDifferent()
    {
        const int ofShortRuns = count(200, 60, 1.0, quick, isCalledDifferent);
        QVERIFY2(ofShortRuns <= 16, qPrintable(QString::number(ofShortRuns)));
        const int ofLongRuns = count(40, 5000, 1.0, quick, isCalledDifferent, 0.9);
        QVERIFY2(ofLongRuns <= 3, qPrintable(QString::number(ofLongRuns)));
    }

    void anEffectOfTenPercentIsFound()
    {
        const auto slower = [](const RatioEstimate& estimate) { return estimate.verdict == Verdict::Slower; };
        const auto faster = [](const RatioEstimate& estimate) { return estimate.verdict == Verdict::Faster; };
        QVERIFY(count(100, 200, 1.1, quick, slower) >= 98);
        QVERIFY(count(100, 200, 0.9, quick, faster) >= 98);
        QCOMPARE(count(100, 200, 1.1, quick, faster), 0);
    }

    void oddStepsDoNotMoveTheResult()
    {
        Machine machine(4);
        auto run = machine.steps(400, 1e6);
        const auto baseline = machine.steps(400, 1e6);
        for (size_t i = 0; i < run.size(); i += 20)
            run[i] *= 50; // the system was busy
        QCOMPARE(ratioOf(run, baseline).verdict, Verdict::Same);
    }

    void aLongRunIsResampledFromAllItsParts()
    {
        // The last two fifths take half as long again. If they were left out, the interval would not include
        // that.
        std::vector<double> run(40'000, 1e6);
        std::fill(run.begin() + 24'000, run.end(), 1.5e6);
        const std::vector<double> baseline(40'000, 1e6);
        const auto estimate = ratioOf(run, baseline);
        QCOMPARE(estimate.ratio, 1.0);
        QVERIFY(estimate.interval.high >= 1.5);
        QCOMPARE(estimate.verdict, Verdict::Unclear);
    }

    void theIntervalOfAShareContainsIt_data()
    {
        QTest::addColumn<int>("steps");
        QTest::addColumn<uint32_t>("everyOf"); // one step in this many waits for long, at random
        QTest::addColumn<double>("wait");      // the others wait for 1
        QTest::addColumn<int>("fewestKnown");  // intervals, of 200 runs
        QTest::addColumn<double>("widest");    // on average

        // Of 2,000 runs, 100, 84, 100, 96 and 100 % have an interval, and 96, 96, 96, 98 and 96 % of these
        // contain the share.
        QTest::addRow("a third waits") << 60 << 3U << 10.0 << 200 << 0.013;
        QTest::addRow("few wait for long") << 200 << 25U << 2000.0 << 160 << 0.32;
        QTest::addRow("one in ten waits for long") << 200 << 10U << 2000.0 << 195 << 0.26;
        QTest::addRow("one in five of few steps") << 50 << 5U << 2000.0 << 180 << 0.4;
        QTest::addRow("even waits") << 50 << 1U << 50.0 << 200 << 0.035;
    }

    void theIntervalOfAShareContainsIt()
    {
        QFETCH(int, steps);
        QFETCH(uint32_t, everyOf);
        QFETCH(double, wait);
        QFETCH(int, fewestKnown);
        QFETCH(double, widest);
        // The training itself takes 250, and waits differ by up to a half.
        const double data = (wait + double(everyOf) - 1.0) / double(everyOf);
        const double share = data / (data + 250.0);
        std::mt19937 random(7);
        int known = 0;
        int covered = 0;
        double width = 0.0;
        for (int trial = 0; trial < 200; ++trial) {
            std::vector<double> parts;
            std::vector<double> wholes;
            for (int step = 0; step < steps; ++step) {
                const double about = 0.5 + double(random() % 1000) / 999;
                parts.push_back(about * (random() % everyOf == 0 ? wait : 1.0));
                wholes.push_back(parts.back() + 250.0);
            }
            const auto interval = intervalOfShare(parts, wholes, {});
            if (!interval)
                continue;
            ++known;
            covered += interval->low <= share && share <= interval->high;
            width += interval->high - interval->low;
        }
        // 95 % of 200 are 190, with a standard deviation of 3.1.
        QVERIFY2(known >= fewestKnown, qPrintable(QString::number(known)));
        QVERIFY2(covered >= 0.91 * known, qPrintable(QString("%1 of %2").arg(covered).arg(known)));
        QVERIFY2(width / known <= widest, qPrintable(QString::number(width / known)));
    }

    void aShareThatAFewWaitsDecideHasNoInterval()
    {
        const auto interval = [](int waits, double otherwise) {
            std::vector<double> parts(50, otherwise);
            std::vector<double> wholes(50, 5.0 + otherwise);
            for (int i = 0; i < waits; ++i) {
                parts[size_t(3 + i * 50 / waits)] = 40.0;
                wholes[size_t(3 + i * 50 / waits)] = 45.0;
            }
            return intervalOfShare(parts, wholes, {});
        };
        for (const double otherwise : {0.02, 0.0}) {
            QVERIFY(!interval(1, otherwise));
            QVERIFY(!interval(2, otherwise));
            QVERIFY(!interval(4, otherwise));
            const auto ofFive = interval(5, otherwise); // 44 %
            QVERIFY(ofFive && ofFive->low > 0.2 && ofFive->low < 0.4);
            QVERIFY(ofFive->high > 0.5 && ofFive->high < 0.7);
        }
        const auto ofNone = interval(0, 0.02);
        QVERIFY(ofNone && ofNone->low <= 0.02 / 5.02 && 0.02 / 5.02 <= ofNone->high);
        QVERIFY(ofNone->high - ofNone->low < 1e-9);
        QVERIFY(!interval(0, 0.0));
        // Short waits of the other steps count as well: together they are longer than the two.
        const auto ofMany = interval(2, 4.0); // 52 %
        QVERIFY(ofMany && ofMany->low > 0.4 && ofMany->low < 0.5);
        QVERIFY(ofMany->high > 0.55 && ofMany->high < 0.65);
    }

    void equalPartsCountOneByOne()
    {
        QCOMPARE(effectiveCount(std::vector<double>(50, 3.0)), 50.0);
        QCOMPARE(effectiveCount(std::vector{0.0, 2.0, 0.0, 2.0}), 2.0);
        QCOMPARE(effectiveCount(std::vector{1.0, 3.0}), 1.6);
        QCOMPARE(effectiveCount(std::vector{0.0, 0.0}), 0.0);
        QCOMPARE(effectiveCount({}), 0.0);
    }

    void noShareExceedsTheWhole()
    {
        const std::vector<double> ones(20, 1.0);
        std::vector<double> others(20, 1.0);
        for (const size_t step : {0, 3, 4, 8, 9, 13, 18})
            others[step] = 1.5;
        const auto interval = intervalOfShare(ones, others, {}); // 85 %
        QVERIFY(interval->low > 0.7 && interval->low < 0.84);
        QVERIFY(interval->high > 0.86 && interval->high < 0.96);
    }

    void aShareNeedsSeveralStepsWithBothParts()
    {
        const std::vector<double> ones(20, 1.0);
        const std::vector<double> twos(20, 2.0);
        std::vector<double> others(20, 1.0);
        others[3] = 30.0; // one step decides
        QVERIFY(intervalOfShare(ones, twos, {}));
        QVERIFY(!intervalOfShare(ones, others, {}));
        QVERIFY(!intervalOfShare(std::vector<double>(19, 1.0), std::vector<double>(19, 2.0), {}));
        QVERIFY(!intervalOfShare(std::vector<double>(20, 0.0), ones, {}));
        QVERIFY(!intervalOfShare(ones, ones, {}));
    }

    void theVarianceIsWidenedForFewBlocks()
    {
        const std::vector<double> resampled = {std::exp(1.0), std::exp(3.0)};
        QVERIFY(std::abs(logVarianceOf(resampled, 1'000'000'000) - 1.0) < 1e-6);
        QVERIFY(std::abs(logVarianceOf(resampled, 10) - 10.0 / 9.0) < 1e-9);
    }
};

QTEST_GUILESS_MAIN(TestBootstrap)
#include "test_bootstrap.moc"
