#include "core/torch/data/batch_sampler.h"

#include <algorithm>

namespace stepscope {

BatchSampler::BatchSampler(Images images, torch::Tensor labels, int64_t batchSize, uint64_t seed)
    : m_images(std::move(images))
    , m_labels(std::move(labels))
    , m_batchSize(batchSize)
    , m_generator(at::make_generator<at::CPUGeneratorImpl>(seed))
{
    shuffle();
}

int64_t BatchSampler::batches() const
{
    return (m_images.count() + m_batchSize - 1) / m_batchSize;
}

void BatchSampler::shuffle()
{
    m_order = torch::randperm(m_images.count(), m_generator, torch::kInt64).to(m_images.device());
}

Batch BatchSampler::batch(int64_t index) const
{
    const int64_t first = index * m_batchSize;
    const auto chosen = m_order.narrow(0, first, std::min(m_batchSize, m_images.count() - first));
    return {m_images.select(chosen), m_labels.index_select(0, chosen)};
}

} // namespace stepscope
