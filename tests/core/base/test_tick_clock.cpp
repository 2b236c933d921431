#include "core/base/tick_clock.h"

#include <QTest>

#include <ctime>

using namespace stepscope;

namespace {

/// How far apart the two clocks may be: a tick's length is measured over two milliseconds at first.
constexpr int64_t toleranceNs = 50'000;

void sleepMs(long ms)
{
    const timespec time{0, ms * 1'000'000};
    nanosleep(&time, nullptr);
}

} // namespace

class TestTickClock : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void showsTheTimeOfTheMonotonicClock()
    {
        TickClock clock;
        for (int i = 0; i < 20; ++i) {
            sleepMs(5);
            const auto before = monotonicNs();
            const auto shown = clock.nowNs();
            const auto after = monotonicNs();
            QVERIFY2(shown >= before - toleranceNs && shown <= after + toleranceNs,
                     qPrintable(QString("%1 is not in %2 to %3").arg(shown).arg(before).arg(after)));
        }
    }

    void isNotPushedAheadByTies()
    {
        TickClock clock;
        for (int i = 0; i < 20'000; ++i)
            clock.tie();
        const auto shown = clock.nowNs();
        QVERIFY(shown <= monotonicNs() + toleranceNs);
    }

    void neverGoesBackWhenItIsTied()
    {
        TickClock clock;
        auto last = clock.nowNs();
        for (int i = 0; i < 100'000; ++i) {
            if (i % 100 == 0)
                clock.tie();
            const auto now = clock.nowNs();
            QVERIFY(now >= last);
            last = now;
        }
    }

    void twoClocksShowOneTime()
    {
        const TickClock one;
        const TickClock other;
        const auto first = one.nowNs();
        const auto between = other.nowNs();
        const auto last = one.nowNs();
        QVERIFY(between >= first - toleranceNs);
        QVERIFY(between <= last + toleranceNs);
    }
};

QTEST_GUILESS_MAIN(TestTickClock)
#include "test_tick_clock.moc"
