#pragma once

#include "core/base/id.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace stepscope {

/// Index of a value in Pickle::values.
using PickleId = Id<struct ValueOfPickle>;

/// A value of a pickle, as inert data: nothing is imported, called or executed. Values refer to each other by
/// index, so that shared values stay shared and cycles do no harm.
struct PickleValue
{
    enum class Kind : uint8_t {
        None,
        Bool,
        Integer,
        Float,
        Text, ///< or bytes
        Tuple,
        List,   ///< or set
        Dict,   ///< items: key, value, key, value …
        Global, ///< text: "torch.FloatStorage"
        Object, ///< items: its class or callable, and its arguments
        Tensor, ///< items: the sizes; text: storage and offset, which identify it
    };
    Kind kind = Kind::None;
    bool needsGradient = false; ///< of tensors
    int64_t integer = 0;        ///< also for Bool
    double number = 0.0;
    std::string text;
    std::vector<PickleId> items;
    PickleId state; ///< the state set on an object after it was made, usually a Dict
};

struct Pickle
{
    std::vector<PickleValue> values;
    PickleId root;
    size_t bytes = 0; ///< of the pickle in the file

    /// For none, a value of the kind None.
    const PickleValue& operator[](PickleId value) const;
    /// The value for a key of a dictionary; none if it is missing. Takes time in proportion to its size.
    PickleId find(PickleId dict, std::string_view key) const;
    /// "__torch__.Net" of an object; empty for anything else.
    const std::string& className(PickleId object) const;
    std::vector<int64_t> shape(PickleId tensor) const;
};

/// Reads the pickle at the start of `content`, of protocols 0 to 5 as far as PyTorch and Python's own pickler
/// write them. Throws Error with a reason that continues a sentence, such as "it is cut short", also if there
/// are more than 2 million values.
Pickle readPickle(std::string_view content);

} // namespace stepscope
