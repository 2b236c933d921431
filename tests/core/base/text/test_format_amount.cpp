#include "core/base/text/format_amount.h"
#include "tests/support/std_string.h"

#include <QTest>

#include <limits>

using namespace stepscope;

class TestFormatAmount : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void timesAndBytesNeedNoOtherUnit()
    {
        QCOMPARE(formatAmount(1'234'000, ""), "1.23 ms");
        QCOMPARE(formatBareAmount(1'234'000, ""), "1.23 ms");
        QCOMPARE(formatAmount(1536, "bytes"), "1.50 KiB");
        QCOMPARE(amountNoun(""), "time");
        QCOMPARE(amountKey("self", ""), "self_us");
        QCOMPARE(plainAmount(1500, ""), 1.5);
    }

    void countsAreWrittenWithTheirUnit()
    {
        QCOMPARE(formatAmount(0, "samples"), "0 samples");
        QCOMPARE(formatAmount(999'999, "samples"), "999,999 samples");
        QCOMPARE(formatAmount(1'000'000, "samples"), "1.00 M samples");
        QCOMPARE(formatAmount(12'345'678'901, "instructions"), "12.3 G instructions");
        QCOMPARE(formatBareAmount(12'345, "instructions"), "12,345");
        QCOMPARE(formatBareAmount(2.5, "instructions"), "2.5");
        QCOMPARE(formatBareAmount(-2'500'000, "instructions"), "-2.50 M");
        QCOMPARE(formatAmount(std::numeric_limits<double>::quiet_NaN(), "samples"), "–");
        QCOMPARE(amountNoun("L2 misses"), "L2 misses");
        QCOMPARE(amountKey("self", "L2 misses"), "self_l2_misses");
        QCOMPARE(plainAmount(1500, "samples"), 1500.0);
    }
};

QTEST_GUILESS_MAIN(TestFormatAmount)
#include "test_format_amount.moc"
