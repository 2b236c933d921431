#pragma once

#include "core/data/own/byte_stream.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace stepscope {

// Arrays in NumPy's format NPY, versions 1 to 3:
// https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
// The functions throw an Error with a reason that continues a sentence: "it is not a NumPy array".

/// What the header says.
struct NpyHeader
{
    std::string type; ///< NumPy's code: "|u1", "<i8"
    bool isFortranOrder = false;
    std::vector<int64_t> shape;

    int64_t values() const;
};

/// Also throws when the array is not as long as it should be, contains Python objects or has more than 2⁴⁰
/// values.
NpyHeader readNpyHeader(ByteStream& stream);

/// Throws unless the values are integers, float32 or float64, and in C's order.
void checkNpyNumbers(const NpyHeader& header);

/// Whether the values are of type uint8.
bool hasNpyBytes(const NpyHeader& header);

/// The values after the header: those of readNpyBytes() are of type uint8, those of readNpyFloats() any that
/// checkNpyNumbers() allows; they must be finite. Memory grows with what has been read. Calls `progress` with
/// the number of values read so far; it may throw.
std::vector<uint8_t> readNpyBytes(ByteStream& stream, const NpyHeader& header,
                                  const std::function<void(int64_t)>& progress = {});
std::vector<float> readNpyFloats(ByteStream& stream, const NpyHeader& header,
                                 const std::function<void(int64_t)>& progress = {});

/// Whole numbers of any type, of one dimension, or more if only the first is not 1. Throws Error for one
/// below 0 or above `largest`.
std::vector<int32_t> readNpyLabels(ByteStream& stream, const NpyHeader& header, int32_t largest);

} // namespace stepscope
