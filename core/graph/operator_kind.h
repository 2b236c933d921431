#pragma once

#include "core/graph/network_graph.h"

#include <cstdint>
#include <string_view>

namespace stepscope {

/// What an operator does, as far as a picture tells operators apart by colour.
enum class OperatorKind : uint8_t {
    InputOutput,
    Convolution,
    Linear,
    Activation,
    Normalization,
    Pooling,
    Regularization, ///< dropout
    Reshape,        ///< moves or copies values and computes nothing
    Loss,           ///< losses, and the softmax that feeds one
    Other,
};

inline constexpr int operatorKinds = int(OperatorKind::Other) + 1;

/// "Convolution", "Input and output": for legends.
const char* operatorKindName(OperatorKind kind);

/// Of an operator by its name, with or without namespace: "aten::conv2d", "relu_".
OperatorKind operatorKind(std::string_view op);
OperatorKind operatorKind(const GraphNode& node);

} // namespace stepscope
