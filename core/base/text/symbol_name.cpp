#include "core/base/text/symbol_name.h"

#include <cctype>
#include <string_view>

namespace stepscope {

namespace {

constexpr size_t longestName = 10'000;
constexpr int deepest = 100;

struct Unmatched
{
};

bool isOfIdentifier(char character)
{
    return std::isalnum(static_cast<unsigned char>(character)) != 0 || character == '_' || character == '$';
}

bool takeStart(std::string_view& rest, std::string_view text)
{
    if (!rest.starts_with(text))
        return false;
    rest.remove_prefix(text.size());
    return true;
}

/// Reads a name from the left and writes its short form.
class SymbolReader
{
public:
    explicit SymbolReader(std::string_view name)
        : m_rest(name)
    {
    }

    /// Throws Unmatched.
    std::string read()
    {
        std::string all;
        readList(all, 0);
        if (!m_rest.empty())
            throw Unmatched();
        return all;
    }

private:
    bool take(std::string_view text) { return takeStart(m_rest, text); }

    /// Skips what is in brackets; the opening one has been taken.
    void skipBracket(char close)
    {
        for (int open = 1; open > 0;) {
            if (m_rest.empty())
                throw Unmatched();
            const char next = m_rest.front();
            m_rest.remove_prefix(1);
            if (next == '(' || next == '{' || (next == '<' && close == '>'))
                ++open;
            else if (next == ')' || next == '}' || (next == '>' && close == '>'))
                --open;
        }
    }

    /// Skips the lambdas and calls within a function: "::{lambda()#1}::operator()() const".
    void skipInner()
    {
        while (true) {
            if (take("::") || take(" const"))
                continue;
            if (take("{"))
                skipBracket('}');
            else if (take("("))
                skipBracket(')');
            else if (take("<"))
                skipBracket('>');
            else if (!m_rest.empty() && isOfIdentifier(m_rest.front()))
                m_rest.remove_prefix(1);
            else
                return;
        }
    }

    /// Arguments up to the end or to a closing bracket, which is left.
    void readList(std::string& all, int depth)
    {
        if (depth > deepest)
            throw Unmatched();
        while (true) {
            all += readType(depth);
            if (!take(","))
                return;
            all += ',';
        }
    }

    /// One argument, or at depth 0 the whole name.
    std::string readType(int depth)
    {
        std::string type;
        size_t word = 0; // where the current qualified name starts in `type`
        while (!m_rest.empty() && m_rest.front() != ',' && m_rest.front() != '>') {
            if (take("(anonymous namespace)::") || take("(anonymous namespace)"))
                continue;
            if (take("operator()"))
                continue;
            if (take("::")) {
                const bool isOfClass = !type.empty() && type.back() == '>';
                if (m_rest.starts_with("operator()") || m_rest.starts_with('{'))
                    skipInner();
                else if (isOfClass)
                    type += "::";
                else
                    type.resize(word);
            } else if (take("<")) {
                type += '<';
                readList(type, depth + 1);
                while (!type.empty() && type.back() == ' ')
                    type.pop_back();
                if (!take(">"))
                    throw Unmatched();
                type += '>';
            } else if (take("(")) {
                skipBracket(')');
                if (type.size() > word) // parameters; otherwise a cast: "(Mode)1"
                    skipInner();
            } else if (take("{")) {
                skipBracket('}');
            } else {
                const char next = m_rest.front();
                m_rest.remove_prefix(1);
                type += next;
                if (!isOfIdentifier(next)) {
                    if (depth == 0 && next == ' ')
                        type.clear(); // the return type
                    word = type.size();
                }
            }
        }
        return type;
    }

    std::string_view m_rest;
};

/// Reads names of a mangled symbol (Itanium C++ ABI). A demangler would write the whole name, which can be
/// exponentially longer than the symbol.
class MangledReader
{
public:
    explicit MangledReader(std::string_view symbol)
        : m_rest(symbol)
    {
    }

    /// Its last name with the last name of its first template argument; empty: not understood.
    std::string read()
    {
        if (!take("_Z"))
            return {};
        std::string text(nameAhead());
        if (text.empty() || !take("I"))
            return text;
        const auto argument = nameAhead();
        text += '<';
        text += argument;
        if (argument.empty() || m_rest.starts_with('I'))
            text += argument.empty() ? "…" : "<…>";
        return text + '>';
    }

private:
    bool take(std::string_view text) { return takeStart(m_rest, text); }

    /// "S_" or "S1A_", a name that has occurred before.
    bool takeSubstitution()
    {
        if (m_rest.size() < 2 || m_rest[0] != 'S')
            return false;
        if (take("St"))
            return true;
        const auto end = m_rest.find('_');
        if (end == std::string_view::npos || end > 8)
            return false;
        m_rest.remove_prefix(end + 1);
        return true;
    }

    /// The last of the names before template arguments or the end: "N2at6native4copyE".
    std::string_view nameAhead()
    {
        std::string_view name;
        take("N");
        while (takeSubstitution() || take("K"))
            continue;
        while (!m_rest.empty() && std::isdigit(static_cast<unsigned char>(m_rest.front()))) {
            size_t length = 0;
            while (!m_rest.empty() && std::isdigit(static_cast<unsigned char>(m_rest.front())) &&
                   length <= longestName) {
                length = 10 * length + size_t(m_rest.front() - '0');
                m_rest.remove_prefix(1);
            }
            if (length == 0 || length > m_rest.size())
                return {};
            name = m_rest.substr(0, length);
            m_rest.remove_prefix(length);
        }
        return name;
    }

    std::string_view m_rest;
};

/// "Memcpy HtoD (Pageable -> Device)" has brackets, too.
bool isSymbol(std::string_view name)
{
    const auto bracket = name.find_first_of("<(");
    if (name.starts_with("void ") || name.find("::") != std::string_view::npos)
        return true;
    return bracket != std::string_view::npos && bracket > 0 && isOfIdentifier(name[bracket - 1]) &&
           (name.back() == '>' || name.back() == ')');
}

} // namespace

std::string shortSymbol(const std::string& name)
{
    if (name.size() > longestName)
        return name;
    if (name.starts_with("_Z")) {
        auto text = MangledReader(name).read();
        return text.empty() ? name : text;
    }
    if (!isSymbol(name))
        return name;
    try {
        auto all = SymbolReader(name).read();
        return all.empty() ? name : all;
    } catch (const Unmatched&) {
        return name;
    }
}

} // namespace stepscope
