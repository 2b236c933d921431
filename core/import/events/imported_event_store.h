#pragma once

#include "core/import/events/imported_events.h"

#include <algorithm>
#include <span>
#include <vector>

namespace stepscope {

/// Grows without moving its content, so that the memory of blocks that are appended and freed one by one can
/// be reused for later ones.
class ImportedEventStore
{
public:
    uint32_t size() const
    {
        return m_pieces.empty() ? 0
                                : uint32_t(m_pieces.size() - 1) * perPiece + uint32_t(m_pieces.back().size());
    }
    bool empty() const { return m_pieces.empty(); }
    ImportedEvent& operator[](ImportedEventId event) { return m_pieces[event / perPiece][event % perPiece]; }
    const ImportedEvent& operator[](ImportedEventId event) const
    {
        return m_pieces[event / perPiece][event % perPiece];
    }

    void append(std::span<const ImportedEvent> events)
    {
        while (!events.empty()) {
            if (m_pieces.empty() || m_pieces.back().size() == perPiece)
                m_pieces.emplace_back().reserve(perPiece);
            auto& piece = m_pieces.back();
            const auto some = events.first(std::min<size_t>(events.size(), perPiece - piece.size()));
            piece.insert(piece.end(), some.begin(), some.end());
            events = events.subspan(some.size());
        }
    }
    /// Keeps the first `size` events.
    void shrink(uint32_t size)
    {
        m_pieces.resize((size_t(size) + perPiece - 1) / perPiece);
        if (!m_pieces.empty())
            m_pieces.back().resize(size - uint32_t(m_pieces.size() - 1) * perPiece);
    }

private:
    static constexpr uint32_t perPiece = 1024;

    std::vector<std::vector<ImportedEvent>> m_pieces; ///< all full except the last
};

} // namespace stepscope
