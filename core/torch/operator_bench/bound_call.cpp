#include "core/torch/operator_bench/bound_call.h"

#include "core/base/error.h"
#include "core/base/text/parse_text.h"
#include "core/language/translation.h"

#include <algorithm>
#include <memory>
#include <sstream>

namespace stepscope {

namespace {

using torch::jit::Operator;
using Operators = std::vector<std::shared_ptr<Operator>>;

/// Why an overload does not fit.
struct Mismatch
{
    std::string sentence;
};

/// Makes the values of a call's arguments.
class Values
{
public:
    Values(const OperatorBenchSettings& settings, BoundCall::Sizes sizes)
        : m_settings(settings)
        , m_sizes(sizes)
    {
    }

    /// Nothing if the text is not of this type.
    std::optional<c10::IValue> of(const c10::TypePtr& type, const std::string& text) const
    {
        if (const auto optional = type->cast<c10::OptionalType>())
            return text == "none" ? std::optional(c10::IValue()) : of(optional->getElementType(), text);
        switch (type->kind()) {
        case c10::TypeKind::TensorType:
            return tensor(text);
        case c10::TypeKind::IntType:
            return number<int64_t>(text);
        case c10::TypeKind::FloatType:
            return number<double>(text);
        case c10::TypeKind::NumberType:
            if (const auto whole = parseNumber<int64_t>(text))
                return c10::IValue(*whole);
            return number<double>(text);
        case c10::TypeKind::BoolType:
            return boolean(text);
        case c10::TypeKind::StringType:
            return c10::IValue(text);
        case c10::TypeKind::ListType:
            return list(type->expectRef<c10::ListType>().getElementType()->kind(), text);
        default:
            return {};
        }
    }

private:
    template<typename Number>
    static std::optional<c10::IValue> number(const std::string& text)
    {
        const auto value = parseNumber<Number>(text);
        return value ? std::optional(c10::IValue(*value)) : std::nullopt;
    }

    static std::optional<c10::IValue> boolean(const std::string& text)
    {
        if (text == "true" || text == "1")
            return c10::IValue(true);
        if (text == "false" || text == "0")
            return c10::IValue(false);
        return {};
    }

    template<typename Element, typename Make>
    std::optional<c10::IValue> listOf(const std::string& text, char separator, const Make& make) const
    {
        c10::List<Element> list;
        if (text.empty())
            return c10::IValue(list);
        for (const std::string_view part : splitText(text, separator)) {
            const std::optional<c10::IValue> value = make(std::string(part));
            if (!value)
                return {};
            list.push_back(value->to<Element>());
        }
        return c10::IValue(list);
    }

    std::optional<c10::IValue> list(c10::TypeKind element, const std::string& text) const
    {
        switch (element) {
        case c10::TypeKind::TensorType:
            return listOf<at::Tensor>(text, '+', [this](const std::string& part) { return tensor(part); });
        case c10::TypeKind::IntType:
            return listOf<int64_t>(text, ',', number<int64_t>);
        case c10::TypeKind::FloatType:
            return listOf<double>(text, ',', number<double>);
        case c10::TypeKind::BoolType:
            return listOf<bool>(text, ',', boolean);
        default:
            return {};
        }
    }

    at::ScalarType typeOf(const TypedTensor& typed) const
    {
        switch (typed.type) {
        case TypedTensor::Type::Float32:
            return at::kFloat;
        case TypedTensor::Type::Float64:
            return at::kDouble;
        case TypedTensor::Type::Bfloat16:
            return at::kBFloat16;
        case TypedTensor::Type::Float16:
            return at::kHalf;
        case TypedTensor::Type::Integer:
            return at::kLong;
        case TypedTensor::Type::Bool:
            return at::kBool;
        case TypedTensor::Type::Measured:
            break;
        }
        return m_settings.dataType == "float64"    ? at::kDouble
               : m_settings.dataType == "bfloat16" ? at::kBFloat16
               : m_settings.dataType == "float16"  ? at::kHalf
                                                   : at::kFloat;
    }

    std::optional<c10::IValue> tensor(const std::string& text) const
    {
        if (text == "none")
            return c10::IValue(at::Tensor()); // as operators take a bias that is not there
        auto typed = typedTensor(text);
        if (!typed)
            return {};
        if (m_sizes == BoundCall::Sizes::Unit) {
            typed->shape.assign(typed->shape.size(), 1);
            typed->below = 1;
        }
        const auto options = at::TensorOptions().device(m_settings.device);
        at::Tensor made;
        if (typed->type == TypedTensor::Type::Integer)
            made = at::randint(typed->below, typed->shape, options.dtype(at::kLong));
        else if (typed->type == TypedTensor::Type::Bool)
            made = at::rand(typed->shape, options) > 0.5;
        else
            made = at::rand(typed->shape, options).to(typeOf(*typed));
        if (m_settings.isChannelsLast && made.dim() == 4)
            made = made.contiguous(at::MemoryFormat::ChannelsLast);
        return c10::IValue(made);
    }

