#pragma once

#include "core/torch/shared/torch_headers.h"

#include <cstdint>

namespace stepscope {

/// The images of a data set. Those of a file are kept as the bytes that it holds, a quarter of the memory,
/// and become floats batch by batch.
class Images
{
public:
    Images() = default;
    /// Images [N, 1, rows, columns] as a network takes them.
    Images(torch::Tensor floats);
    /// Bytes [N, 1, rows, columns] on the CPU; `values` [256] maps each byte to its float.
    Images(torch::Tensor bytes, torch::Tensor values);

    int64_t count() const { return m_pixels.size(0); }
    torch::Device device() const { return m_pixels.device(); }
    /// Elsewhere than on the CPU they are kept as floats.
    Images to(torch::Device device) const;

    /// Those with these numbers, as floats [B, 1, rows, columns].
    torch::Tensor select(const torch::Tensor& numbers) const;
    /// `count` of them from `first` on, as floats.
    torch::Tensor range(int64_t first, int64_t count) const;

private:
    torch::Tensor floats(const torch::Tensor& pixels) const;

    torch::Tensor m_pixels;
    torch::Tensor m_values; ///< undefined where the pixels are floats
};

} // namespace stepscope
