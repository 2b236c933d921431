#include "core/import/chrome/json_cursor.h"

#include <bit>
#include <cctype>
#include <charconv>
#include <cmath>
#include <system_error>

namespace stepscope {

namespace {

constexpr size_t longestKey = 80;

/// Brackets and quotes among the next bytes, one bit per byte.
struct Marks
{
#ifdef __SSE2__
    static constexpr int width = 16;

    explicit Marks(const char* at)
        : text(at)
    {
        const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));
        const auto places = [](__m128i same) { return unsigned(_mm_movemask_epi8(same)); };
        // With this bit set '[' becomes '{' and ']' becomes '}'.
        const __m128i braces = _mm_or_si128(bytes, _mm_set1_epi8(0x20));
        quotes = places(_mm_cmpeq_epi8(bytes, _mm_set1_epi8('"')));
        slashes = places(_mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\')));
        all = quotes | places(_mm_or_si128(_mm_cmpeq_epi8(braces, _mm_set1_epi8('{')),
                                           _mm_cmpeq_epi8(braces, _mm_set1_epi8('}'))));
    }
#else
    static constexpr int width = 1;

    explicit Marks(const char* at)
        : text(at)
        , quotes(*at == '"')
        , all(*at == '"' || *at == '[' || *at == ']' || *at == '{' || *at == '}')
    {
    }
#endif

    const char* text;
    unsigned quotes = 0;
    unsigned slashes = 0;
    unsigned all = 0;

