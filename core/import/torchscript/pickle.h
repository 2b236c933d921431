#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace stepscope {

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
    static constexpr uint32_t none = 0; ///< the index of a value that is always None

    Kind kind = Kind::None;
    bool needsGradient = false; ///< of tensors
    int64_t integer = 0;        ///< also for Bool
    double number = 0.0;
    std::string text;
    std::vector<uint32_t> items;
    uint32_t state = none; ///< the state set on an object after it was made, usually a Dict
};

struct Pickle
{
    std::vector<PickleValue> values;
    uint32_t root = PickleValue::none;
    size_t bytes = 0; ///< of the pickle in the file

    const PickleValue& operator[](uint32_t index) const { return values[index]; }
    /// The value for a key of a dictionary; PickleValue::none if it is missing. Takes time in proportion to
    /// its size.
    uint32_t find(uint32_t dict, std::string_view key) const;
    /// "__torch__.Net" of an object; empty for anything else.
    const std::string& className(uint32_t object) const;
    std::vector<int64_t> shape(uint32_t tensor) const;
};

/// Reads the pickle at the start of `content`, of protocols 0 to 5 as far as PyTorch and Python's own pickler
/// write them. Throws Error with a reason that continues a sentence, such as "it is cut short", also if there
/// are more than 2 million values.
Pickle readPickle(std::string_view content);

} // namespace stepscope
