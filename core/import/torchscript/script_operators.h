#pragma once

#include "core/import/torchscript/script_value.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace stepscope {

/// "aten" and "conv2d" of "torch.conv2d", "torchvision" and "nms" of "ops.torchvision.nms".
struct ScriptOperator
{
    std::string_view space;
    std::string_view name;
};
ScriptOperator scriptOperator(std::string_view called);

/// Whether an operator, with these inputs, takes or makes tensors. Others compute with sizes, numbers and
/// strings.
bool yieldsTensor(const ScriptOperator& called, bool takesTensor);

/// The result of a comparison, a negation or a length whose inputs are known.
std::optional<ScriptValue> knownResult(std::string_view name, std::span<const ScriptValue> arguments);

ScriptValue scriptBool(bool value);
ScriptValue scriptInteger(int64_t value);

/// The truth of a condition; none: it depends on values.
std::optional<bool> knownTruth(const ScriptValue& value);

} // namespace stepscope