    /// Moves from a string's first quote to its last. False if that is not certain.
    bool passString()
    {
        const unsigned behind = ~(all ^ (all - 1));
        const unsigned quote = quotes & behind;
        const unsigned string = (quote ^ (quote - 1)) & behind;
        if (quote == 0 || (slashes & string) != 0)
            return false;
        const char next = text[std::countr_zero(quote) + 1];
        all &= ~string;
        return next == ',' || next == ':' || next == ']' || next == '}';
    }
};

constexpr int64_t powersOfTen[] = {
    1,          10,          100,           1'000,          10'000,          100'000,          1'000'000,
    10'000'000, 100'000'000, 1'000'000'000, 10'000'000'000, 100'000'000'000, 1'000'000'000'000};

} // namespace

/// A string ends at a quote before a comma, a colon, or the end of an object or list. In careful mode, a key
/// must follow the comma.
bool JsonCursor::endsString(const char* quote, bool inArray) const
{
    const char* next = quote + 1;
    const auto skip = [&] {
        while (next < end && isJsonSpace(*next))
            ++next;
    };
    skip();
    if (next >= end)
        return true; // only what follows could show that
    if (*next == ':' || (*next == ']' && inArray))
        return true;
    if (!isCareful || inArray)
        return *next == ',' || *next == '}' || *next == ']';
    if (*next == '}') {
        ++next;
        skip();
        return next >= end || *next == ',' || *next == '}' || *next == ']';
    }
    if (*next != ',')
        return false;
    ++next;
    skip();
    if (next >= end || *next == '}')
        return true;
    if (*next != '"')
        return false;
    const char* const key = ++next;
    while (next < end && *next != '"' && size_t(next - key) < longestKey)
        ++next;
    if (next >= end)
        return true;
    if (*next != '"')
        return false;
    ++next;
    skip();
    return next >= end || *next == ':';
}

/// Skips from inside `depth` nested lists and objects past the end of the outermost.
bool JsonCursor::skipNested(int64_t depth)
{
    std::string_view text;
    while (at < end) {
        const char* next = at + Marks::width;
        for (Marks marks(at); marks.all != 0; marks.all &= marks.all - 1) {
            const char* const mark = at + std::countr_zero(marks.all);
            if (*mark == '[' || *mark == '{') {
                ++depth;
            } else if (*mark == ']' || *mark == '}') {
                if (--depth == 0) {
                    at = mark + 1;
                    return true;
                }
            } else if (!marks.passString()) {
                at = mark;
                if (!readString(text, true))
                    return false;
                next = at;
                break;
            }
        }
        at = next;
    }
    at = end;
    ranOut = true;
    return false;
}

void JsonCursor::skipBare()
{
    const char* const begin = at;
    while (at < end && *at != ',' && *at != '}' && *at != ']' && !isJsonSpace(*at))
        ++at;
    ranOut = ranOut || at >= end;
    const std::string_view word(begin, size_t(at - begin));
    if (word.empty() || isDigit(word[0]) || (word[0] == '-' && word.size() > 1 && isDigit(word[1])) ||
        word == "true" || word == "false" || word == "null")
        return;
    ++bareWords;
}

/// Reads an integer that is negative, in quotes, hexadecimal, with decimals or an exponent, or long, or
/// something else.
bool JsonCursor::readOtherInteger(int64_t& value)
{
    const char* const begin = at;
    const bool quoted = take('"');
    const bool negative = take('-');
    const char* const digits = at;
    uint64_t number = 0;
    if (end - at > 2 && at[0] == '0' && (at[1] == 'x' || at[1] == 'X')) {
        at += 2;
        for (; at < end && std::isxdigit(static_cast<unsigned char>(*at)) && at - digits < 18; ++at)
            number = number * 16 + uint64_t(isDigit(*at) ? *at - '0' : (*at | 32) - 'a' + 10);
    } else {
        for (; at < end && isDigit(*at) && at - digits < 19; ++at)
            number = number * 10 + uint64_t(*at - '0');
    }
    const bool ended =
        at < end && (quoted ? *at == '"' : (*at == ',' || *at == '}' || isJsonSpace(*at) || *at == ']'));
    if (at == digits || !ended) {
        double real = 0.0;
        at = begin;
        if (!readReal(real) || !(std::abs(real) < 9e18))
            return false;
        value = std::llround(real);
        return true;
    }
    if (quoted)
        ++at;
    value = int64_t(negative ? 0 - number : number);
    return true;
}

bool JsonCursor::readReal(double& value)
{
    const char* const begin = at;
    const bool quoted = take('"');
    const bool negative = take('-');
    const char* const digits = at;
    int64_t number = 0;
    int decimals = 0;
    bool sawPoint = false;
    for (; at < end && at - digits < 18; ++at) {
        if (isDigit(*at)) {
            number = number * 10 + (*at - '0');
            decimals += sawPoint;
        } else if (*at == '.' && !sawPoint) {
            sawPoint = true;
        } else {
            break;
        }
    }
    constexpr int64_t mostExact = int64_t(1)
                                  << 53; // both are exact as doubles, so only the quotient is rounded
    const bool ended = at > digits && at < end && decimals <= 12 && number <= mostExact &&
                       (quoted ? *at == '"' : (*at == ',' || *at == '}' || *at == ']' || isJsonSpace(*at)));
    if (ended) {
        at += quoted;
        value = double(number) / double(powersOfTen[decimals]);
        value = negative ? -value : value;
        return true;
    }
    at = begin;
    std::string_view raw;
    if (!readRaw(raw))
        return false;
    if (raw.starts_with('+'))
        raw.remove_prefix(1);
    const auto [last, error] = std::from_chars(raw.data(), raw.data() + raw.size(), value);
    return error == std::errc() && last == raw.data() + raw.size() && std::isfinite(value);
}

/// Reads a time that is negative, in quotes, with an exponent, long, or without exactly three decimals, or
/// something else.
bool JsonCursor::readOtherMicroseconds(int64_t& ns, bool& hasDecimals)
{
    const char* const begin = at;
    const bool quoted = take('"');
    const bool negative = take('-');
    const char* const digits = at;
    int64_t whole = 0;
    for (; at < end && isDigit(*at) && at - digits < 16; ++at)
        whole = whole * 10 + (*at - '0');
    int64_t thousandths = 0;
    const bool hasPoint = at > digits && take('.');
    if (hasPoint) {
        int64_t unit = 100;
        for (; at < end && isDigit(*at) && unit > 0; ++at, unit /= 10)
            thousandths += (*at - '0') * unit;
        thousandths += at < end && isDigit(*at) && *at >= '5';
        while (at < end && isDigit(*at))
            ++at;
    }
    const bool ended =
        at > digits && at < end && (quoted ? *at == '"' : (*at == ',' || *at == '}' || isJsonSpace(*at)));
    constexpr int64_t mostUs = 4'000'000'000'000'000; // the year 2096, close to the limit of the type
    if (!ended || whole > mostUs) {
        double us = 0.0; // possibly with an exponent
        at = begin;
        if (!readReal(us) || !(std::abs(us) < double(mostUs)))
            return false;
        hasDecimals = true;
        ns = std::llround(us * 1000.0);
        return true;
    }
    at += quoted;
    hasDecimals = hasDecimals || hasPoint;
    ns = whole * 1000 + thousandths;
    ns = negative ? -ns : ns;
    return true;
}

} // namespace stepscope
