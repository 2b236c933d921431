#include "core/import/torchscript/script_operators.h"

#include <algorithm>
#include <array>

namespace stepscope {

namespace {

using ValueKind = ScriptValue::Kind;

template<size_t count>
bool isAny(std::string_view name, const std::array<std::string_view, count>& names)
{
    return std::ranges::find(names, name) != names.end();
}

bool isKnown(const ScriptValue& value)
{
    return value.kind == ValueKind::None || value.kind == ValueKind::Bool ||
           value.kind == ValueKind::Integer || value.kind == ValueKind::Text;
}

std::optional<ScriptValue> identity(const ScriptValue& a, const ScriptValue& b, bool isSame)
{
    if (a.kind == ValueKind::None && b.kind == ValueKind::None)
        return scriptBool(isSame);
    const bool areBothKnown = a.kind != ValueKind::Unknown && b.kind != ValueKind::Unknown;
    if (areBothKnown && (a.kind == ValueKind::None || b.kind == ValueKind::None))
        return scriptBool(!isSame);
    return std::nullopt;
}

std::optional<ScriptValue> comparison(std::string_view name, const ScriptValue& a, const ScriptValue& b)
{
    const bool areNumbers = (a.kind == ValueKind::Integer || a.kind == ValueKind::Bool) && a.kind == b.kind;
    if (areNumbers || (a.kind == ValueKind::Text && b.kind == ValueKind::Text)) {
        const int order =
            areNumbers ? int(a.integer > b.integer) - int(a.integer < b.integer) : a.text.compare(b.text);
        if (name == "eq")
            return scriptBool(order == 0);
        if (name == "ne")
            return scriptBool(order != 0);
        if (name == "lt")
            return scriptBool(order < 0);
        if (name == "le")
            return scriptBool(order <= 0);
        if (name == "gt")
            return scriptBool(order > 0);
        if (name == "ge")
            return scriptBool(order >= 0);
    }
    return std::nullopt;
}

} // namespace

ScriptOperator scriptOperator(std::string_view called)
{
    const size_t last = called.rfind('.');
    const std::string_view name = called.substr(last == std::string_view::npos ? 0 : last + 1);
    if (!called.starts_with("ops."))
        return {"aten", name};
    called.remove_prefix(4);
    return {called.substr(0, called.find('.')), name};
}

bool yieldsTensor(const ScriptOperator& called, bool takesTensor)
{
    static constexpr std::array<std::string_view, 22> makers{
        "zeros",     "ones",         "empty",        "full",          "rand",       "randn",
        "randint",   "arange",       "linspace",     "logspace",      "eye",        "tensor",
        "as_tensor", "randperm",     "normal",       "scalar_tensor", "zeros_like", "ones_like",
        "from_file", "tril_indices", "triu_indices", "hann_window"};
    static constexpr std::array<std::string_view, 30> askers{"size",
                                                             "dim",
                                                             "len",
                                                             "numel",
                                                             "item",
                                                             "stride",
                                                             "is_floating_point",
                                                             "is_complex",
                                                             "equal",
                                                             "is_cuda",
                                                             "__is__",
                                                             "__isnot__",
                                                             "__not__",
                                                             "__contains__",
                                                             "Int",
                                                             "Float",
                                                             "Bool",
                                                             "IntImplicit",
                                                             "FloatImplicit",
                                                             "ScalarImplicit",
                                                             "format",
                                                             "warn",
                                                             "device",
                                                             "is_grad_enabled",
                                                             "get_device",
                                                             "sym_size",
                                                             "is_contiguous",
                                                             "storage_offset",
                                                             "list_is_empty",
                                                             "__bool__"};
    if (called.space == "prim")
        return takesTensor &&
               (called.name == "data" || called.name == "NumToTensor" || called.name == "TupleUnpack");
    if (isAny(called.name, askers))
        return false;
    return takesTensor || isAny(called.name, makers);
}

std::optional<ScriptValue> knownResult(std::string_view name, std::span<const ScriptValue> arguments)
{
    if (arguments.size() == 1) {
        const ScriptValue& only = arguments.front();
        if (name == "__not__" && only.kind == ValueKind::Bool)
            return scriptBool(only.integer == 0);
        if (name == "len" && only.kind == ValueKind::Text)
            return scriptInteger(int64_t(only.text.size()));
        if (name == "len" && only.kind == ValueKind::Sequence)
            return scriptInteger(int64_t(only.items->size()));
    }
    if (arguments.size() != 2)
        return std::nullopt;
    const ScriptValue& a = arguments[0];
    const ScriptValue& b = arguments[1];
    if (name == "__is__" || name == "__isnot__")
        return identity(a, b, name == "__is__");
    if (name == "__and__" && a.kind == ValueKind::Bool && b.kind == ValueKind::Bool)
        return scriptBool(a.integer && b.integer);
    if (name == "__or__" && a.kind == ValueKind::Bool && b.kind == ValueKind::Bool)
        return scriptBool(a.integer || b.integer);
    return isKnown(a) && isKnown(b) ? comparison(name, a, b) : std::nullopt;
}

ScriptValue scriptBool(bool value)
{
    ScriptValue made{.kind = ValueKind::Bool};
    made.integer = value;
    return made;
}

ScriptValue scriptInteger(int64_t value)
{
    ScriptValue made{.kind = ValueKind::Integer};
    made.integer = value;
    return made;
}

std::optional<bool> knownTruth(const ScriptValue& value)
{
    switch (value.kind) {
    case ValueKind::None:
        return false;
    case ValueKind::Bool:
    case ValueKind::Integer:
        return value.integer != 0;
    case ValueKind::Text:
        return !value.text.empty();
    default:
        return std::nullopt;
    }
}

} // namespace stepscope
