// Follows statements and calls.

#include "core/import/torchscript/script_walk.h"

#include "core/graph/tensor_shape.h"
#include "core/language/translation.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace stepscope {

namespace {

using ValueKind = ScriptValue::Kind;

constexpr size_t mostSteps = 5'000'000;
constexpr size_t mostNodes = 100'000;
constexpr int deepestCall = 64;
constexpr int deepestLevel = 1000;

} // namespace

ScriptWalk::ScriptWalk(NetworkGraph& graph, const Pickle& data, const Pickle& constants,
                       const ScriptModules& modules, ScriptCode& code, ScriptAccount& account)
    : m_graph(graph)
    , m_data(data)
    , m_constants(constants)
    , m_modules(modules)
    , m_code(code)
    , m_account(account)
    , m_tensors(modules.tensors())
{
}

void ScriptWalk::step(size_t cost)
{
    m_steps += cost;
    if (m_steps > mostSteps)
        throw TooLong{translated("its code runs for more than 5,000,000 steps")};
}

ScriptWalk::Level::Level(ScriptWalk& walk)
    : walk(walk)
{
    if (++walk.m_levels > deepestLevel)
        throw TooLong{translated("its code is nested more than 1,000 levels deep")};
}

GraphNodeId ScriptWalk::addNode(GraphNode node, const ScriptValue& from)
{
    if (m_graph.nodes.size() >= mostNodes)
        throw TooLong{translated("it has more than 100,000 operators")};
    const GraphNodeId index(uint32_t(m_graph.nodes.size()));
    node.outputShape = unknownShape();
    m_graph.nodes.push_back(std::move(node));
    m_usedTensors.push_back(from.tensors);
    for (const auto source : from.nodes)
        m_graph.edges.push_back({source, index, m_graph.nodes[source].outputShape});
    step(from.nodes.size() + from.tensors.size());
    return index;
}

std::vector<GraphNodeId> ScriptWalk::sources(const ScriptValue& value)
{
    return together({&value, 1}).nodes;
}

/// Arguments that hold tensors become inputs of the graph; optional ones are left out.
ScriptValue ScriptWalk::call(const ScriptFunction& forward)
{
    Frame frame;
    for (const ScriptArgument& argument : forward.arguments) {
        ScriptValue& value = frame.variables[argument.name];
        const bool isTensor = argument.type.empty() || argument.type.find("Tensor") != std::string_view::npos;
        if (&argument == &forward.arguments.front()) {
            value.kind = ValueKind::Object;
            value.object = m_data.root;
        } else if (argument.standard) {
            m_account.optional += isTensor;
            value = evaluate(*argument.standard, frame);
        } else if (isTensor) {
            GraphNode node{.kind = GraphNodeKind::Input, .op = "input", .label = std::string(argument.name)};
            value.kind = ValueKind::Tensor;
            value.nodes = {addNode(std::move(node), {})};
        }
    }
    run(forward.body, frame);
    return frame.returned;
}

bool ScriptWalk::run(const std::vector<ScriptStatement>& statements, Frame& frame)
{
    const Level level(*this);
    return std::ranges::any_of(statements,
                               [&](const ScriptStatement& each) { return runStatement(each, frame); });
}

bool ScriptWalk::runStatement(const ScriptStatement& statement, Frame& frame)
{
    using Statement = ScriptStatement::Kind;
    step();
    switch (statement.kind) {
    case Statement::Assignment:
        assign(statement.targets, evaluate(statement.value, frame), frame);
        return false;
    case Statement::Expression:
        evaluate(statement.value, frame);
        return false;
    case Statement::If:
        return runConditional(statement, frame);
    case Statement::Loop:
        runLoop(statement, frame);
        return false;
    case Statement::Return: {
        auto value = evaluate(statement.value, frame);
        frame.returned = frame.hasReturned ? merged(frame.returned, value) : std::move(value);
        frame.hasReturned = true;
        return true;
    }
    case Statement::Nothing:
        break;
    }
    return false;
}

