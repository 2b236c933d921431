#include "core/machine/core_usage.h"

#include <QtTest>

#include <cmath>

using namespace stepscope;

class TestCoreUsage : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readsTheTicksOfEachProcessor()
    {
        const auto cores = parseCoreTicks("cpu  300 0 60 900 40 3 7 2 50 0\n"
                                          "cpu0 100 5 20 400 30 1 2 3 50 0\n"
                                          "cpu1 200 0 40 500 10 2 5 0 0 0\n"
                                          "intr 12345 0 9\n"
                                          "cpu2 1 1 1 1\n");
        QCOMPARE(cores.size(), size_t(2));
        QCOMPARE(cores[0].total, 561); // the 50 of guests are among the first 100
        QCOMPARE(cores[0].busy, 131);
        QCOMPARE(cores[1].total, 757);
        QCOMPARE(cores[1].busy, 247);
    }

    void aProcessorThatIsOffLeavesAGap()
    {
        const auto cores =
            parseCoreTicks("cpu  0 0 0 0\ncpu0 1 0 0 9 0 0 0 0\ncpu2 2 0 0 8 0 0 0 0\nintr 0\n");
        QCOMPARE(cores.size(), size_t(3));
        QCOMPARE(cores[1].total, 0);
        QCOMPARE(cores[2].busy, 2);
    }

    void whatItCannotReadIsNotThere_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<size_t>("cores");
        QTest::newRow("nothing") << QByteArray() << size_t(0);
        QTest::newRow("another file") << QByteArray("MemTotal: 12 kB\n") << size_t(0);
        QTest::newRow("an odd number") << QByteArray("cpux 1 2 3 4\n") << size_t(0);
        QTest::newRow("too large a number") << QByteArray("cpu99999999 1 2 3 4\n") << size_t(0);
        QTest::newRow("cut short") << QByteArray("cpu 1\ncpu0 1 2 3 4 5 6 7 8\ncpu1 1 2") << size_t(2);
    }

    void whatItCannotReadIsNotThere()
    {
        QFETCH(QByteArray, text);
        QFETCH(size_t, cores);
        QCOMPARE(parseCoreTicks({text.constData(), size_t(text.size())}).size(), cores);
    }

    void useIsTheShareOfTimeBetweenTwoLooks()
    {
        const std::vector<CoreTicks> before{{100, 1000}, {50, 1000}, {10, 100}, {0, 0}};
        const std::vector<CoreTicks> after{{125, 1100}, {150, 1100}, {10, 100}, {5, 50}, {1, 2}};
        const auto use = coreUsePercent(before, after);
        QCOMPARE(use.size(), size_t(5));
        QCOMPARE(use[0], 25.0F);
        QCOMPARE(use[1], 100.0F);
        QVERIFY(std::isnan(use[2])); // no tick since
        QVERIFY(std::isnan(use[3])); // was off
        QVERIFY(std::isnan(use[4])); // is new
    }

    /// The kernel's count of time spent on disks can fall.
    void useStaysWithinItsBounds()
    {
        QCOMPARE(coreUsePercent({{100, 1000}}, {{90, 1010}})[0], 0.0F);
        QCOMPARE(coreUsePercent({{100, 1000}}, {{120, 1010}})[0], 100.0F);
    }
};

QTEST_GUILESS_MAIN(TestCoreUsage)
#include "test_core_usage.moc"