    const OperatorBenchSettings& m_settings;
    const BoundCall::Sizes m_sizes;
};

std::string schemaText(const c10::FunctionSchema& schema)
{
    std::ostringstream text;
    text << schema;
    return text.str();
}

/// The call's text for each argument of the schema; null: none is given.
std::vector<const std::string*> assigned(const OperatorCall& call, const c10::FunctionSchema& schema)
{
    const auto& wanted = schema.arguments();
    std::vector<const std::string*> texts(wanted.size());
    size_t next = 0;
    for (const TypedArgument& argument : call.arguments) {
        if (argument.name.empty()) {
            if (next == wanted.size() || wanted[next].kwarg_only())
                throw Mismatch{translated("there are more arguments than {schema} takes",
                                          {{"schema", schemaText(schema)}})};
            texts[next++] = &argument.text;
            continue;
        }
        const auto named = std::find_if(wanted.begin(), wanted.end(), [&](const c10::Argument& each) {
            return each.name() == argument.name;
        });
        if (named == wanted.end())
            throw Mismatch{translated("{schema} has no argument \"{name}\"",
                                      {{"schema", schemaText(schema)}, {"name", argument.name}})};
        texts[size_t(named - wanted.begin())] = &argument.text;
    }
    return texts;
}

/// Throws Mismatch.
std::vector<c10::IValue> bind(const OperatorCall& call, const c10::FunctionSchema& schema,
                              const Values& values)
{
    const auto texts = assigned(call, schema);
    std::vector<c10::IValue> bound;
    for (size_t i = 0; i < texts.size(); ++i) {
        const c10::Argument& argument = schema.arguments()[i];
        if (texts[i]) {
            const auto value = values.of(argument.type(), *texts[i]);
            if (!value)
                throw Mismatch{translated(
                    "\"{text}\" does not fit the argument \"{name}\" of {schema}",
                    {{"text", *texts[i]}, {"name", argument.name()}, {"schema", schemaText(schema)}})};
            bound.push_back(*value);
        } else if (argument.default_value()) {
            bound.push_back(*argument.default_value());
        } else if (argument.type()->kind() == c10::TypeKind::OptionalType) {
            bound.emplace_back();
        } else {
            throw Mismatch{translated("the argument \"{name}\" of {schema} is missing",
                                      {{"name", argument.name()}, {"schema", schemaText(schema)}})};
        }
    }
    return bound;
}

Operators overloads(const std::string& name)
{
    const size_t dot = name.find('.');
    Operators found;
    for (const auto& each : torch::jit::getAllOperatorsFor(c10::Symbol::fromQualString(name.substr(0, dot))))
        if (dot == std::string::npos || each->schema().overload_name() == name.substr(dot + 1))
            found.push_back(each);
    return found;
}

} // namespace

BoundCall::BoundCall(const OperatorCall& call, const OperatorBenchSettings& settings, Sizes sizes)
    : m_name(call.name.substr(0, call.name.find('.')))
{
    const Operators found = overloads(call.name);
    if (found.empty())
        throw UsageError(translated("LibTorch has no operator {name}.", {{"name", call.name}}));
    std::string reason;
    for (const auto& each : found) {
        try {
            m_inputs = bind(call, each->schema(), Values(settings, sizes));
        } catch (const Mismatch& mismatch) {
            if (reason.empty())
                reason = mismatch.sentence;
            continue;
        }
        m_operation = each->getOperation();
        if (each->schema().is_mutable()) {
            for (const c10::IValue& input : m_inputs)
                if (input.isTensor() && input.toTensor().defined())
                    m_originals.emplace_back(input.toTensor(), input.toTensor().clone());
        }
        return;
    }
    throw UsageError(translated("The operator {name} cannot be called like this: {reason}.",
                                {{"name", call.name}, {"reason", reason}}));
}

void BoundCall::call()
{
    m_stack.assign(m_inputs.begin(), m_inputs.end());
    (*m_operation)(m_stack);
    m_stack.clear();
}

std::vector<c10::IValue> BoundCall::results()
{
    m_stack.assign(m_inputs.begin(), m_inputs.end());
    (*m_operation)(m_stack);
    return std::exchange(m_stack, {});
}

void BoundCall::restoreInputs()
{
    for (auto& [input, original] : m_originals)
        input.copy_(original);
}

} // namespace stepscope
