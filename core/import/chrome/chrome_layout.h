#pragma once

#include "core/import/chrome/chrome_field.h"

#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace stepscope {

/// The texts between the values of the events so far, from the end of one value to the start of the next:
/// commas, spaces, keys, braces. A program writes its events in the same way, so the text after a value is
/// nearly always known and only needs to be compared instead of parsed.
///
/// The texts form a tree. Each is a child of the one before it in an event, so the result is the same as that
/// of parsing.
class ChromeLayout
{
public:
    /// Index of a text; the root, before the first text of an event.
    static constexpr uint16_t begin = 0;
    static constexpr uint16_t unknown = 0xFFFF;
    /// How many bytes after a value must be readable.
    static constexpr size_t longest = 48;

    ChromeLayout() { m_texts.emplace_back(); }

    /// The text at `at`, if it has occurred after `before`.
    uint16_t next(uint16_t before, const char* at) const
    {
        uint16_t each = before == unknown ? unknown : m_texts[before].firstBehind;
        while (each != unknown && !m_texts[each].isAt(at))
            each = m_texts[each].sibling;
        return each;
    }
    size_t sizeOf(uint16_t text) const { return m_texts[text].size; }
    ChromeField fieldOf(uint16_t text) const { return m_texts[text].field; }

    /// Stores a text read after `before`. Returns unknown if it is not stored because it is too long or there
    /// are too many.
    uint16_t learn(uint16_t before, std::string_view text, ChromeField field);

private:
    struct alignas(64) Text
    {
        char text[longest] = {};
        uint64_t bytes = 0; ///< a bit for each byte of the text
        uint8_t size = 0;
        ChromeField field = ChromeField::Other;
        uint16_t firstBehind = unknown;
        uint16_t sibling = unknown;
        uint16_t countBehind = 0;

        bool isAt(const char* at) const
        {
#ifdef __SSE2__
            const auto same = [this, at](size_t from) {
                return uint64_t(unsigned(_mm_movemask_epi8(
                           _mm_cmpeq_epi8(_mm_loadu_si128(reinterpret_cast<const __m128i*>(at + from)),
                                          _mm_load_si128(reinterpret_cast<const __m128i*>(text + from))))))
                       << from;
            };
            return ((same(0) | same(16) | same(32)) & bytes) == bytes;
#else
            return std::memcmp(at, text, size) == 0;
#endif
        }
    };
    static_assert(sizeof(Text) == 64);

    std::vector<Text> m_texts;
};

} // namespace stepscope
