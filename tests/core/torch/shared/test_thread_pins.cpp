#include "core/torch/shared/thread_pins.h"

#include "core/torch/shared/torch_headers.h"

#include <QtTest>

#include <algorithm>
#include <mutex>
#include <set>
#include <thread>
#include <utility>

using namespace stepscope;

namespace {

cpu_set_t processorsOfThread()
{
    cpu_set_t processors;
    CPU_ZERO(&processors);
    sched_getaffinity(0, sizeof processors, &processors);
    return processors;
}

/// The processors of all threads of an operator together, and the most that one of them may use.
std::pair<std::set<int>, int> processorsOfAll(int threads)
{
    std::set<int> all;
    int most = 0;
    std::mutex mutex;
    inOperatorThreads(threads, [&](int) {
        const cpu_set_t processors = processorsOfThread();
        const std::lock_guard lock(mutex);
        most = std::max(most, CPU_COUNT(&processors));
        for (int i = 0; i < CPU_SETSIZE; ++i) {
            if (CPU_ISSET(i, &processors))
                all.insert(i);
        }
    });
    return {all, most};
}

/// Why an operator cannot run on two threads; null: it can.
const char* whyNotTwoThreads()
{
    std::set<std::thread::id> ids;
    std::mutex mutex;
    const bool isOpenMp = inOperatorThreads(2, [&](int) {
        const std::lock_guard lock(mutex);
        ids.insert(std::this_thread::get_id());
    });
    if (!isOpenMp)
        return "LibTorch uses another library than OpenMP for its threads.";
    return ids.size() < 2 ? "OpenMP may not start threads, as with the thread sanitizer." : nullptr;
}

} // namespace

class TestThreadPins : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void eachThreadHasItsProcessor()
    {
        const cpu_set_t before = processorsOfThread();
        const int processors = CPU_COUNT(&before);
        if (processors < 2)
            QSKIP("There is one processor.");
        if (const char* why = whyNotTwoThreads())
            QSKIP(why);
        {
            const ThreadPins pins(2);
            const auto [all, most] = processorsOfAll(2);
            QCOMPARE(most, 1);
            QCOMPARE(all.size(), size_t(2));
        }
        const auto [all, most] = processorsOfAll(2);
        QCOMPARE(most, processors); // as before
        QCOMPARE(int(all.size()), processors);
    }

    void moreThreadsThanProcessorsShareThem()
    {
        const cpu_set_t before = processorsOfThread();
        const int threads = CPU_COUNT(&before) + 1;
        if (const char* why = whyNotTwoThreads())
            QSKIP(why);
        {
            const ThreadPins pins(threads);
            const auto [all, most] = processorsOfAll(threads);
            QCOMPARE(most, 1);
            QCOMPARE(int(all.size()), CPU_COUNT(&before));
        }
        const cpu_set_t after = processorsOfThread();
        QVERIFY(CPU_EQUAL(&before, &after));
    }

    void otherThreadsAreNotPinned()
    {
        const cpu_set_t before = processorsOfThread();
        cpu_set_t ofOther;
        std::thread other;
        {
            std::mutex mutex;
            mutex.lock();
            other = std::thread([&] {
                const std::lock_guard lock(mutex); // it was started before the pins
                ofOther = processorsOfThread();
            });
            const ThreadPins pins(1);
            mutex.unlock();
            other.join();
        }
        QVERIFY(CPU_EQUAL(&before, &ofOther));
    }
};

QTEST_GUILESS_MAIN(TestThreadPins)
#include "test_thread_pins.moc"
