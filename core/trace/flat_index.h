#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace stepscope {

/// Numbers by 64-bit keys in an open hash table: for look-ups at every event of a trace.
class FlatIndex
{
public:
    static constexpr uint32_t none = std::numeric_limits<uint32_t>::max();

    /// The number of a key; `none` at first, to be replaced. Valid until the next call.
    uint32_t& operator[](uint64_t key)
    {
        if (2 * (m_used + 1) > m_slots.size())
            grow();
        Slot& slot = m_slots[placeOf(key)];
        if (!slot.isUsed) {
            slot = {key, none, true};
            ++m_used;
        }
        return slot.number;
    }

    uint32_t find(uint64_t key) const
    {
        if (m_slots.empty())
            return none;
        const Slot& slot = m_slots[placeOf(key)];
        return slot.isUsed ? slot.number : none;
    }

    void clear()
    {
        if (m_used > 0)
            m_slots.assign(m_slots.size(), {});
        m_used = 0;
    }

private:
    struct Slot
    {
        uint64_t key = 0;
        uint32_t number = none;
        bool isUsed = false;
    };

    size_t placeOf(uint64_t key) const
    {
        const size_t mask = m_slots.size() - 1;
        const uint64_t mixed = key * 0x9E3779B97F4A7C15; // golden ratio: Fibonacci hashing
        size_t place = size_t(mixed ^ mixed >> 32) & mask;
        while (m_slots[place].isUsed && m_slots[place].key != key)
            place = (place + 1) & mask;
        return place;
    }

    void grow()
    {
        std::vector<Slot> before(m_slots.empty() ? 256 : 2 * m_slots.size());
        m_slots.swap(before);
        for (const Slot& slot : before) {
            if (slot.isUsed)
                m_slots[placeOf(slot.key)] = slot;
        }
    }

    std::vector<Slot> m_slots; ///< a power of two, at least half of them empty
    size_t m_used = 0;
};

} // namespace stepscope
