#include "core/base/key_order.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>

namespace stepscope {

namespace {

struct Keyed
{
    uint64_t key;
    uint32_t number;
};

constexpr int digitBits = 11;
constexpr int digits = 6; // 66 bits
constexpr size_t digitValues = size_t(1) << digitBits;
/// For fewer keys, counting digits takes longer than comparing keys.
constexpr size_t fewest = 4096;

size_t digitOf(uint64_t key, int digit)
{
    return size_t(key >> (digit * digitBits)) & (digitValues - 1);
}

/// Least significant digit first: each pass is stable.
void sortByDigits(std::vector<Keyed>& items)
{
    std::vector<std::array<uint32_t, digitValues>> counts(digits);
    for (const Keyed& item : items) {
        for (int digit = 0; digit < digits; ++digit)
            ++counts[size_t(digit)][digitOf(item.key, digit)];
    }
    std::vector<Keyed> next(items.size());
    for (int digit = 0; digit < digits; ++digit) {
        auto& places = counts[size_t(digit)];
        if (places[digitOf(items[0].key, digit)] == items.size())
            continue; // all the same
        uint32_t place = 0;
        for (uint32_t& count : places) {
            const uint32_t items = count;
            count = place;
            place += items;
        }
        for (const Keyed& item : items)
            next[places[digitOf(item.key, digit)]++] = item;
        items.swap(next);
    }
}

} // namespace

uint64_t orderKey(double number)
{
    if (std::isnan(number))
        return 0;
    const auto bits = std::bit_cast<uint64_t>(number + 0.0); // -0 is 0
    return bits >> 63 ? ~bits : bits | uint64_t(1) << 63;
}

void orderByKeys(std::span<uint32_t> order, std::span<const uint64_t> keys, bool largestFirst)
{
    std::vector<Keyed> items(order.size());
    for (size_t i = 0; i < items.size(); ++i)
        items[i] = {largestFirst ? ~keys[i] : keys[i], order[i]};
    if (items.size() < fewest)
        std::ranges::stable_sort(items, {}, &Keyed::key);
    else
        sortByDigits(items);
    for (size_t i = 0; i < items.size(); ++i)
        order[i] = items[i].number;
}

} // namespace stepscope
