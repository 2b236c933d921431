#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace stepscope {

/// What is known of a value while a TorchScript model's code is followed.
struct ScriptValue
{
    enum class Kind : uint8_t {
        Unknown, ///< a number, text or the like that holds no tensor
        None,
        Bool,
        Integer,
        Text,
        Tensor,   ///< or anything that tensors went into
        Object,   ///< a module, or an object of another class
        Name,     ///< of a function or class, or the begin of one: "torch", "__torch__.torch.nn"
        Sequence, ///< a tuple or list; copies share their items, as in Python
    };
    using Items = std::vector<ScriptValue>;

    Kind kind = Kind::Unknown;
    int64_t integer = 0;           ///< of Bool too
    uint32_t object = 0;           ///< index in the pickle
    std::vector<uint32_t> nodes;   ///< of a tensor: where it comes from, rising
    std::vector<uint32_t> tensors; ///< of a tensor: parameters that it is, rising
    std::string text;
    std::shared_ptr<Items> items;

    bool isTensor() const { return kind == Kind::Tensor; }
};

} // namespace stepscope
