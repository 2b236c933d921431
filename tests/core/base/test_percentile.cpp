#include "core/base/percentile.h"

#include <QtTest>

#include <random>
#include <vector>

using namespace stepscope;

class TestPercentile : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// As numpy.percentile([10, 20, 30, 40, 50], …).
    void betweenTwoValuesItIsLinear()
    {
        const std::vector<int64_t> sorted{10, 20, 30, 40, 50};
        QCOMPARE(percentile(sorted, 0.0), 10.0);
        QCOMPARE(percentile(sorted, 0.05), 12.0);
        QCOMPARE(percentile(sorted, 0.5), 30.0);
        QCOMPARE(percentile(sorted, 1.0), 50.0);
    }

    void selectionGivesThoseOfSortedValues()
    {
        std::mt19937_64 random(7);
        for (size_t size = 1; size < 300; ++size) {
            std::vector<int64_t> values(size);
            for (auto& value : values)
                value = int64_t(random() % 50); // with some that are equal
            auto sorted = values;
            std::ranges::sort(sorted);
            PercentileSelection selection(values);
            for (const double share : {0.5, 0.05, 0.95, 0.0, 1.0, 0.25, 0.5})
                QCOMPARE(selection.percentile(share), percentile(sorted, share));
            std::ranges::sort(values);
            QCOMPARE(values, sorted); // none was lost
        }
    }
};

QTEST_GUILESS_MAIN(TestPercentile)
#include "test_percentile.moc"
