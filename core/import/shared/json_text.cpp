#include "core/import/shared/json_text.h"

#include <charconv>
#include <cstdint>
#include <system_error>
#include <utility>

namespace stepscope {

namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD";

void appendUtf8(std::string& text, uint32_t code)
{
    if (code < 0x80) {
        text += char(code);
    } else if (code < 0x800) {
        text += char(0xC0 | code >> 6);
        text += char(0x80 | (code & 0x3F));
    } else if (code < 0x10000) {
        text += char(0xE0 | code >> 12);
        text += char(0x80 | (code >> 6 & 0x3F));
        text += char(0x80 | (code & 0x3F));
    } else {
        text += char(0xF0 | code >> 18);
        text += char(0x80 | (code >> 12 & 0x3F));
        text += char(0x80 | (code >> 6 & 0x3F));
        text += char(0x80 | (code & 0x3F));
    }
}

/// The four hexadecimal digits at `at`; -1: none.
int64_t hexDigits(std::string_view raw, size_t at)
{
    uint32_t value = 0;
    if (at + 4 > raw.size())
        return -1;
    const auto [end, error] = std::from_chars(raw.data() + at, raw.data() + at + 4, value, 16);
    return error == std::errc() && end == raw.data() + at + 4 ? int64_t(value) : -1;
}

/// The number of bytes of the well-formed UTF-8 character here; 0: none.
size_t utf8Length(std::string_view text)
{
    const auto byte = [text](size_t i) { return static_cast<unsigned char>(text[i]); };
    const auto follows = [&](size_t count) {
        for (size_t i = 1; i <= count; ++i) {
            if (i >= text.size() || (byte(i) & 0xC0) != 0x80)
                return false;
        }
        return true;
    };
    if (byte(0) < 0x80)
        return 1;
    if (byte(0) >= 0xC2 && byte(0) < 0xE0)
        return follows(1) ? 2 : 0;
    if (byte(0) >= 0xE0 && byte(0) < 0xF0) {
        const bool isOverlong = text.size() > 1 && byte(0) == 0xE0 && byte(1) < 0xA0;
        const bool isSurrogate = text.size() > 1 && byte(0) == 0xED && byte(1) >= 0xA0;
        return follows(2) && !isOverlong && !isSurrogate ? 3 : 0;
    }
    if (byte(0) >= 0xF0 && byte(0) < 0xF5) {
        const bool isOverlong = text.size() > 1 && byte(0) == 0xF0 && byte(1) < 0x90;
        const bool isTooLarge = text.size() > 1 && byte(0) == 0xF4 && byte(1) >= 0x90;
        return follows(3) && !isOverlong && !isTooLarge ? 4 : 0;
    }
    return 0;
}

class Decoder
{
public:
    explicit Decoder(std::string_view raw)
        : m_raw(raw)
    {
        m_text.reserve(raw.size());
    }

    std::string decode(bool withEscapes, bool& wasRepaired)
    {
        while (m_at < m_raw.size())
            withEscapes&& m_raw[m_at] == '\\' ? takeEscape() : takeCharacter();
        wasRepaired = wasRepaired || m_wasRepaired;
        return std::move(m_text);
    }

private:
    void takeCharacter()
    {
        if (static_cast<unsigned char>(m_raw[m_at]) < ' ' || m_raw[m_at] == 0x7F) {
            m_text += ' ';
            m_wasRepaired = true;
            ++m_at;
            return;
        }
        const size_t length = utf8Length(m_raw.substr(m_at));
        if (length == 0) {
            m_text += replacement;
            m_wasRepaired = true;
            ++m_at;
            return;
        }
        m_text += m_raw.substr(m_at, length);
        m_at += length;
    }

    void takeEscape()
    {
        const char kind = m_at + 1 < m_raw.size() ? m_raw[m_at + 1] : '\\';
        m_at += 2;
        switch (kind) {
        case 'b':
        case 'f':
        case 'n':
        case 'r':
        case 't':
            m_text += ' ';
            break;
        case 'u':
            takeUnicode();
            break;
        default:
            m_text += kind;
        }
    }

    void takeUnicode()
    {
        int64_t code = hexDigits(m_raw, m_at);
        if (code < 0) {
            m_text += "\\u";
            m_wasRepaired = true;
            return;
        }
        m_at += 4;
        const bool isHigh = code >= 0xD800 && code < 0xDC00;
        if (isHigh && m_raw.substr(m_at).starts_with("\\u")) {
            const int64_t low = hexDigits(m_raw, m_at + 2);
            if (low >= 0xDC00 && low < 0xE000) {
                code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
                m_at += 6;
            }
        }
        if (code >= 0xD800 && code < 0xE000) {
            m_text += replacement;
            m_wasRepaired = true;
        } else {
            appendUtf8(m_text, code < ' ' ? ' ' : uint32_t(code));
        }
    }

    std::string_view m_raw;
    std::string m_text;
    size_t m_at = 0;
    bool m_wasRepaired = false;
};

} // namespace

std::string decodedJsonText(std::string_view raw, bool& wasRepaired)
{
    return Decoder(raw).decode(true, wasRepaired);
}

std::string plainText(std::string_view raw, bool& wasRepaired)
{
    return Decoder(raw).decode(false, wasRepaired);
}

} // namespace stepscope
