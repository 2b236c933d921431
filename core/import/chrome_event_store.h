#pragma once

#include "core/import/chrome_events.h"

#include <algorithm>
#include <memory>
#include <span>
#include <vector>

namespace stepscope {

/// Grows without moving what it holds, so that the memory of the blocks that are appended and freed one after
/// the other serves for what comes behind them.
class ChromeEventStore
{
public:
    uint32_t size() const { return m_size; }
    bool empty() const { return m_size == 0; }
    ChromeEvent& operator[](uint32_t number) { return m_pieces[number / perPiece][number % perPiece]; }
    const ChromeEvent& operator[](uint32_t number) const
    {
        return m_pieces[number / perPiece][number % perPiece];
    }

    void append(std::span<const ChromeEvent> events)
    {
        while (!events.empty()) {
            if (m_size == m_pieces.size() * perPiece)
                m_pieces.push_back(std::make_unique_for_overwrite<ChromeEvent[]>(perPiece));
            const uint32_t at = m_size % perPiece;
            const auto count = std::min<size_t>(events.size(), perPiece - at);
            std::ranges::copy(events.first(count), m_pieces[m_size / perPiece].get() + at);
            events = events.subspan(count);
            m_size += uint32_t(count);
        }
    }
    /// Keeps the first ones.
    void shrink(uint32_t size) { m_size = size; }

private:
    static constexpr uint32_t perPiece = 1024;

    std::vector<std::unique_ptr<ChromeEvent[]>> m_pieces;
    uint32_t m_size = 0;
};

} // namespace stepscope
