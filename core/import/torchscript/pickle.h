#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace stepscope {

/// What a pickle describes, as an inert value: nothing is imported, called or executed. Values refer to each
/// other by index, so that shared ones stay shared, and circles do no harm.
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
        Object, ///< items: its class, or what would have been called, and its arguments
        Tensor, ///< items: the sizes; text: storage and offset, by which it is known when it comes again
    };
    static constexpr uint32_t none = 0; ///< the index of a value that is always None

    Kind kind = Kind::None;
    bool needsGradient = false; ///< of tensors
    int64_t integer = 0;        ///< of Bool too
    double number = 0.0;
    std::string text;
    std::vector<uint32_t> items;
    uint32_t state = none; ///< what an object was given after it was made, mostly a Dict
};

struct Pickle
{
    std::vector<PickleValue> values;
    uint32_t root = PickleValue::none;
    size_t bytes = 0; ///< that it takes

    const PickleValue& operator[](uint32_t index) const { return values[index]; }
    /// The value of a dictionary's key, PickleValue::none without it. Takes time in proportion to its size.
    uint32_t find(uint32_t dict, std::string_view key) const;
    /// "__torch__.Net" of an object; empty for anything else.
    const std::string& className(uint32_t object) const;
    std::vector<int64_t> shape(uint32_t tensor) const;
};

/// Reads the pickle at the begin of `content`, of protocols 0 to 5 as far as PyTorch and Python's own pickler
/// write them. Throws Error with a reason that goes on a sentence, such as "it ends in the middle", also when
/// there are more than 2 million values.
Pickle readPickle(std::string_view content);

} // namespace stepscope
