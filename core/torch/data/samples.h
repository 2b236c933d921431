#pragma once

#include "core/data/own/image_file_reader.h"
#include "core/torch/shared/torch_headers.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace stepscope {

/// What a network gets of a data set: images, or sequences of a text. Images from a file are stored as bytes,
/// which takes a quarter of the memory, and converted to floats batch by batch. Files can also be decoded
/// each time they are used.
class Samples
{
public:
    Samples() = default;
    /// As the network gets them: images [N, channels, rows, columns], or numbers of characters [N, length].
    Samples(torch::Tensor inputs);
    /// Bytes [N, channels, rows, columns] on the CPU; `values` [channels, 256] maps each byte of a channel to
    /// its float.
    Samples(torch::Tensor bytes, torch::Tensor values);
    /// The same of files.
    Samples(std::shared_ptr<const ImageFileReader> files, torch::Tensor values);

    int64_t count() const { return m_shape.front(); }
    /// [N, channels, rows, columns] or [N, length]
    const std::vector<int64_t>& shape() const { return m_shape; }
    /// Whether they are files that are decoded each time.
    bool areFiles() const { return m_files != nullptr; }
    torch::Device device() const { return m_files ? torch::Device(torch::kCPU) : m_stored.device(); }
    /// On other devices than the CPU, images are stored as floats. Files stay where they are.
    Samples to(torch::Device device) const;

    /// Those with these numbers, as network input: images are floats [B, channels, rows, columns]. Throws
    /// Error for a file that cannot be decoded.
    torch::Tensor select(const torch::Tensor& numbers) const;
    /// `count` of them, starting at `first`, as network input.
    torch::Tensor range(int64_t first, int64_t count) const;

    /// Writes one image that is on the CPU as floats, without LibTorch, so that any thread may call it.
    /// Throws Error for a file that cannot be decoded.
    void write(int64_t number, float* to) const;
    /// The value of a black pixel of each channel; of images that are floats from the start, 0.
    std::vector<float> black() const;

private:
    torch::Tensor inputs(const torch::Tensor& stored) const;
    torch::Tensor decoded(const torch::Tensor& numbers) const;

    torch::Tensor m_stored; ///< undefined if they are in files
    std::shared_ptr<const ImageFileReader> m_files;
    torch::Tensor m_values; ///< undefined if they are stored as network input
    std::vector<int64_t> m_shape{0, 0, 0, 0};
};

} // namespace stepscope
