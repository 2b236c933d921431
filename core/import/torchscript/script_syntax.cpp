#include "core/import/torchscript/script_syntax.h"

#include "core/base/error.h"
#include "core/import/torchscript/script_tokens.h"
#include "core/language/translation.h"

#include <algorithm>

namespace stepscope {

namespace {

using TokenKind = ScriptToken::Kind;
using Expression = ScriptExpression;
using Statement = ScriptStatement;

constexpr int deepest = 200;

class Parser
{
public:
    explicit Parser(ScriptFile& file)
        : m_file(file)
        , m_tokens(scriptTokens(file.text))
    {
    }

    void parse()
    {
        while (!is(TokenKind::End)) {
            if (take("class"))
                m_file.classes.push_back(classOf());
            else if (take("def"))
                m_file.functions.push_back(function());
            else
                skipLine();
        }
    }

private:
    /// Limits the nesting depth.
    struct Level
    {
        explicit Level(Parser& parser)
            : parser(parser)
        {
            if (++parser.m_depth > deepest)
                parser.fail();
        }
        ~Level() { --parser.m_depth; }
        Level(const Level&) = delete;
        Level& operator=(const Level&) = delete;
        Parser& parser;
    };

    [[noreturn]] void fail() const
    {
        throw Error(translated("its line {line} does not match TorchScript's grammar",
                               {{"line", std::to_string(token().line)}}));
    }

    const ScriptToken& token() const { return m_tokens[m_at]; }
    bool is(TokenKind kind) const { return token().kind == kind; }
    bool is(std::string_view text) const
    {
        return token().text == text && (is(TokenKind::Name) || is(TokenKind::Sign));
    }
    void next() { m_at += m_at + 1 < m_tokens.size(); }
    bool take(std::string_view text)
    {
        const bool isIt = is(text);
        if (isIt)
            next();
        return isIt;
    }
    bool take(TokenKind kind)
    {
        const bool isIt = is(kind);
        if (isIt)
            next();
        return isIt;
    }
    void expect(std::string_view text)
    {
        if (!take(text))
            fail();
    }
    std::string_view name()
    {
        if (!is(TokenKind::Name))
            fail();
        const auto text = token().text;
        next();
        return text;
    }

    /// Skips to the end of a line, including the block indented below it.
    void skipLine()
    {
        while (!is(TokenKind::End) && !take(TokenKind::NewLine))
            next();
        for (int depth = int(is(TokenKind::Indent)); depth > 0 && !is(TokenKind::End);) {
            next();
            depth += int(is(TokenKind::Indent)) - int(is(TokenKind::Dedent));
            if (depth == 0)
                next();
        }
    }

    /// The text up to one of these signs outside of brackets.
    std::string_view textUpTo(std::string_view signs)
    {
        const char* const begin = token().text.data();
        const char* end = begin;
        for (int brackets = 0; !is(TokenKind::NewLine) && !is(TokenKind::End); next()) {
            const std::string_view text = token().text;
            const bool isSign = is(TokenKind::Sign);
            if (isSign && brackets == 0 && text.size() == 1 && signs.find(text) != std::string_view::npos)
                break;
            brackets += isSign && (text == "(" || text == "[" || text == "{");
            brackets -= isSign && (text == ")" || text == "]" || text == "}");
            end = text.data() + text.size();
        }
        return begin && end > begin ? std::string_view(begin, size_t(end - begin)) : std::string_view();
    }

    ScriptClass classOf();
    ScriptFunction function();
    std::vector<Statement> block();
    Statement statement();
    Statement conditional();
    Statement loop(bool hasTargets);
    Statement assignment();
    Expression expressions();
    Expression expression();
    Expression operand();
    Expression primary();
    Expression sequence(std::string_view end);

