#pragma once

#include "core/import/events/imported_events.h"

#include <cstdint>
#include <random>
#include <vector>

namespace stepscope {

/// Finds events by an id of the file: an open hash table that is filled once. Of events with the same id, the
/// first is found.
class EventIdTable
{
public:
    explicit EventIdTable(size_t events)
    {
        size_t slots = 16;
        while (slots < events * 2)
            slots *= 2;
        m_slots.assign(slots, {0, {}});
        // so that a file cannot choose ids that all collide.
        std::random_device random;
        m_seed = uint64_t(random()) << 32 | random();
    }

    void add(int64_t id, ImportedEventId event)
    {
        for (size_t at = slotOf(id);; at = (at + 1) & (m_slots.size() - 1)) {
            if (m_slots[at].event.isNone())
                m_slots[at] = {id, event};
            if (m_slots[at].id == id)
                return;
        }
    }

    ImportedEventId find(int64_t id) const
    {
        for (size_t at = slotOf(id);; at = (at + 1) & (m_slots.size() - 1)) {
            if (m_slots[at].event.isNone() || m_slots[at].id == id)
                return m_slots[at].event;
        }
    }

private:
    struct Slot
    {
        int64_t id;
        ImportedEventId event;
    };

    /// Ids mostly count up: groups of sixteen consecutive ids are stored together, for the processor's cache,
    /// and the groups are scattered, so that distant ids do not collide.
    size_t slotOf(int64_t id) const
    {
        constexpr int together = 4;
        __extension__ using Wide = unsigned __int128;
        const auto product = Wide((uint64_t(id) >> together) ^ m_seed) * 0x9E3779B97F4A7C15;
        const uint64_t mixed = uint64_t(product) ^ uint64_t(product >> 64);
        const uint64_t within = uint64_t(id) & ((1 << together) - 1);
        return size_t((mixed >> 20 << together) | within) & (m_slots.size() - 1);
    }

    std::vector<Slot> m_slots;
    uint64_t m_seed = 0;
};

} // namespace stepscope
