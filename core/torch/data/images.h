#pragma once

#include "core/data/own/image_file_reader.h"
#include "core/torch/shared/torch_headers.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace stepscope {

/// The images of a data set. Images from a file are stored as bytes, which takes a quarter of the memory, and
/// converted to floats batch by batch. Files can also be decoded each time they are used.
class Images
{
public:
    Images() = default;
    /// Images [N, channels, rows, columns] as network input.
    Images(torch::Tensor floats);
    /// Bytes [N, channels, rows, columns] on the CPU; `values` [channels, 256] maps each byte of a channel to
    /// its float.
    Images(torch::Tensor bytes, torch::Tensor values);
    /// The same of files.
    Images(std::shared_ptr<const ImageFileReader> files, torch::Tensor values);

    int64_t count() const { return m_shape.front(); }
    /// [N, channels, rows, columns]
    const std::vector<int64_t>& shape() const { return m_shape; }
    torch::Device device() const { return m_files ? torch::Device(torch::kCPU) : m_pixels.device(); }
    /// On other devices than the CPU they are stored as floats. Files stay where they are.
    Images to(torch::Device device) const;

    /// The images with these numbers, as floats [B, channels, rows, columns]. Throws Error for a file that
    /// cannot be decoded.
    torch::Tensor select(const torch::Tensor& numbers) const;
    /// `count` images, starting at `first`, as floats.
    torch::Tensor range(int64_t first, int64_t count) const;

    /// Writes one image that is on the CPU as floats, without LibTorch, so that any thread may call it.
    /// Throws Error for a file that cannot be decoded.
    void write(int64_t number, float* to) const;
    /// The value of a black pixel of each channel; of images that are floats from the start, 0.
    std::vector<float> black() const;

private:
    torch::Tensor floats(const torch::Tensor& pixels) const;
    torch::Tensor decoded(const torch::Tensor& numbers) const;

    torch::Tensor m_pixels; ///< undefined if they are in files
    std::shared_ptr<const ImageFileReader> m_files;
    torch::Tensor m_values; ///< undefined if the pixels are floats
    std::vector<int64_t> m_shape{0, 0, 0, 0};
};

} // namespace stepscope
