#pragma once

#include <cstdint>
#include <cstring>
#include <memory>
#include <string_view>
#include <vector>

namespace stepscope {

/// Interns texts of a file, undecoded: equal texts share an id; ids count up from 0. Made for some ten
/// million look-ups per second of known texts.
class TextPool
{
public:
    TextPool()
        : m_slots(1024, Slot{0, empty})
    {
    }

    uint32_t intern(std::string_view text)
    {
        const uint64_t hash = hashOf(text);
        for (size_t at = hash & (m_slots.size() - 1);; at = (at + 1) & (m_slots.size() - 1)) {
            const Slot& slot = m_slots[at];
            if (slot.id == empty)
                return add(text, hash, at);
            if (slot.hash == uint32_t(hash >> 32) && m_texts[slot.id] == text)
                return slot.id;
        }
    }

    static constexpr uint32_t none = 0xFFFFFFFF;
    /// The id of a known text, otherwise `none`.
    uint32_t find(std::string_view text) const
    {
        const uint64_t hash = hashOf(text);
        for (size_t at = hash & (m_slots.size() - 1);; at = (at + 1) & (m_slots.size() - 1)) {
            const Slot& slot = m_slots[at];
            if (slot.id == empty)
                return none;
            if (slot.hash == uint32_t(hash >> 32) && m_texts[slot.id] == text)
                return slot.id;
        }
    }

    std::string_view operator[](uint32_t id) const { return m_texts[id]; }
    uint32_t size() const { return uint32_t(m_texts.size()); }

private:
    static constexpr uint32_t empty = none;
    static constexpr size_t bytesPerPiece = 1 << 16;

    struct Slot
    {
        uint32_t hash; ///< upper half
        uint32_t id;
    };

    /// Multiplies 8 bytes at a time and folds the product, as wyhash does.
    static uint64_t hashOf(std::string_view text)
    {
        const char* at = text.data();
        size_t left = text.size();
        uint64_t hash = 0x9E3779B97F4A7C15 ^ left;
        const auto mix = [&hash](uint64_t word) {
            __extension__ using Wide = unsigned __int128;
            const auto product = Wide(hash ^ word) * 0xE7037ED1A0B428DB;
            hash = uint64_t(product) ^ uint64_t(product >> 64);
        };
        for (; left >= 8; at += 8, left -= 8) {
            uint64_t word = 0;
            std::memcpy(&word, at, 8);
            mix(word);
        }
        uint64_t word = 0;
        if (left > 0) // an empty text may have a null address
            std::memcpy(&word, at, left);
        mix(word);
        mix(0);
        return hash;
    }

    uint32_t add(std::string_view text, uint64_t hash, size_t at)
    {
        const auto id = uint32_t(m_texts.size());
        m_texts.push_back(keep(text));
        m_slots[at] = {uint32_t(hash >> 32), id};
        if (m_texts.size() * 2 > m_slots.size())
            grow();
        return id;
    }

    std::string_view keep(std::string_view text)
    {
        if (text.size() > m_left) {
            const size_t size = text.size() > bytesPerPiece ? text.size() : bytesPerPiece;
            m_pieces.push_back(std::make_unique_for_overwrite<char[]>(size));
            m_next = m_pieces.back().get();
            m_left = size;
        }
        char* const to = m_next;
        if (!text.empty())
            std::memcpy(to, text.data(), text.size());
        m_next += text.size();
        m_left -= text.size();
        return {to, text.size()};
    }

    void grow()
    {
        m_slots.assign(m_slots.size() * 2, Slot{0, empty});
        for (uint32_t id = 0; id < m_texts.size(); ++id) {
            const uint64_t hash = hashOf(m_texts[id]);
            size_t at = hash & (m_slots.size() - 1);
            while (m_slots[at].id != empty)
                at = (at + 1) & (m_slots.size() - 1);
            m_slots[at] = {uint32_t(hash >> 32), id};
        }
    }

    std::vector<Slot> m_slots; ///< a power of two in number, at least half of them empty
    std::vector<std::string_view> m_texts;
    std::vector<std::unique_ptr<char[]>> m_pieces;
    char* m_next = nullptr;
    size_t m_left = 0;
};

} // namespace stepscope
