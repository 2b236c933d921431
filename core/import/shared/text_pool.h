#pragma once

#include "core/base/hash_index.h"

#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <string_view>
#include <vector>

namespace stepscope {

/// Interns texts of a file, undecoded: equal texts share an id; ids count up from 0. Made for some ten
/// million look-ups per second of known texts.
template<typename TextId>
class TextPool
{
public:
    TextId intern(std::string_view text)
    {
        const uint64_t hash = hashOf(text);
        const TextId known = find(text, hash);
        if (!known.isNone())
            return known;
        const TextId id(uint32_t(m_texts.size()));
        m_texts.push_back(keep(text));
        m_index.add(hash, id);
        return id;
    }

    /// The id of a known text, otherwise none.
    TextId find(std::string_view text) const { return find(text, hashOf(text)); }

    std::string_view operator[](TextId id) const { return m_texts[id]; }
    uint32_t size() const { return uint32_t(m_texts.size()); }

private:
    static constexpr size_t bytesPerPiece = 1 << 16;

    static uint64_t hashOf(std::string_view text) { return std::hash<std::string_view>()(text); }

    TextId find(std::string_view text, uint64_t hash) const
    {
        return TextId(m_index.find(hash, [&](uint32_t id) { return m_texts[id] == text; }));
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

    HashIndex m_index;
    std::vector<std::string_view> m_texts;
    std::vector<std::unique_ptr<char[]>> m_pieces;
    char* m_next = nullptr;
    size_t m_left = 0;
};

} // namespace stepscope
