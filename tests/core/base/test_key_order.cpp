#include "core/base/key_order.h"

#include <QTest>

#include <algorithm>
#include <limits>
#include <numeric>
#include <random>

using namespace stepscope;

namespace {

std::vector<uint32_t> ordered(const std::vector<double>& numbers, bool largestFirst)
{
    std::vector<uint32_t> order(numbers.size());
    std::iota(order.begin(), order.end(), 0U);
    std::vector<uint64_t> keys;
    for (const double number : numbers)
        keys.push_back(orderKey(number));
    orderByKeys(order, keys, largestFirst);
    return order;
}

} // namespace

class TestKeyOrder : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void keysLieAsTheirNumbersDo()
    {
        constexpr double infinite = std::numeric_limits<double>::infinity();
        QCOMPARE(ordered({1.5, -2.0, 0.0, infinite, -1e300, 1e-300, -infinite}, false),
                 (std::vector<uint32_t>{6, 4, 1, 2, 5, 0, 3}));
    }

    void whatIsNotKnownComesLastWhenTheLargestComeFirst()
    {
        QCOMPARE(ordered({std::nan(""), -1.0, 2.0}, true), (std::vector<uint32_t>{2, 1, 0}));
    }

    void equalKeysKeepTheirOrderInBothDirections()
    {
        QCOMPARE(ordered({1.0, 0.0, 1.0, -0.0}, true), (std::vector<uint32_t>{0, 2, 1, 3}));
        QCOMPARE(ordered({1.0, 0.0, 1.0, -0.0}, false), (std::vector<uint32_t>{1, 3, 0, 2}));
    }

    void manyAreInTheOrderThatComparingGives_data()
    {
        QTest::addColumn<bool>("largestFirst");
        QTest::newRow("falling") << true;
        QTest::newRow("rising") << false;
    }

    void manyAreInTheOrderThatComparingGives()
    {
        QFETCH(bool, largestFirst);
        std::mt19937_64 random(3);
        std::vector<double> numbers;
        for (int i = 0; i < 30'000; ++i)
            numbers.push_back(double(int64_t(random() >> (random() % 60))) * (i % 3 == 0 ? -1 : 1));
        std::vector<uint32_t> expected(numbers.size());
        std::iota(expected.begin(), expected.end(), 0U);
        std::ranges::stable_sort(expected, [&](uint32_t a, uint32_t b) {
            return largestFirst ? numbers[a] > numbers[b] : numbers[a] < numbers[b];
        });
        QVERIFY(ordered(numbers, largestFirst) == expected);
    }
};

QTEST_GUILESS_MAIN(TestKeyOrder)
#include "test_key_order.moc"