    ScriptFile& m_file;
    std::vector<ScriptToken> m_tokens;
    size_t m_at = 0;
    int m_depth = 0;
};

ScriptClass Parser::classOf()
{
    ScriptClass made;
    made.name = name();
    if (take("(")) {
        made.base = textUpTo(")");
        expect(")");
    }
    expect(":");
    if (!take(TokenKind::NewLine) || !take(TokenKind::Indent))
        fail();
    while (!take(TokenKind::Dedent) && !is(TokenKind::End)) {
        if (take("def")) {
            made.methods.push_back(function());
        } else if (take("__parameters__")) {
            expect("=");
            for (const Expression& each : expression().parts)
                made.parameters.push_back(each.text);
            skipLine();
        } else {
            skipLine();
        }
    }
    return made;
}

ScriptFunction Parser::function()
{
    ScriptFunction made;
    made.name = name();
    expect("(");
    while (!take(")")) {
        ScriptArgument argument;
        argument.name = name();
        if (take(":"))
            argument.type = textUpTo(",=)");
        if (take("="))
            argument.standard = expression();
        made.arguments.push_back(std::move(argument));
        if (!take(",") && !is(")"))
            fail();
    }
    if (take("->"))
        textUpTo(":");
    expect(":");
    made.body = block();
    return made;
}

std::vector<Statement> Parser::block()
{
    const Level level(*this);
    std::vector<Statement> statements;
    if (!take(TokenKind::NewLine)) {
        statements.push_back(statement());
        return statements;
    }
    if (!take(TokenKind::Indent)) // a block without statements, as in a function that does nothing
        return statements;
    while (!take(TokenKind::Dedent) && !is(TokenKind::End))
        statements.push_back(statement());
    return statements;
}

Statement Parser::statement()
{
    if (take("if"))
        return conditional();
    if (take("for"))
        return loop(true);
    if (take("while"))
        return loop(false);
    Statement made;
    if (take("with")) { // what it enters does not affect the data flow
        textUpTo(":");
        expect(":");
        made.kind = Statement::Kind::If;
        made.value = {.kind = Expression::Kind::Name, .text = "True"};
        made.body = block();
        return made;
    }
    if (take("return")) {
        made.kind = Statement::Kind::Return;
        if (!is(TokenKind::NewLine))
            made.value = expressions();
    } else if (!take("pass") && !take("break") && !take("continue")) {
        made = assignment();
    }
    if (!take(TokenKind::NewLine) && !is(TokenKind::End))
        fail();
    return made;
}

Statement Parser::conditional()
{
    const Level level(*this);
    Statement made{.kind = Statement::Kind::If};
    made.value = expression();
    expect(":");
    made.body = block();
    if (take("elif"))
        made.otherwise.push_back(conditional());
    else if (take("else")) {
        expect(":");
        made.otherwise = block();
    }
    return made;
}

std::vector<std::string_view> namesOf(const Expression& targets)
{
    const auto nameOf = [](const Expression& each) {
        return each.kind == Expression::Kind::Name ? each.text : std::string_view();
    };
    if (targets.kind != Expression::Kind::Sequence)
        return {nameOf(targets)};
    std::vector<std::string_view> names;
    for (const Expression& each : targets.parts)
        names.push_back(nameOf(each));
    return names;
}

Statement Parser::loop(bool hasTargets)
{
    Statement made{.kind = Statement::Kind::Loop};
    if (hasTargets) {
        Expression targets;
        do
            targets.parts.push_back(operand());
        while (take(","));
        made.targets = namesOf(targets);
        expect("in");
    }
    made.value = expression();
    expect(":");
    made.body = block();
    return made;
}

Statement Parser::assignment()
{
    Statement made{.kind = Statement::Kind::Expression};
    made.value = expressions();
    if (take(":"))
        textUpTo("=");
    if (!is("="))
        return made;
    made.kind = Statement::Kind::Assignment;
    made.targets = namesOf(made.value);
    while (take("="))
        made.value = expressions();
    return made;
}

/// One expression, or several separated by commas as a sequence.
Expression Parser::expressions()
{
    Expression first = expression();
    if (!is(","))
        return first;
    Expression all;
    all.parts.push_back(std::move(first));
    while (take(",") && !is("=") && !is(TokenKind::NewLine) && !is(TokenKind::End))
        all.parts.push_back(expression());
    return all;
}

Expression Parser::expression()
{
    static constexpr std::string_view operators[] = {"+",  "-",  "*",  "/",   "//", "%",   "**", "@",   "<",
                                                     ">",  "<=", ">=", "==",  "!=", "&",   "|",  "^",   "<<",
                                                     ">>", "in", "is", "and", "or", "not", "if", "else"};
    const Level level(*this);
    Expression made = operand();
    const auto isOperator = [this] {
        return std::ranges::any_of(operators, [this](std::string_view each) { return is(each); });
    };
    if (!isOperator())
        return made;
    Expression all{.kind = Expression::Kind::Operation};
    all.parts.push_back(std::move(made));
    while (isOperator()) {
        while (isOperator()) // "is not", "- -1"
            next();
        all.parts.push_back(operand());
    }
    return all;
}

Expression Parser::operand()
{
    const Level level(*this);
    if (take("-") || take("not") || take("~") || take("+") || take("*"))
        return {.kind = Expression::Kind::Operation, .parts = {operand()}};
    Expression made = primary();
    for (int links = 0;; ++links) {
        if (links > deepest)
            fail();
        if (take(".")) {
            Expression around{.kind = Expression::Kind::Attribute, .text = name()};
            around.parts.push_back(std::move(made));
            made = std::move(around);
        } else if (is("(") || is("[")) {
            const bool isCall = is("(");
            next();
            Expression around = sequence(isCall ? ")" : "]");
            around.kind = isCall ? Expression::Kind::Call : Expression::Kind::Index;
            around.parts.insert(around.parts.begin(), std::move(made));
            made = std::move(around);
        } else {
            return made;
        }
    }
}

Expression Parser::primary()
{
    Expression made;
    if (take("(")) {
        made = sequence(")");
        // Brackets around a single expression do not make a tuple; the printer writes tuples with a comma.
        const bool isTuple = m_tokens[m_at - 2].text == "," || made.parts.size() != 1;
        return isTuple ? made : Expression(std::move(made.parts.front()));
    }
    if (take("["))
        return sequence("]");
    if (take("{"))
        return sequence("}");
    made.text = token().text;
    if (is(TokenKind::Name))
        made.kind = Expression::Kind::Name;
    else if (is(TokenKind::Number))
        made.kind = Expression::Kind::Number;
    else if (is(TokenKind::Text))
        made.kind = Expression::Kind::Text;
    else
        fail();
    next();
    return made;
}

/// The content of brackets: with commas, "name=value", "key: value" and the colons of slices.
Expression Parser::sequence(std::string_view end)
{
    const Level level(*this);
    Expression made;
    while (!take(end)) {
        if (take(",") || take(":"))
            continue;
        Expression each = expression();
        if (take("=")) // a named argument: names do not matter here
            each = expression();
        made.parts.push_back(std::move(each));
        if (!is(end) && !is(",") && !is(":"))
            fail();
    }
    return made;
}

} // namespace

const ScriptFunction* ScriptClass::method(std::string_view called) const
{
    const auto found = std::ranges::find(methods, called, &ScriptFunction::name);
    return found == methods.end() ? nullptr : &*found;
}

const ScriptFunction* ScriptFile::function(std::string_view called) const
{
    const auto found = std::ranges::find(functions, called, &ScriptFunction::name);
    return found == functions.end() ? nullptr : &*found;
}

const ScriptClass* ScriptFile::find(std::string_view called) const
{
    const auto found = std::ranges::find(classes, called, &ScriptClass::name);
    return found == classes.end() ? nullptr : &*found;
}

void parseScript(ScriptFile& file)
{
    Parser(file).parse();
}

} // namespace stepscope
