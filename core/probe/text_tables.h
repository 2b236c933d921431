#pragma once

#include "core/probe/probe_protocol.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/// Ids of names and shapes of one thread. The tables are in zeroed memory, never allocate, and are emptied
/// when they are three quarters full: the texts are then defined again with new ids.
namespace stepscope::probe {

struct ConvolutionPositions;

/// A hash table with open addressing. Hashes are not zero.
template<uint32_t Capacity>
class IdTable
{
public:
    static_assert((Capacity & (Capacity - 1)) == 0);
    struct Entry
    {
        uint64_t hash;
        uint32_t id;
        uint32_t text; ///< offset of the stored text, if any
    };

    /// The entry of the hash, or the empty entry for it. `isSame` decides between equal hashes.
    template<typename IsSame>
    Entry& find(uint64_t hash, IsSame isSame)
    {
        for (uint64_t at = hash ^ hash >> 32;; ++at) {
            auto& entry = m_entries[at & (Capacity - 1)];
            if (entry.hash == 0 || (entry.hash == hash && isSame(entry)))
                return entry;
        }
    }
    bool isFull() const { return m_used >= Capacity / 4 * 3; }
    void set(Entry& entry, uint64_t hash, uint32_t id, uint32_t text)
    {
        entry = {hash, id, text};
        ++m_used;
    }
    void clear() { memset(this, 0, sizeof *this); }

private:
    Entry m_entries[Capacity];
    uint32_t m_used;
};

/// A name and its properties.
struct Name
{
    uint32_t id;
    const ConvolutionPositions* convolution; ///< null: not a convolution
};

class NameTable
{
public:
    /// Finds the name by its address; an address seen before mostly has the same name. False: not known.
    bool findByAddress(const char* name, Name& found) const
    {
        const auto& entry = m_byAddress[slotOf(name)];
        if (entry.address != name || strcmp(entry.text, name) != 0)
            return false;
        found = entry.name;
        return true;
    }

    /// Looks up the text. For a new text, `define(id, text, bytes)` is called; the name is stored, and true
    /// is returned, only if that returns true. Texts are cut after longestName bytes.
    template<typename Define>
    bool intern(const char* name, Name& found, Define define);

private:
    static constexpr uint32_t addressSlots = 2048;
    static constexpr size_t longestName = 1023;
    static constexpr uint32_t textBytes = 1 << 20;

    struct AddressEntry
    {
        const char* address;
        const char* text;
        Name name;
    };

    static uint32_t slotOf(const char* name)
    {
        const auto address = reinterpret_cast<uintptr_t>(name);
        return uint32_t(address >> 4 ^ address >> 12) & (addressSlots - 1);
    }
    /// Takes eight bytes at a time: autograd creates its names anew for each call.
    static uint64_t hashOfText(const char* text, size_t bytes)
    {
        uint64_t hash = bytes;
        for (size_t at = 0; at < bytes; at += 8) {
            uint64_t word = 0;
            memcpy(&word, text + at, bytes - at < 8 ? bytes - at : 8);
            hash = (hash ^ word) * 0x9fb21c651e98df25;
            hash ^= hash >> 32;
        }
        return hash;
    }
    static const ConvolutionPositions* convolutionOf(const char* name);
    void clear();

    AddressEntry m_byAddress[addressSlots];
    IdTable<16384> m_byText;
    uint32_t m_nextId;
    uint32_t m_textUsed;
    char m_texts[textBytes];
};

class ShapeTable
{
public:
    /// Like NameTable::intern(), with a hash of the shapes' numbers. `define(id)` writes the text.
    template<typename Define>
    bool intern(uint64_t hash, uint32_t& found, Define define)
    {
        auto* entry = &m_byHash.find(hash, [](const auto&) { return true; });
        if (entry->hash == 0) {
            if (m_byHash.isFull()) {
                m_byHash.clear();
                entry = &m_byHash.find(hash, [](const auto&) { return true; });
            }
            if (!define(m_nextId))
                return false;
            m_byHash.set(*entry, hash, m_nextId++, 0);
        }
        found = entry->id;
        return true;
    }

private:
    IdTable<8192> m_byHash;
    uint32_t m_nextId;
};

template<typename Define>
bool NameTable::intern(const char* name, Name& found, Define define)
{
    const size_t bytes = strnlen(name, longestName);
    const uint64_t hash = hashOfText(name, bytes) | 1; // 0 means an empty entry
    const auto isSame = [&](const auto& entry) {
        const char* text = m_texts + entry.text;
        return strncmp(text, name, bytes) == 0 && text[bytes] == 0;
    };
    auto* entry = &m_byText.find(hash, isSame);
    if (entry->hash == 0) {
        if (m_byText.isFull() || m_textUsed + bytes + 1 > textBytes) {
            clear();
            entry = &m_byText.find(hash, isSame);
        }
        if (!define(m_nextId, name, bytes))
            return false;
        memcpy(m_texts + m_textUsed, name, bytes);
        m_texts[m_textUsed + bytes] = 0;
        m_byText.set(*entry, hash, m_nextId++, m_textUsed);
        m_textUsed += uint32_t(bytes) + 1;
    }
    const char* text = m_texts + entry->text;
    found = {entry->id, convolutionOf(text)};
    m_byAddress[slotOf(name)] = {name, text, found};
    return true;
}

} // namespace stepscope::probe
