#pragma once

#include "core/probe/atomic.h"

#include <stdint.h>

namespace stepscope::probe {

/// Addresses of the modules that have been described. For all threads, without locks.
class LayerSet
{
public:
    bool contains(uint64_t module) const
    {
        for (uint32_t i = 0; i < mostProbes; ++i) {
            const auto found = loadRelaxed(m_slots[slot(module, i)]);
            if (found == module)
                return true;
            if (found == 0)
                return false;
        }
        return true; // no room: it could not be stored as described, so it stays without a name
    }
    void add(uint64_t module)
    {
        for (uint32_t i = 0; i < mostProbes; ++i) {
            auto& place = m_slots[slot(module, i)];
            const auto found = loadRelaxed(place);
            if (found == module || ((found == 0 || found == removed) && exchangeIf(place, found, module)))
                return;
        }
    }
    void remove(uint64_t module)
    {
        for (uint32_t i = 0; i < mostProbes; ++i)
            if (exchangeIf(m_slots[slot(module, i)], module, removed))
                return;
    }
    void clear()
    {
        for (auto& place : m_slots)
            if (loadRelaxed(place) != 0)
                storeRelaxed(place, uint64_t(0));
    }

private:
    static constexpr uint32_t capacity = 1 << 16;
    static constexpr uint32_t mostProbes = 64;
    static constexpr uint64_t removed = 1;

    static uint32_t slot(uint64_t module, uint32_t probe)
    {
        return uint32_t((module * 0x9e3779b97f4a7c15 >> 48) + probe) & (capacity - 1);
    }

    uint64_t m_slots[capacity];
};

} // namespace stepscope::probe
