#include "ui/curves/curve_pyramid.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

using namespace stepscope::ui;

namespace {

const float notANumber = std::numeric_limits<float>::quiet_NaN();
const float infinity = std::numeric_limits<float>::infinity();

CurvePyramid noisy(size_t count)
{
    CurvePyramid pyramid;
    std::mt19937 random{7};
    std::normal_distribution<float> value;
    for (size_t i = 0; i < count; ++i)
        pyramid.append(value(random));
    return pyramid;
}

CurveExtremes byLookingAtAll(const CurvePyramid& pyramid, size_t first, size_t last)
{
    CurveExtremes found;
    for (size_t i = first; i < last; ++i)
        found.add(pyramid.values[i]);
    return found;
}

} // namespace

class TestCurvePyramid : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void findsTheExtremesOfAnyPart_data();
    void findsTheExtremesOfAnyPart();
    void growsValueByValue();
    void leavesOutWhatIsNotFinite();
    void remembersTheSmallestPositiveValue();
    void samplesNeverLoseAnExtreme_data();
    void samplesNeverLoseAnExtreme();
    void samplesAreAtMostTwoForAColumn();
    void fewValuesAreHandedOverAsTheyAre();
    void columnWithoutFiniteValueBecomesAGap();
};

void TestCurvePyramid::findsTheExtremesOfAnyPart_data()
{
    QTest::addColumn<int>("count");
    QTest::addColumn<int>("first");
    QTest::addColumn<int>("last");
    QTest::newRow("one value") << 1 << 0 << 1;
    QTest::newRow("within a bucket") << 100 << 3 << 9;
    QTest::newRow("a bucket") << 100 << 16 << 32;
    QTest::newRow("across buckets") << 100 << 15 << 33;
    QTest::newRow("all of an odd number") << 5003 << 0 << 5003;
    QTest::newRow("full levels") << 4096 << 0 << 4096;
    QTest::newRow("from the middle to the end") << 70'000 << 33'333 << 70'000;
    QTest::newRow("nearly all") << 70'000 << 1 << 69'999;
}

void TestCurvePyramid::findsTheExtremesOfAnyPart()
{
    QFETCH(int, count);
    QFETCH(int, first);
    QFETCH(int, last);
    const CurvePyramid pyramid = noisy(size_t(count));
    const CurveExtremes found = pyramid.extremes(size_t(first), size_t(last));
    const CurveExtremes expected = byLookingAtAll(pyramid, size_t(first), size_t(last));
    QCOMPARE(found.minimum, expected.minimum);
    QCOMPARE(found.maximum, expected.maximum);
    QCOMPARE(found.minimumPositive, expected.minimumPositive);
}

void TestCurvePyramid::growsValueByValue()
{
    CurvePyramid pyramid;
    QVERIFY(!pyramid.extremes(0, 10).any());
    for (int i = 0; i < 1000; ++i) {
        pyramid.append(float((i * 37) % 1000));
        const CurveExtremes found = pyramid.extremes(0, pyramid.size());
        const CurveExtremes expected = byLookingAtAll(pyramid, 0, pyramid.size());
        QCOMPARE(found.minimum, expected.minimum);
        QCOMPARE(found.maximum, expected.maximum);
    }
    pyramid.clear();
    QCOMPARE(pyramid.size(), size_t(0));
    QVERIFY(!pyramid.extremes(0, 1000).any());
}

void TestCurvePyramid::leavesOutWhatIsNotFinite()
{
    CurvePyramid pyramid;
    for (int i = 0; i < 40; ++i)
        pyramid.append(i == 20 ? infinity : i == 21 ? -infinity : i % 2 ? notANumber : 5.0F + float(i));
    const CurveExtremes found = pyramid.extremes(0, 40);
    QCOMPARE(found.minimum, 5.0F);
    QCOMPARE(found.maximum, 43.0F);
}

void TestCurvePyramid::remembersTheSmallestPositiveValue()
{
    CurvePyramid pyramid;
    for (int i = 0; i < 100; ++i)
        pyramid.append(i == 50 ? 0.25F : i == 60 ? -3.0F : 0.0F);
    const CurveExtremes found = pyramid.extremes(0, 100);
    QCOMPARE(found.minimum, -3.0F);
    QCOMPARE(found.minimumPositive, 0.25F);
}

void TestCurvePyramid::samplesNeverLoseAnExtreme_data()
{
    QTest::addColumn<int>("spike");
    for (const int spike : {0, 1, 15, 16, 255, 256, 4095, 4096, 49'999, 65'535, 65'536, 99'999})
        QTest::addRow("spike at %d", spike) << spike;
}

void TestCurvePyramid::samplesNeverLoseAnExtreme()
{
    QFETCH(int, spike);
    CurvePyramid pyramid;
    for (int i = 0; i < 100'000; ++i)
        pyramid.append(i == spike ? 100.0F : 0.5F);
    std::vector<size_t> boundaries;
    for (size_t column = 0; column <= 300; ++column)
        boundaries.push_back(column * 100'000 / 300);
    std::vector<CurveSample> samples;
    sampleColumns(pyramid, boundaries, samples);
    QVERIFY(std::any_of(samples.begin(), samples.end(), [](auto& sample) { return sample.value == 100.0F; }));
}

void TestCurvePyramid::samplesAreAtMostTwoForAColumn()
{
    const CurvePyramid pyramid = noisy(100'000);
    std::vector<size_t> boundaries;
    for (size_t column = 0; column <= 777; ++column)
        boundaries.push_back(column * 100'000 / 777);
    std::vector<CurveSample> samples;
    sampleColumns(pyramid, boundaries, samples);
    QVERIFY(samples.size() <= 2 * 777);
    QVERIFY(
        std::is_sorted(samples.begin(), samples.end(), [](auto& a, auto& b) { return a.index < b.index; }));
}

void TestCurvePyramid::fewValuesAreHandedOverAsTheyAre()
{
    CurvePyramid pyramid;
    for (const float value : {4.0F, 2.0F, 3.0F, 1.0F})
        pyramid.append(value);
    const std::vector<size_t> boundaries{0, 1, 1, 3, 9};
    std::vector<CurveSample> samples;
    sampleColumns(pyramid, boundaries, samples);
    QCOMPARE(samples.size(), size_t(4));
    for (size_t i = 0; i < 4; ++i) {
        QCOMPARE(samples[i].index, i);
        QCOMPARE(samples[i].value, pyramid.values[i]);
    }
}

void TestCurvePyramid::columnWithoutFiniteValueBecomesAGap()
{
    CurvePyramid pyramid;
    for (int i = 0; i < 30; ++i)
        pyramid.append(i >= 10 && i < 20 ? infinity : 1.0F);
    const std::vector<size_t> boundaries{0, 10, 20, 30};
    std::vector<CurveSample> samples;
    sampleColumns(pyramid, boundaries, samples);
    QCOMPARE(samples.size(), size_t(5));
    QCOMPARE(samples[1].value, 1.0F);
    QVERIFY(std::isnan(samples[2].value));
    QCOMPARE(samples[3].value, 1.0F);
}

QTEST_APPLESS_MAIN(TestCurvePyramid)
#include "test_curve_pyramid.moc"
