#include "core/graph/operator_kind.h"

#include "core/base/text/ascii.h"
#include "core/language/translation.h"

#include <algorithm>
#include <array>
#include <initializer_list>

namespace stepscope {

namespace {

using Names = std::initializer_list<std::string_view>;

bool containsAny(std::string_view text, Names parts)
{
    return std::ranges::any_of(parts, [&](auto part) { return text.find(part) != text.npos; });
}

bool isAny(std::string_view text, Names names)
{
    return std::ranges::find(names, text) != names.end();
}

/// In lower case: ONNX and TensorFlow write "MaxPool".
std::string plainName(std::string_view op)
{
    if (const auto colons = op.rfind("::"); colons != op.npos)
        op.remove_prefix(colons + 2);
    while (op.ends_with('_'))
        op.remove_suffix(1);
    return lowerCase(op);
}

} // namespace

std::string operatorKindWord(OperatorKind kind)
{
    static constexpr std::array words{
        translatable("Input and output"), translatable("Convolution"),
        translatable("Linear"),           translatable("Activation"),
        translatable("Normalization"),    translatable("Pooling"),
        translatable("Dropout"),          translatable("Reshape"),
        translatable("Softmax and loss"), translatable("Other"),
    };
    static_assert(words.size() == operatorKinds);
    return translated(words[size_t(kind)]);
}

OperatorKind operatorKind(std::string_view op)
{
    const auto name = plainName(op);
    if (containsAny(name, {"conv"}))
        return OperatorKind::Convolution;
    if (containsAny(name, {"softmax", "loss", "cross_entropy"}))
        return OperatorKind::Loss;
    if (containsAny(name, {"dropout"}))
        return OperatorKind::Regularization;
    if (containsAny(name, {"pool"}))
        return OperatorKind::Pooling;
    if (containsAny(name, {"_norm", "normalization", "batchnorm"}))
        return OperatorKind::Normalization;
    if (containsAny(name, {"matmul"}) ||
        isAny(name, {"linear", "addmm", "mm", "bmm", "baddbmm", "bilinear", "gemm"}))
        return OperatorKind::Linear;
    if (containsAny(name, {"relu", "sigmoid", "softplus"}) ||
        isAny(name, {"elu", "celu", "selu", "gelu", "glu", "silu", "mish", "tanh", "hardtanh", "hardswish",
                     "softsign"}))
        return OperatorKind::Activation;
    if (containsAny(name, {"flatten", "view", "reshape", "permute", "transpose", "squeeze"}) ||
        isAny(name, {"t", "cat", "concat", "stack", "chunk", "split", "select", "slice", "narrow", "expand",
                     "repeat", "contiguous", "clone", "pad", "constant_pad_nd"}))
        return OperatorKind::Reshape;
    return OperatorKind::Other;
}

OperatorKind operatorKind(const GraphNode& node)
{
    return node.kind == GraphNodeKind::Operator ? operatorKind(node.op) : OperatorKind::InputOutput;
}

} // namespace stepscope
