#include "core/base/block_cache.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <cstring>
#include <thread>
#include <vector>

using namespace stepscope;

static constexpr size_t mega = size_t(1) << 20;

class TestBlockCache : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
#ifndef __linux__
        QSKIP("Only on Linux are there blocks.");
#endif
    }

    void aBlockThatIsGivenBackIsUsedAgain()
    {
        BlockCache cache;
        auto* first = cache.take(3 * mega);
        std::memset(first, 7, 3 * mega);
        QVERIFY(cache.owns(first));
        QVERIFY(cache.giveBack(first));
        QVERIFY(!cache.owns(first));
        auto* second = cache.take(3 * mega - 100'000); // a little smaller will do
        QCOMPARE(second, first);
        QCOMPARE(cache.counters().fresh, 3 * mega);
        QCOMPARE(cache.counters().mapped, 3 * mega);
        cache.giveBack(second);
    }

    void aStepTakesNothingNewFromTheKernel()
    {
        BlockCache cache(
            5 * mega); // room for the one block that cannot be used as long as the two large ones exist
        const auto step = [&] {
            auto* a = cache.take(5 * mega);
            auto* b = cache.take(9 * mega);
            cache.giveBack(a);
            auto* c = cache.take(9 * mega);
            cache.giveBack(b);
            auto* d = cache.take(5 * mega);
            cache.giveBack(c);
            cache.giveBack(d);
        };
        step();
        const auto fresh = cache.counters().fresh;
        for (int i = 0; i < 10; ++i)
            step();
        QCOMPARE(cache.counters().fresh, fresh);
    }

    void keptBlocksOfOtherSizesMakeTheProcessNoLarger()
    {
        // Each of these leaves a hole that the next one does not fit into: a heap would have all of them.
        BlockCache cache(4 * mega);
        size_t sum = 0;
        for (size_t size = 10; size <= 100; size += 15) {
            auto* block = cache.take(size * mega);
            static_cast<char*>(block)[size * mega - 1] = 1;
            cache.giveBack(block);
            sum += size * mega;
        }
        const auto counters = cache.counters();
        QCOMPARE(counters.mostUsed, 100 * mega);
        QVERIFY2(counters.mostMapped <= 104 * mega, qPrintable(QString::number(counters.mostMapped / mega)));
        QVERIFY(counters.fresh < sum / 2); // pages are moved instead of being requested again
    }

    void pagesGoWhereTheyAreNeeded()
    {
        // Steps whose sizes fit no kept block: all pages of the later steps are those of the first.
        BlockCache cache(0);
        const auto step = [&] {
            std::vector<char*> blocks;
            for (const size_t size : {5, 9, 17, 3}) {
                blocks.push_back(static_cast<char*>(cache.take(size * mega)));
                std::memset(blocks.back(), int(size), size * mega);
            }
            for (size_t i = 0; i < blocks.size(); ++i) {
                const size_t size = std::array<size_t, 4>{5, 9, 17, 3}[i];
                if (std::count(blocks[i], blocks[i] + size * mega, char(size)) != std::ptrdiff_t(size * mega))
                    return false;
                cache.giveBack(blocks[i]);
            }
            auto* whole = static_cast<char*>(cache.take(34 * mega));
            std::memset(whole, 1, 34 * mega);
            return cache.giveBack(whole);
        };
        QVERIFY(step());
        for (int i = 0; i < 20; ++i)
            QVERIFY(step());
        QCOMPARE(cache.counters().fresh, 34 * mega);
        QCOMPARE(cache.counters().mostMapped, 34 * mega);
    }

    void theContentIsKeptWhileBlocksAroundItGo()
    {
        BlockCache cache(0);
        auto* kept = static_cast<char*>(cache.take(2 * mega));
        std::memset(kept, 42, 2 * mega);
        for (size_t size = 3; size < 40; size += 7)
            cache.giveBack(cache.take(size * mega));
        cache.release();
        QCOMPARE(std::vector<char>(kept, kept + 2 * mega), std::vector<char>(2 * mega, 42));
        QCOMPARE(cache.counters().mapped, 2 * mega);
        cache.giveBack(kept);
    }

    void releasingForgetsTheMaxima()
    {
        BlockCache cache;
        cache.giveBack(cache.take(50 * mega));
        QCOMPARE(cache.counters().mapped, 50 * mega);
        cache.release();
        QCOMPARE(cache.counters().mapped, size_t(0));
        QCOMPARE(cache.counters().mostUsed, size_t(0));
    }

    void whatIsNotItsOwnIsLeftAlone()
    {
        BlockCache cache;
        int other = 0;
        QVERIFY(!cache.giveBack(&other));
        QVERIFY(!cache.giveBack(nullptr));
        auto* block = cache.take(mega);
        QVERIFY(cache.giveBack(block));
        QVERIFY(!cache.giveBack(block));
    }

    void moreThanThereIsGivesNull()
    {
        BlockCache cache;
        QCOMPARE(cache.take(size_t(1) << 60), nullptr);
        QCOMPARE(cache.take(SIZE_MAX), nullptr);
        QCOMPARE(cache.counters().used, size_t(0));
    }

    void threadsGetBlocksOfTheirOwn()
    {
        BlockCache cache(0);
        std::vector<std::thread> threads;
        std::vector<int> damaged(4, 0);
        for (int number = 0; number < 4; ++number) {
            threads.emplace_back([&, number] {
                for (size_t i = 0; i < 200; ++i) {
                    const size_t size = (1 + (i + size_t(number)) % 5) * mega / 4;
                    auto* block = static_cast<char*>(cache.take(size));
                    block[0] = block[size - 1] = char(number);
                    damaged[size_t(number)] += block[0] != char(number) || block[size - 1] != char(number);
                    cache.giveBack(block);
                }
            });
        }
        for (auto& thread : threads)
            thread.join();
        QCOMPARE(damaged, std::vector<int>(4, 0));
        QCOMPARE(cache.counters().used, size_t(0));
    }
};

QTEST_GUILESS_MAIN(TestBlockCache)
#include "test_block_cache.moc"
