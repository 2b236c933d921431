#pragma once

#include "core/graph/network_graph.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace stepscope {

/// The kinds of operators that a picture distinguishes by color.
enum class OperatorKind : uint8_t {
    InputOutput,
    Convolution,
    Linear,
    Activation,
    Normalization,
    Pooling,
    Regularization, ///< dropout
    Reshape,        ///< moves or copies values without computing anything
    Loss,           ///< losses, and the softmax before a loss
    Other,
};

inline constexpr int operatorKinds = int(OperatorKind::Other) + 1;

/// "Convolution", "Input and output": for legends, in the user's language.
std::string operatorKindWord(OperatorKind kind);

/// The kind of an operator by its name, with or without namespace: "aten::conv2d", "relu_".
OperatorKind operatorKind(std::string_view op);
OperatorKind operatorKind(const GraphNode& node);

} // namespace stepscope
