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

/// What stood between the values of the events so far, from the end of one to the begin of the next: commas,
/// spaces, keys, braces. A program writes its events alike, so that what follows a value is known nearly
/// always, and need only be compared instead of read.
///
/// The texts make a tree. Each stands below the one that was before it in an event, so what is found is what
/// reading would give.
class ChromeLayout
{
public:
    /// Index of a text; where an event begins, before its first.
    static constexpr uint16_t begin = 0;
    static constexpr uint16_t unknown = 0xFFFF;
    /// How many bytes behind a value must be readable.
    static constexpr size_t longest = 48;

    ChromeLayout() { m_texts.emplace_back(); }

    /// The text at `at`, if it has stood behind `before` already.
    uint16_t next(uint16_t before, const char* at) const
    {
        uint16_t each = before == unknown ? unknown : m_texts[before].firstBehind;
        while (each != unknown && !m_texts[each].stands(at))
            each = m_texts[each].sibling;
        return each;
    }
    size_t sizeOf(uint16_t text) const { return m_texts[text].size; }
    ChromeField fieldOf(uint16_t text) const { return m_texts[text].field; }

    /// Keeps what was read behind `before`. unknown, if it is not to be known again: for being too long, or
    /// when there are too many.
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

        bool stands(const char* at) const
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