void ScriptWalk::chargeCopy(const Frame& frame)
{
    for (const auto& [name, value] : frame.variables)
        step(1 + value.nodes.size() + value.tensors.size());
}

/// If the condition depends on values, both sides are followed, and a variable may come from either.
bool ScriptWalk::runConditional(const ScriptStatement& statement, Frame& frame)
{
    const auto truth = knownTruth(evaluate(statement.value, frame));
    if (truth)
        return run(*truth ? statement.body : statement.otherwise, frame);
    const size_t nodes = m_graph.nodes.size();
    chargeCopy(frame);
    Frame other = frame;
    const bool isOver = run(statement.body, frame);
    other.returned = frame.returned;
    other.hasReturned = frame.hasReturned;
    const bool isOtherOver = run(statement.otherwise, other);
    frame.returned = other.returned;
    frame.hasReturned = other.hasReturned;
    m_account.branches += m_graph.nodes.size() > nodes;
    if (isOver)
        frame.variables = std::move(other.variables);
    if (isOver || isOtherOver)
        return isOver && isOtherOver;
    for (auto& [name, value] : other.variables) {
        step();
        const auto [place, isNew] = frame.variables.try_emplace(name, value);
        if (!isNew)
            place->second = merged(place->second, value);
    }
    return false;
}

void ScriptWalk::runLoop(const ScriptStatement& statement, Frame& frame)
{
    const size_t nodes = m_graph.nodes.size();
    const auto values = evaluate(statement.value, frame);
    for (const std::string_view target : statement.targets)
        frame.variables[target] = together({&values, 1});
    chargeCopy(frame);
    const auto before = frame.variables; // for a loop that is not entered
    run(statement.body, frame);
    for (const auto& [name, value] : before) {
        step();
        frame.variables[name] = merged(frame.variables[name], value);
    }
    m_account.loops += m_graph.nodes.size() > nodes;
}

void ScriptWalk::assign(const std::vector<std::string_view>& targets, const ScriptValue& value, Frame& frame)
{
    const bool isUnpacked =
        targets.size() > 1 && value.kind == ValueKind::Sequence && value.items->size() == targets.size();
    for (size_t i = 0; i < targets.size(); ++i) {
        if (targets[i].empty())
            continue;
        step();
        if (isUnpacked)
            frame.variables[targets[i]] = ScriptValue((*value.items)[i]);
        else
            frame.variables[targets[i]] = targets.size() > 1 ? together({&value, 1}) : value;
    }
}

ScriptValue ScriptWalk::evaluateCall(const Expression& expression, Frame& frame)
{
    const Expression& callee = expression.parts.front();
    const bool isBuiltIn = callee.kind == Expression::Kind::Name && !frame.variables.contains(callee.text);
    const bool hasType = isBuiltIn && (callee.text == "annotate" || callee.text == "unchecked_cast" ||
                                       callee.text == "uninitialized");
    Values arguments;
    for (size_t i = hasType ? 2 : 1; i < expression.parts.size(); ++i)
        arguments.push_back(evaluate(expression.parts[i], frame));
    if (isBuiltIn)
        return callBuiltIn(callee.text, arguments);
    if (callee.kind == Expression::Kind::Attribute) {
        const auto of = evaluate(callee.parts.front(), frame);
        if (of.kind == ValueKind::Object)
            return callMethod(of.object, callee.text, arguments, frame.layer);
        if (of.kind == ValueKind::Name)
            return callNamed(of.text + "." + std::string(callee.text), expression, arguments, frame);
        arguments.push_back(of);
        return together(arguments);
    }
    const auto called = evaluate(callee, frame);
    if (called.kind == ValueKind::Name)
        return callNamed(called.text, expression, arguments, frame);
    return together(arguments);
}

