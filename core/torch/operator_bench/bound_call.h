#pragma once

#include "core/operator_bench/operator_times.h"
#include "core/torch/shared/torch_headers.h"

#include <torch/csrc/jit/runtime/operator.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace stepscope {

/// An operator of LibTorch with values for all arguments of its schema, ready to be called.
class BoundCall
{
public:
    enum class Sizes { AsTyped, Unit }; ///< unit: 1 for each dimension

    /// Chooses the first overload that the arguments fit, if none is named. Tensors get random values. Throws
    /// Error if there is no such operator, or if it takes other arguments.
    BoundCall(const OperatorCall& call, const OperatorBenchSettings& settings, Sizes sizes);

    /// Calls the operator and frees its results.
    void call();

    /// If the operator changes its inputs, restores their original values.
    void restoreInputs();
    bool changesInputs() const { return !m_originals.empty(); }

    /// The operator's name without its overload: "aten::add".
    const std::string& name() const { return m_name; }
    const std::vector<c10::IValue>& inputs() const { return m_inputs; }
    /// The results of a call.
    std::vector<c10::IValue> results();

private:
    std::string m_name;
    std::optional<torch::jit::Operation> m_operation;
    std::vector<c10::IValue> m_inputs;
    torch::jit::Stack m_stack;
    /// Each input that is a tensor, and its original values; empty if the operator does not change its
    /// inputs.
    std::vector<std::pair<at::Tensor, at::Tensor>> m_originals;
};

} // namespace stepscope
