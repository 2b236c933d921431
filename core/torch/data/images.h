#pragma once

#include "core/torch/shared/torch_headers.h"

#include <cstdint>

namespace stepscope {

/// The images of a data set. Images from a file are stored as bytes, which takes a quarter of the memory, and
/// converted to floats batch by batch.
class Images
{
public:
    Images() = default;
    /// Images [N, channels, rows, columns] as network input.
    Images(torch::Tensor floats);
    /// Bytes [N, channels, rows, columns] on the CPU; `values` [channels, 256] maps each byte of a channel to
    /// its float.
    Images(torch::Tensor bytes, torch::Tensor values);

    int64_t count() const { return m_pixels.size(0); }
    torch::Device device() const { return m_pixels.device(); }
    /// On other devices than the CPU they are stored as floats.
    Images to(torch::Device device) const;

    /// The images with these numbers, as floats [B, channels, rows, columns].
    torch::Tensor select(const torch::Tensor& numbers) const;
    /// `count` images, starting at `first`, as floats.
    torch::Tensor range(int64_t first, int64_t count) const;

private:
    torch::Tensor floats(const torch::Tensor& pixels) const;

    torch::Tensor m_pixels;
    torch::Tensor m_values; ///< undefined if the pixels are floats
};

} // namespace stepscope
