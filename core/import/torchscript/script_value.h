#pragma once

#include "core/graph/network_graph.h"
#include "core/import/torchscript/pickle.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace stepscope {

/// Index of a parameter, buffer or constant of a TorchScript model.
using ScriptTensorId = Id<struct TensorOfScript>;

/// What is known about a value while a TorchScript model's code is followed.
struct ScriptValue
{
    enum class Kind : uint8_t {
        Unknown, ///< a number, string or the like that holds no tensor
        None,
        Bool,
        Integer,
        Text,
        Tensor,   ///< or anything computed from tensors
        Object,   ///< a module, or an object of another class
        Name,     ///< of a function or class, or the start of one: "torch", "__torch__.torch.nn"
        Sequence, ///< a tuple or list; copies share their items, as in Python
    };
    using Items = std::vector<ScriptValue>;

    Kind kind = Kind::Unknown;
    int64_t integer = 0; ///< also for Bool
    PickleId object;
    std::vector<GraphNodeId> nodes;      ///< of a tensor: the nodes that produce it, sorted
    std::vector<ScriptTensorId> tensors; ///< of a tensor: the parameters that it is, sorted
    std::string text;
    std::shared_ptr<Items> items;

    bool isTensor() const { return kind == Kind::Tensor; }
};

} // namespace stepscope
