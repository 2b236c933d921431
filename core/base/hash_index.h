#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace stepscope {

/// Finds the numbers of entries by their hash; the caller keeps and compares the entries. An open-addressing
/// table for millions of look-ups among some hundred entries.
class HashIndex
{
public:
    static constexpr uint32_t none = UINT32_MAX;

    /// The number that was added with `hash` and for which isSame(number) is true, else `none`.
    template<typename IsSame>
    uint32_t find(uint64_t hash, IsSame isSame) const
    {
        for (auto at = hash & mask();; at = (at + 1) & mask()) {
            const auto& slot = m_slots[at];
            if (slot.number == none || (slot.hash == hash && isSame(slot.number)))
                return slot.number;
        }
    }

    /// `number` must not be `none`.
    void add(uint64_t hash, uint32_t number)
    {
        if (2 * ++m_size > m_slots.size()) {
            std::vector<Slot> old(2 * m_slots.size());
            old.swap(m_slots);
            for (const auto& slot : old) {
                if (slot.number != none)
                    put(slot);
            }
        }
        put({hash, number});
    }

private:
    struct Slot
    {
        uint64_t hash = 0;
        uint32_t number = none;
    };

    uint64_t mask() const { return m_slots.size() - 1; }

    void put(const Slot& slot)
    {
        auto at = slot.hash & mask();
        while (m_slots[at].number != none)
            at = (at + 1) & mask();
        m_slots[at] = slot;
    }

    std::vector<Slot> m_slots = std::vector<Slot>(64); // a power of two, never more than half full
    size_t m_size = 0;
};

/// Mixes a number into a hash: multiplies and folds the product, as wyhash does, so that each bit of the
/// result depends on all of the number.
inline uint64_t mixHash(uint64_t hash, uint64_t value)
{
    __extension__ using Wide = unsigned __int128;
    const auto product = Wide(hash ^ value) * 0x9E3779B97F4A7C15; // golden ratio
    return uint64_t(product) ^ uint64_t(product >> 64);
}

} // namespace stepscope
