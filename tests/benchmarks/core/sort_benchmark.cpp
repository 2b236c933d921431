// orderByKeys() against the sorts of Boost and of the standard library, on keys with and without equal ones.

#include "core/base/key_order.h"
#include "tests/benchmarks/statistics.h"

#include <boost/sort/spinsort/spinsort.hpp>
#include <boost/sort/spreadsort/integer_sort.hpp>

#include <chrono>
#include <numeric>
#include <random>

using namespace stepscope;

namespace {

constexpr int rounds = 15;

struct Item
{
    uint64_t key;
    uint32_t number;
    uint32_t position; ///< keeps the order of equal keys in a sort that is not stable
};

using Sort = void (*)(std::span<uint32_t>, std::span<const uint64_t>);

template<typename SortItems>
void sortItems(std::span<uint32_t> order, std::span<const uint64_t> keys, SortItems sort)
{
    std::vector<Item> items(order.size());
    for (size_t i = 0; i < items.size(); ++i)
        items[i] = {keys[i], order[i], uint32_t(i)};
    sort(items);
    for (size_t i = 0; i < items.size(); ++i)
        order[i] = items[i].number;
}

bool hasSmallerKey(const Item& a, const Item& b)
{
    return a.key < b.key;
}

void withOwn(std::span<uint32_t> order, std::span<const uint64_t> keys)
{
    orderByKeys(order, keys, false);
}

void withSpreadsort(std::span<uint32_t> order, std::span<const uint64_t> keys)
{
    sortItems(order, keys, [](std::vector<Item>& items) {
        boost::sort::spreadsort::integer_sort(
            items.begin(), items.end(), [](const Item& item, unsigned shift) { return item.key >> shift; },
            [](const Item& a, const Item& b) {
                return a.key != b.key ? a.key < b.key : a.position < b.position;
            });
    });
}

void withSpinsort(std::span<uint32_t> order, std::span<const uint64_t> keys)
{
    sortItems(order, keys, [](std::vector<Item>& items) {
        boost::sort::spinsort(items.begin(), items.end(), hasSmallerKey);
    });
}

void withStandard(std::span<uint32_t> order, std::span<const uint64_t> keys)
{
    sortItems(order, keys,
              [](std::vector<Item>& items) { std::stable_sort(items.begin(), items.end(), hasSmallerKey); });
}

void compare(const char* what, const std::vector<uint64_t>& keys)
{
    struct Contestant
    {
        const char* name;
        Sort sort;
        std::vector<double> seconds;
    };
    Contestant contestants[] = {{"orderByKeys", withOwn, {}},
                                {"spreadsort", withSpreadsort, {}},
                                {"spinsort", withSpinsort, {}},
                                {"std::stable_sort", withStandard, {}}};
    std::vector<uint32_t> expected;
    for (int round = 0; round < rounds; ++round) {
        for (Contestant& each : contestants) {
            std::vector<uint32_t> order(keys.size());
            std::iota(order.begin(), order.end(), 0U);
            const auto began = std::chrono::steady_clock::now();
            each.sort(order, keys);
            each.seconds.push_back(
                std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count());
            if (expected.empty())
                expected = order;
            if (order != expected)
                fmt::print("  {} sorts differently\n", each.name);
        }
    }
    fmt::print("{} {}\n", keys.size(), what);
    for (const Contestant& each : contestants) {
        const auto ratio = benchmarks::ratioOfRounds(each.seconds, contestants[0].seconds);
        fmt::print("  {:<16} {:7.3f} ms   {:.2f} times as long ({:.2f}–{:.2f})\n", each.name,
                   benchmarks::median(each.seconds) * 1e3, ratio.median, ratio.low, ratio.high);
    }
}

} // namespace

int main()
{
    fmt::print("Medians of {} rounds, in turns\n", rounds);
    std::mt19937_64 random(1);
    for (const size_t count : {1'000, 20'000, 1'000'000}) {
        std::vector<uint64_t> keys(count);
        for (uint64_t& key : keys)
            key = orderKey(double(random()) * 1e-9);
        compare("times", keys);
        for (uint64_t& key : keys)
            key = orderKey(double(random() % 5'000));
        compare("counts, many of them equal", keys);
    }
    return 0;
}
