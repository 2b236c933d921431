#include "core/import/json_cursor.h"

#include <cmath>
#include <cstdlib>
#include <string>

namespace stepscope {

namespace {

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

bool isSpace(char c)
{
    return static_cast<unsigned char>(c) <= ' ';
}

constexpr size_t longestKey = 80;

constexpr int64_t powersOfTen[] = {
    1,          10,          100,           1'000,          10'000,          100'000,          1'000'000,
    10'000'000, 100'000'000, 1'000'000'000, 10'000'000'000, 100'000'000'000, 1'000'000'000'000};

} // namespace

/// A string ends at a quote before a comma, a colon, or the end of an object or list. When careful, what
/// follows the comma must be a key.
bool JsonCursor::endsString(const char* quote, bool inArray) const
{
    const char* next = quote + 1;
    const auto skip = [&] {
        while (next < end && isSpace(*next))
            ++next;
    };
    skip();
    if (next >= end)
        return true; // whether it does, what follows would have told
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

bool JsonCursor::skipNested()
{
    int64_t depth = 0;
    while (at < end) {
        switch (*at) {
        case '"': {
            std::string_view text;
            if (!readString(text, true))
                return false;
            continue;
        }
        case '[':
        case '{':
            ++depth;
            break;
        case ']':
        case '}':
            if (--depth == 0) {
                ++at;
                return true;
            }
            break;
        default:
            break;
        }
        ++at;
    }
    ranOut = true;
    return false;
}

void JsonCursor::skipBare()
{
    const char* const begin = at;
    while (at < end && *at != ',' && *at != '}' && *at != ']' && !isSpace(*at))
        ++at;
    ranOut = ranOut || at >= end;
    const std::string_view word(begin, size_t(at - begin));
    if (word.empty() || isDigit(word[0]) || (word[0] == '-' && word.size() > 1 && isDigit(word[1])) ||
        word == "true" || word == "false" || word == "null")
        return;
    ++bareWords;
}

bool JsonCursor::readInteger(int64_t& value)
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
        at < end && (quoted ? *at == '"' : (*at == ',' || *at == '}' || isSpace(*at) || *at == ']'));
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
    value = negative ? -int64_t(number) : int64_t(number);
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
    const bool ended = at > digits && at < end && decimals <= 12 &&
                       (quoted ? *at == '"' : (*at == ',' || *at == '}' || *at == ']' || isSpace(*at)));
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
    const std::string text(raw);
    char* last = nullptr;
    value = std::strtod(text.c_str(), &last);
    return last != text.c_str() && *last == '\0' && std::isfinite(value);
}

bool JsonCursor::readMicroseconds(int64_t& ns, bool& hasDecimals)
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
        at > digits && at < end && (quoted ? *at == '"' : (*at == ',' || *at == '}' || isSpace(*at)));
    constexpr int64_t mostUs = 4'000'000'000'000'000; // beyond lies the year 2096, and soon what fits
    if (!ended || whole > mostUs) {
        double us = 0.0; // with an exponent, perhaps
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
