#pragma once

#include <optional>
#include <string_view>

namespace stepscope {

/// The peak of a GPU according to its manufacturer's data sheet, without structured sparsity. Speeds are in
/// FLOP/s, where a fused multiply-add counts as two.
struct PublishedPeak
{
    std::string_view device;
    double float32 = 0.0;        ///< 32-bit floats, without tensor cores
    double tensorFloat32 = 0;    ///< TF32 in tensor cores; 0: it has none
    double tensorFloat16 = 0;    ///< 16-bit floats in tensor cores, accumulated in 32 bits; 0: it has none
    double bytesPerSecond = 0.0; ///< of its memory
};

/// By the name that CUDA gives to the device, such as "NVIDIA A100-SXM4-40GB". nullopt: not listed.
std::optional<PublishedPeak> publishedPeak(std::string_view deviceName);

} // namespace stepscope
