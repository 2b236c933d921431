#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>

namespace stepscope {

/// Interned strings: equal strings share one 32-bit id. Ids count up from 0 in order of first appearance.
/// `TextId`: the type of the ids.
template<typename TextId = uint32_t>
class StringTable
{
public:
    TextId intern(std::string_view text)
    {
        if (const auto found = m_ids.find(text); found != m_ids.end())
            return found->second;
        const TextId id(static_cast<uint32_t>(m_strings.size()));
        m_ids.emplace(m_strings.emplace_back(text), id);
        return id;
    }

    const std::string& operator[](TextId id) const { return m_strings[id]; }
    uint32_t size() const { return static_cast<uint32_t>(m_strings.size()); }

    StringTable() = default;
    StringTable(StringTable&&) = default;
    StringTable& operator=(StringTable&&) = default;
    StringTable(const StringTable& other)
    {
        for (const auto& text : other.m_strings)
            intern(text);
    }
    StringTable& operator=(const StringTable& other) { return *this = StringTable(other); }

private:
    std::deque<std::string> m_strings; // never moves a string, so the views in m_ids stay valid
    std::unordered_map<std::string_view, TextId> m_ids;
};

} // namespace stepscope
