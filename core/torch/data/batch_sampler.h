#pragma once

#include "core/torch/data/images.h"
#include "core/torch/shared/torch_headers.h"
#include "core/torch/weights/named_tensors.h"

#include <cstdint>

namespace stepscope {

struct Batch
{
    torch::Tensor images; ///< [B, channels, rows, columns]
    torch::Tensor labels; ///< [B]
};

/// Splits a data set into batches, in a new random order each epoch. The last batch of an epoch may be
/// smaller. The order depends only on the seed.
class BatchSampler
{
public:
    BatchSampler(Images images, torch::Tensor labels, int64_t batchSize, uint64_t seed);

    int64_t batches() const;
    void shuffle();
    Batch batch(int64_t index) const;
    /// The numbers of a batch's images: [B] int64, on the device of the images.
    torch::Tensor numbers(int64_t index) const;
    const Images& images() const { return m_images; }
    const torch::Tensor& labels() const { return m_labels; }

    /// The order of the images, and the state of the generator that shuffles them; for a checkpoint.
    NamedTensors state() const;
    /// Continues from the state of a sampler of the same data set, whose tensors are on the CPU. Throws Error
    /// for another number of images.
    void setState(const NamedTensors& state);

private:
    Images m_images;
    torch::Tensor m_labels;
    int64_t m_batchSize;
    at::Generator m_generator;
    torch::Tensor m_order; // [N], on the device of the images
};

} // namespace stepscope
