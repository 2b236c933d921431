#pragma once

#include "core/torch/data/samples.h"
#include "core/torch/shared/torch_headers.h"
#include "core/torch/weights/named_tensors.h"

#include <cstdint>

namespace stepscope {

struct Batch
{
    torch::Tensor inputs; ///< images [B, channels, rows, columns], or numbers of characters [B, length]
    /// int64: the classes of images [B], or the characters that follow [B, length]. An autoencoder, whose
    /// targets are the inputs, gets the classes as well and does not use them.
    torch::Tensor targets;
};

/// Splits a data set into batches, in a new random order each epoch. The last batch of an epoch may be
/// smaller. The order depends only on the seed.
class BatchSampler
{
public:
    /// Of the samples with the numbers `chosen` ([N] int64 on the CPU) alone, or of all if it is undefined.
    /// `targets` has one row for each sample, see Batch::targets.
    BatchSampler(Samples samples, torch::Tensor targets, int64_t batchSize, uint64_t seed,
                 torch::Tensor chosen = {});

    /// The number of samples in an epoch.
    int64_t count() const;
    int64_t batches() const;
    void shuffle();
    Batch batch(int64_t index) const;
    /// The numbers of a batch's samples: [B] int64, on the device of the samples.
    torch::Tensor numbers(int64_t index) const;
    /// All of the data set, from which numbers() selects.
    const Samples& samples() const { return m_samples; }
    const torch::Tensor& targets() const { return m_targets; }

    /// The order of the samples, and the state of the generator that shuffles them; for a checkpoint.
    NamedTensors state() const;
    /// Continues from the state of a sampler of the same data set, whose tensors are on the CPU. Throws Error
    /// for another number of samples.
    void setState(const NamedTensors& state);

private:
    Samples m_samples;
    torch::Tensor m_targets;
    torch::Tensor m_chosen; // undefined: all
    int64_t m_batchSize;
    at::Generator m_generator;
    torch::Tensor m_order; // [N], on the device of the samples
};

} // namespace stepscope