ScriptValue ScriptWalk::callBuiltIn(std::string_view name, const Values& arguments)
{
    if ((name == "annotate" || name == "unchecked_cast") && !arguments.empty())
        return arguments.front();
    if (name == "getattr" && arguments.size() == 2)
        return attribute(arguments[0], arguments[1].text);
    const bool isCast = name == "bool" || name == "int" || name == "str";
    if (isCast && arguments.size() == 1 &&
        (arguments[0].kind == ValueKind::Bool || arguments[0].kind == ValueKind::Integer))
        return arguments.front();
    return {};
}

ScriptValue ScriptWalk::callNamed(const std::string& name, const Expression& expression,
                                  const Values& arguments, Frame& frame)
{
    if (name.starts_with("torch.") || name.starts_with("ops."))
        return callOperator(name, expression, arguments, frame);
    if (const auto* function = m_code.findFunction(name))
        return callFunction(*function, arguments, frame.layer);
    if (m_code.findClass(name)) // a constructor call, for example of a named tuple
        return sequence(arguments);
    return together(arguments);
}

ScriptValue ScriptWalk::callOperator(const std::string& name, const Expression& expression,
                                     const Values& arguments, Frame& frame)
{
    const ScriptOperator called = scriptOperator(name);
    if (auto known = knownResult(called.name, arguments))
        return *known;
    if (called.name == "append" && arguments.size() == 2 && arguments[0].kind == ValueKind::Sequence) {
        // With lists in lists, a list could hold itself.
        const bool isList = arguments[1].kind == ValueKind::Sequence;
        arguments[0].items->push_back(isList ? together({&arguments[1], 1}) : arguments[1]);
        return arguments[0];
    }
    if (called.name == "list" && arguments.size() == 1)
        return arguments.front();
    const ScriptValue from = together(arguments);
    if (!yieldsTensor(called, from.isTensor()))
        return {};
    if (called.space == "prim" || called.name == "detach")
        return from;
    GraphNode node{.op = fmt::format("{}::{}", called.space, called.name), .label = std::string(called.name)};
    node.layer = frame.layer;
    ScriptValue made{.kind = ValueKind::Tensor};
    made.nodes = {addNode(std::move(node), from)};
    // An in-place operator changes the value of its variable.
    const bool isInPlace = called.name.ends_with('_') && !called.name.ends_with("__");
    if (isInPlace && expression.parts.size() > 1 && expression.parts[1].kind == Expression::Kind::Name)
        frame.variables[expression.parts[1].text] = made;
    return made;
}

ScriptValue ScriptWalk::callMethod(PickleId object, std::string_view name, const Values& arguments,
                                   GraphLayerId layer)
{
    const std::string& className = m_data.className(object);
    const ScriptClass* const type = m_code.findClass(className);
    const auto own = m_modules.layerOf(object);
    if (const auto* method = type ? type->method(name) : nullptr) {
        Values all{{.kind = ValueKind::Object, .object = object}};
        std::ranges::copy(arguments, std::back_inserter(all));
        return callFunction(*method, all, own.isNone() ? layer : own);
    }
    const ScriptValue from = together(arguments);
    GraphNode node{.op = fmt::format("{}.{}", shortClassName(className), name), .label = std::string(name)};
    node.layer = own.isNone() ? layer : own;
    ScriptValue made{.kind = ValueKind::Tensor};
    made.nodes = {addNode(std::move(node), from)};
    return made;
}

ScriptValue ScriptWalk::callFunction(const ScriptFunction& function, const Values& arguments,
                                     GraphLayerId layer)
{
    step();
    if (m_calls >= deepestCall) {
        ++m_account.recursive;
        return together(arguments);
    }
    Frame frame;
    frame.layer = layer;
    for (size_t i = 0; i < function.arguments.size(); ++i) {
        const ScriptArgument& argument = function.arguments[i];
        if (i < arguments.size())
            frame.variables[argument.name] = arguments[i];
        else if (argument.standard)
            frame.variables[argument.name] = evaluate(*argument.standard, frame);
    }
    ++m_calls;
    run(function.body, frame);
    --m_calls;
    return frame.returned;
}

} // namespace stepscope
