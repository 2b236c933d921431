#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace stepscope {

/// Ids by 64-bit keys in an open hash table: for look-ups at every event of a trace.
template<typename IdType>
class FlatIndex
{
public:
    /// The id of a key; none at first, to be replaced. Valid until the next call.
    IdType& operator[](uint64_t key)
    {
        if (2 * (m_used + 1) > m_slots.size())
            grow();
        Slot& slot = m_slots[placeOf(key)];
        if (!slot.isUsed) {
            slot = {key, {}, true};
            ++m_used;
        }
        return slot.id;
    }

    IdType find(uint64_t key) const
    {
        if (m_slots.empty())
            return {};
        const Slot& slot = m_slots[placeOf(key)];
        return slot.isUsed ? slot.id : IdType();
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
        IdType id;
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
