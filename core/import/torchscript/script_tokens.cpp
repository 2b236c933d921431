#include "core/import/torchscript/script_tokens.h"

#include "core/base/error.h"
#include "core/base/text/ascii.h"
#include "core/language/translation.h"

namespace stepscope {

namespace {

using TokenKind = ScriptToken::Kind;

bool isLetter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
           static_cast<unsigned char>(c) >= 0x80;
}

class Tokenizer
{
public:
    explicit Tokenizer(std::string_view text)
        : m_text(text)
    {
    }

    std::vector<ScriptToken> tokens()
    {
        while (m_at < m_text.size()) {
            if (m_isLineBegin && m_brackets == 0)
                beginLine();
            else
                token();
        }
        endLine();
        for (; m_indents.size() > 1; m_indents.pop_back())
            add(TokenKind::Dedent, {});
        add(TokenKind::End, {});
        return std::move(m_tokens);
    }

private:
    char at(size_t ahead = 0) const { return m_at + ahead < m_text.size() ? m_text[m_at + ahead] : '\0'; }
    void add(TokenKind kind, std::string_view text) { m_tokens.push_back({kind, text, m_line}); }

    void endLine()
    {
        if (!m_tokens.empty() && m_tokens.back().kind != TokenKind::NewLine &&
            m_tokens.back().kind != TokenKind::Dedent)
            add(TokenKind::NewLine, {});
    }

    void beginLine()
    {
        size_t indent = 0;
        while (at(indent) == ' ' || at(indent) == '\t')
            ++indent;
        m_at += indent;
        m_isLineBegin = false;
        if (m_at >= m_text.size() || at() == '\n' || at() == '\r' || at() == '#')
            return;
        if (indent > m_indents.back()) {
            m_indents.push_back(indent);
            add(TokenKind::Indent, {});
        }
        for (; indent < m_indents.back(); m_indents.pop_back())
            add(TokenKind::Dedent, {});
    }

    void token()
    {
        const char c = at();
        if (c == '\n') {
            if (m_brackets == 0) {
                endLine();
                m_isLineBegin = true;
            }
            ++m_line;
            ++m_at;
        } else if (c == '#') {
            m_at = std::min(m_text.find('\n', m_at), m_text.size());
        } else if (c == ' ' || c == '\t' || c == '\r' || c == '\0') {
            ++m_at;
        } else if (isLetter(c)) {
            span(TokenKind::Name, [this](size_t i) { return isLetter(at(i)) || isDigit(at(i)); });
        } else if (isDigit(c)) {
            span(TokenKind::Number, [this](size_t i) { return isOfNumber(i); });
        } else if (c == '"' || c == '\'') {
            text(c);
        } else {
            sign(c);
        }
    }

    bool isOfNumber(size_t i) const
    {
        const bool isExponentSign = (at(i) == '-' || at(i) == '+') && (at(i - 1) == 'e' || at(i - 1) == 'E');
        return isDigit(at(i)) || isLetter(at(i)) || at(i) == '.' || isExponentSign;
    }

    template<class Belongs>
    void span(TokenKind kind, const Belongs& belongs)
    {
        size_t size = 1;
        while (m_at + size < m_text.size() && belongs(size))
            ++size;
        add(kind, m_text.substr(m_at, size));
        m_at += size;
    }

    void text(char quote)
    {
        const size_t begin = ++m_at;
        while (at() != quote) {
            if (m_at >= m_text.size())
                throw Error(translated("its line {line} has an unterminated string",
                                       {{"line", std::to_string(m_line)}}));
            m_line += at() == '\n';
            m_at += at() == '\\' ? 2 : 1;
        }
        add(TokenKind::Text, m_text.substr(begin, m_at - begin));
        ++m_at;
    }

    void sign(char c)
    {
        const bool isPair =
            (at(1) == '=' && std::string_view("=!<>+-*/%").find(c) != std::string_view::npos) ||
            (at(1) == c && std::string_view("*/<>").find(c) != std::string_view::npos) ||
            (c == '-' && at(1) == '>');
        if (c == '(' || c == '[' || c == '{')
            ++m_brackets;
        if ((c == ')' || c == ']' || c == '}') && m_brackets > 0)
            --m_brackets;
        add(TokenKind::Sign, m_text.substr(m_at, isPair ? 2 : 1));
        m_at += isPair ? 2 : 1;
    }

    std::string_view m_text;
    size_t m_at = 0;
    uint32_t m_line = 1;
    int m_brackets = 0;
    bool m_isLineBegin = true;
    std::vector<size_t> m_indents{0};
    std::vector<ScriptToken> m_tokens;
};

} // namespace

std::vector<ScriptToken> scriptTokens(std::string_view text)
{
    return Tokenizer(text).tokens();
}

} // namespace stepscope
