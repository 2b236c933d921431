// Evaluates the expressions of a model's code.

#include "core/import/torchscript/script_walk.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <iterator>
#include <system_error>
#include <utility>

namespace stepscope {

namespace {

using ValueKind = ScriptValue::Kind;

constexpr size_t longestValueName = 1024;
constexpr int deepestValue = 16;

/// Both are sorted.
template<typename Index>
void unite(std::vector<Index>& into, const std::vector<Index>& more)
{
    if (more.empty())
        return;
    std::vector<Index> all;
    all.reserve(into.size() + more.size());
    std::ranges::set_union(into, more, std::back_inserter(all));
    into = std::move(all);
}

ScriptValue numberOf(std::string_view text)
{
    int64_t number = 0;
    const auto end = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool isWhole = end.ec == std::errc() && end.ptr == text.data() + text.size();
    return isWhole ? scriptInteger(number) : ScriptValue{};
}

} // namespace

ScriptValue ScriptWalk::evaluate(const Expression& expression, Frame& frame)
{
    const Level level(*this);
    step();
    switch (expression.kind) {
    case Expression::Kind::Name:
        return variable(expression.text, frame);
    case Expression::Kind::Number:
        return numberOf(expression.text);
    case Expression::Kind::Text: {
        ScriptValue text{.kind = ValueKind::Text};
        text.text = expression.text.substr(0, longestValueName);
        return text;
    }
    case Expression::Kind::Attribute:
        return attribute(evaluate(expression.parts.front(), frame), expression.text);
    case Expression::Kind::Call:
        return evaluateCall(expression, frame);
    case Expression::Kind::Index:
        return indexed(expression, frame);
    case Expression::Kind::Sequence:
    case Expression::Kind::Operation:
        break;
    }
    Values parts;
    for (const Expression& part : expression.parts)
        parts.push_back(evaluate(part, frame));
    if (expression.kind == Expression::Kind::Sequence)
        return sequence(std::move(parts));
    return together(parts);
}

ScriptValue ScriptWalk::variable(std::string_view name, const Frame& frame)
{
    if (const auto found = frame.variables.find(name); found != frame.variables.end()) {
        step(found->second.nodes.size() + found->second.tensors.size());
        return found->second;
    }
    if (name == "None")
        return {.kind = ValueKind::None};
    if (name == "True" || name == "False")
        return scriptBool(name == "True");
    ScriptValue made{.kind = ValueKind::Name};
    made.text = name.substr(0, longestValueName);
    return made;
}

ScriptValue ScriptWalk::attribute(const ScriptValue& of, std::string_view name)
{
    if (of.kind == ValueKind::Name && of.text == "CONSTANTS")
        return constant(name);
    if (of.kind == ValueKind::Name && of.text.size() + name.size() < longestValueName) {
        ScriptValue made{.kind = ValueKind::Name};
        made.text = fmt::format("{}.{}", of.text, name);
        return made;
    }
    if (of.kind != ValueKind::Object)
        return together({&of, 1});
    const PickleId state = m_data[of.object].state;
    step(m_data[state].items.size());
    const PickleId found = m_data.find(state, name);
    return found.isNone() ? ScriptValue{} : pickled(found);
}

ScriptValue ScriptWalk::indexed(const Expression& expression, Frame& frame)
{
    const auto of = evaluate(expression.parts.front(), frame);
    if (of.kind != ValueKind::Sequence)
        return together({&of, 1});
    if (expression.parts.size() == 2) {
        const auto at = evaluate(expression.parts[1], frame);
        if (at.kind == ValueKind::Integer && at.integer >= 0 && size_t(at.integer) < of.items->size())
            return ScriptValue((*of.items)[size_t(at.integer)]);
    }
    return together({&of, 1});
}

ScriptValue ScriptWalk::pickled(PickleId index, int depth)
{
    step();
    const PickleValue& value = m_data[index];
    ScriptValue made;
    switch (value.kind) {
    case PickleValue::Kind::None:
        made.kind = ValueKind::None;
        break;
    case PickleValue::Kind::Bool:
        return scriptBool(value.integer != 0);
    case PickleValue::Kind::Integer:
        return scriptInteger(value.integer);
    case PickleValue::Kind::Text:
        made.kind = ValueKind::Text;
        made.text = value.text.substr(0, longestValueName);
        break;
    case PickleValue::Kind::Object:
        made.kind = ValueKind::Object;
        made.object = index;
        break;
    case PickleValue::Kind::Tensor:
        made.kind = ValueKind::Tensor;
        if (const auto tensor = m_modules.tensorOf(index); !tensor.isNone())
            made.tensors = {tensor};
        break;
    case PickleValue::Kind::Tuple:
    case PickleValue::Kind::List:
    case PickleValue::Kind::Dict: {
        Values items;
        for (size_t i = 0; depth < deepestValue && i < value.items.size(); ++i)
            items.push_back(pickled(value.items[i], depth + 1));
        return sequence(std::move(items));
    }
    case PickleValue::Kind::Float:
    case PickleValue::Kind::Global:
        break;
    }
    return made;
}

/// "c12" in a frozen model, whose parameters are constants.
ScriptValue ScriptWalk::constant(std::string_view name)
{
    ScriptValue made{.kind = ValueKind::Tensor};
    size_t number = 0;
    const auto& all = m_constants[m_constants.root].items;
    if (!name.starts_with('c') ||
        std::from_chars(name.data() + 1, name.data() + name.size(), number).ec != std::errc() ||
        number >= all.size())
        return made;
    const PickleId index = all[number];
    if (m_constants[index].kind != PickleValue::Kind::Tensor)
        return {};
    const auto [place, isNew] = m_constantTensors.try_emplace(index, uint32_t(m_tensors.size()));
    if (isNew)
        m_tensors.push_back({.named = {"constant " + std::to_string(number), m_constants.shape(index)}});
    made.tensors = {place->second};
    return made;
}

ScriptValue ScriptWalk::sequence(Values items) const
{
    ScriptValue made{.kind = ValueKind::Sequence};
    made.items = std::make_shared<ScriptValue::Items>(std::move(items));
    return made;
}

ScriptValue ScriptWalk::together(std::span<const ScriptValue> values)
{
    ScriptValue all;
    for (const ScriptValue& value : values)
        gather(value, all, 0);
    return all;
}

void ScriptWalk::gather(const ScriptValue& value, ScriptValue& into, int depth)
{
    step();
    if (value.kind == ValueKind::Tensor) {
        step(value.nodes.size() + value.tensors.size() + into.nodes.size());
        into.kind = ValueKind::Tensor;
        unite(into.nodes, value.nodes);
        unite(into.tensors, value.tensors);
    } else if (value.kind == ValueKind::Sequence && depth < deepestValue) {
        for (const ScriptValue& item : *value.items)
            gather(item, into, depth + 1);
    }
}

ScriptValue ScriptWalk::merged(const ScriptValue& a, const ScriptValue& b, int depth)
{
    step();
    const bool isSame = a.kind == b.kind && a.integer == b.integer && a.object == b.object &&
                        a.text == b.text && a.items == b.items;
    if (isSame && !a.isTensor())
        return a;
    if (a.kind == ValueKind::Sequence && b.kind == ValueKind::Sequence &&
        a.items->size() == b.items->size() && depth < deepestValue) {
        Values items;
        for (size_t i = 0; i < a.items->size(); ++i)
            items.push_back(merged((*a.items)[i], (*b.items)[i], depth + 1));
        return sequence(std::move(items));
    }
    const ScriptValue both[]{a, b};
    return together(both);
}

} // namespace stepscope
