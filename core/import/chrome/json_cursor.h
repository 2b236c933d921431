#pragma once

#include <cstdint>
#include <limits>
#include <string_view>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace stepscope {

/// How many bytes after a text must be readable for JsonCursor; the first of them is zero.
inline constexpr size_t jsonPadding = 64;

/// Whether a character separates the tokens of JSON; control characters do as well.
inline bool isJsonSpace(char c)
{
    return static_cast<unsigned char>(c) <= ' ';
}

/// Reads JSON as written by profilers, which is not always valid: control characters, unescaped quotes, bare
/// words and trailing commas are skipped and counted. Nothing is copied or decoded.
class JsonCursor
{
public:
    JsonCursor(const char* begin, const char* end)
        : at(begin)
        , end(end)
    {
    }

    const char* at;
    const char* end;
    bool ranOut = false;    ///< the text ended inside a value
    bool isCareful = false; ///< a quote ends a string only before a key or the end of the object
    int64_t bareWords = 0;
    int64_t quotes = 0; ///< unescaped quotes

    void skipSpace()
    {
        while (at < end && static_cast<unsigned char>(*at) <= ' ')
            ++at;
    }
    bool isAt(char c) const { return at < end && *at == c; }
    bool take(char c)
    {
        if (!isAt(c))
            return false;
        ++at;
        return true;
    }

    /// Reads the text between the quotes of the string here, with its escapes. False if the text ends in it.
    bool readString(std::string_view& text, bool inArray = false);
    /// Reads a key with its colon and the space around it.
    bool readKey(std::string_view& key);
    /// Skips the value that begins here. False if there is none.
    bool skipValue(bool inArray = false);
    /// Skips from the end of a value of an object past its closing brace. False if the text ends before.
    bool skipRestOfObject() { return skipNested(1); }
    /// Reads the text of a value; of a string, without its quotes.
    bool readRaw(std::string_view& text);

    /// Reads a number, also in quotes or hexadecimal; false for anything else, which is skipped.
    bool readInteger(int64_t& value);
    bool readReal(double& value);
    /// Reads a time in µs with decimals as nanoseconds, rounded; a double would not be precise enough.
    /// `hasDecimals` is set if there are any.
    bool readMicroseconds(int64_t& ns, bool& hasDecimals);

private:
    static bool isDigit(char c) { return c >= '0' && c <= '9'; }
    /// Whether this character ends an unquoted number.
    static bool endsNumber(char c) { return c == ',' || c == '}' || c == ']' || (c > 0 && c <= ' '); }
    /// Reads the digits from `at` on as a number modulo 2^64 and moves `at` after them.
    static uint64_t readDigits(const char*& at);
    static const char* findInString(const char* at, const char* end);
    bool endsString(const char* quote, bool inArray) const;
    bool skipNested(int64_t depth = 0);
    void skipBare();
    bool readOtherInteger(int64_t& value);
    bool readOtherMicroseconds(int64_t& ns, bool& hasDecimals);
};

/// The first quote or backslash, or the end.
inline const char* JsonCursor::findInString(const char* at, const char* end)
{
#ifdef __SSE2__
    const __m128i quote = _mm_set1_epi8('"');
    const __m128i slash = _mm_set1_epi8('\\');
    for (; at < end; at += 16) {
        const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));
        const int found =
            _mm_movemask_epi8(_mm_or_si128(_mm_cmpeq_epi8(bytes, quote), _mm_cmpeq_epi8(bytes, slash)));
        if (found != 0) {
            at += __builtin_ctz(unsigned(found));
            return at < end ? at : end;
        }
    }
    return end;
#else
    while (at < end && *at != '"' && *at != '\\')
        ++at;
    return at;
#endif
}

inline bool JsonCursor::readString(std::string_view& text, bool inArray)
{
    const char* const begin = ++at;
    for (;;) {
        at = findInString(at, end);
        if (at >= end) {
            ranOut = true;
            return false;
        }
        if (*at == '\\') {
            at += 2;
            continue;
        }
        // Most strings end here; the others need a closer look.
        const char next = at + 1 < end ? at[1] : ' ';
        if ((!isCareful && (next == ',' || next == ':' || next == '}' || next == ']')) ||
            endsString(at, inArray)) {
            text = {begin, size_t(at - begin)};
            ++at;
            return true;
        }
        ++quotes;
        ++at;
    }
}

inline bool JsonCursor::readKey(std::string_view& key)
{
    skipSpace();
    if (!isAt('"')) {
        ranOut = ranOut || at >= end;
        return false;
    }
    const char* const begin = ++at;
    while (at < end && *at != '"') {
        if (*at == '\\')
            ++at;
        ++at;
    }
    if (at >= end) {
        at = end;
        ranOut = true;
        return false;
    }
    key = {begin, size_t(at - begin)};
    ++at;
    skipSpace();
    if (!take(':')) {
        ranOut = ranOut || at >= end;
        return false;
    }
    skipSpace();
    ranOut = ranOut || at >= end;
    return at < end;
}

inline bool JsonCursor::skipValue(bool inArray)
{
    if (at >= end) {
        ranOut = true;
        return false;
    }
    switch (*at) {
    case '"': {
        std::string_view text;
        return readString(text, inArray);
    }
    case '[':
    case '{':
        return skipNested();
    default:
        break;
    }
    // A zero follows the end, which does not end a number.
    const char* last = at;
    while (isDigit(*last))
        ++last;
    if (last > at && endsNumber(*last))
        at = last;
    else
        skipBare();
    return true;
}

inline uint64_t JsonCursor::readDigits(const char*& at)
{
    uint64_t number = 0;
    for (; isDigit(*at); ++at)
        number = number * 10 + uint64_t(*at - '0');
    return number;
}

inline bool JsonCursor::readInteger(int64_t& value)
{
    constexpr int most = 18; // that always fit
    const char* last = at;
    const uint64_t number = readDigits(last);
    const auto count = last - at;
    if (count == 0 || count > most || !endsNumber(*last))
        return readOtherInteger(value);
    at = last;
    value = int64_t(number);
    return true;
}

inline bool JsonCursor::readMicroseconds(int64_t& ns, bool& hasDecimals)
{
    constexpr int most = 15;
    const char* last = at;
    auto whole = int64_t(readDigits(last));
    const auto count = last - at;
    if (count == 0 || count > most)
        return readOtherMicroseconds(ns, hasDecimals);
    const bool isFine = *last == '.' && isDigit(last[1]) && isDigit(last[2]) && isDigit(last[3]);
    if (isFine) {
        whole = whole * 1000 + (last[1] - '0') * 100 + (last[2] - '0') * 10 + (last[3] - '0');
        last += 4;
    }
    if (!endsNumber(*last))
        return readOtherMicroseconds(ns, hasDecimals);
    at = last;
    hasDecimals = hasDecimals || isFine;
    ns = isFine ? whole : whole * 1000;
    return true;
}

inline bool JsonCursor::readRaw(std::string_view& text)
{
    if (isAt('"'))
        return readString(text);
    const char* const begin = at;
    if (!skipValue())
        return false;
    text = {begin, size_t(at - begin)};
    return true;
}

} // namespace stepscope
