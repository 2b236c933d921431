#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace stepscope {

/// A tensor as it is typed: "64x1x28x28", "64:int10", "32x32:bool", "scalar".
struct TypedTensor
{
    enum class Type {
        Measured, ///< that of the measurement, such as 32-bit floats
        Float32,
        Float64,
        Bfloat16,
        Float16,
        Integer, ///< 64 bits, at least 0 and less than `below`, such as indices and labels
        Bool,
    };

    std::vector<int64_t> shape; ///< empty: a tensor without dimensions
    Type type = Type::Measured;
    int64_t below = 0;

    bool operator==(const TypedTensor&) const = default;
};

/// Nothing if the text is not a tensor.
std::optional<TypedTensor> typedTensor(std::string_view text);

/// An argument of an operator, as it is typed.
struct TypedArgument
{
    std::string name; ///< that of the operator's schema; empty: the next one in its order
    std::string text; ///< a tensor, several joined by "+", or a value such as "2,2", "0.5", "true", "none"

    bool operator==(const TypedArgument&) const = default;
};

/// A call of an operator that is to be measured alone: "mm 500x500 500x500",
/// "conv2d 64x1x28x28 32x1x3x3 stride=2,2".
struct OperatorCall
{
    std::string
        name; ///< with its namespace and, if one is meant, its overload: "aten::mm", "aten::add.Tensor"
    std::vector<TypedArgument> arguments;

    /// As it is typed.
    std::string text() const;
    /// Adds a named argument, or replaces the one with its name.
    void set(const TypedArgument& argument);

    bool operator==(const OperatorCall&) const = default;
};

/// Whether this is the complete name of an operator of LibTorch or of a library for it, by its form:
/// "aten::mm". Those of autograd's nodes, of annotations and of the runtime are not.
bool isOperatorName(std::string_view name);

/// `words`: the operator, without namespace one of "aten", and its arguments. Throws Error for anything else.
OperatorCall operatorCall(std::span<const std::string> words);

/// The call of a recorded operator. `shapes` as in Trace::shapes, such as
/// "[64, 1, 28, 28], [32, 1, 3, 3]; stride [2, 2]": arguments that are neither tensors nor a convolution's
/// are not recorded, and get the operator's defaults. Nothing if there are no shapes.
std::optional<OperatorCall> recordedCall(std::string_view name, std::string_view shapes);

/// Sizes to insert for a letter: in "mm NxN NxN", N.
struct SizeRange
{
    char letter = 'N';
    std::vector<int64_t> sizes;
};

/// From "N=100,200,500". Throws Error for anything else.
SizeRange sizeRange(std::string_view text);

/// The letters among the dimensions of the call's tensors, each once.
std::string lettersOf(const OperatorCall& call);

/// The call with this size wherever the letter is a dimension.
OperatorCall withSize(const OperatorCall& call, char letter, int64_t size);

/// The call with each combination of the ranges' sizes. `ranges` as for sizeRange(). Throws Error for a range
/// whose letter is no dimension or already has sizes, for a letter without sizes, and for more than 10,000
/// calls.
std::vector<OperatorCall> callsInAllSizes(const OperatorCall& call, std::span<const std::string> ranges);

} // namespace stepscope
