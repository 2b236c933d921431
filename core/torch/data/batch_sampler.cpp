#include "core/torch/data/batch_sampler.h"

#include "core/base/error.h"
#include "core/base/text/format.h"
#include "core/language/translation.h"

#include <algorithm>

namespace stepscope {

namespace {

constexpr auto generatorName = "generator";
constexpr auto orderName = "order";

} // namespace

BatchSampler::BatchSampler(Samples samples, torch::Tensor targets, int64_t batchSize, uint64_t seed,
                           torch::Tensor chosen)
    : m_samples(std::move(samples))
    , m_targets(std::move(targets))
    , m_chosen(std::move(chosen))
    , m_batchSize(batchSize)
    , m_generator(at::make_generator<at::CPUGeneratorImpl>(seed))
{
    shuffle();
}

int64_t BatchSampler::count() const
{
    return m_chosen.defined() ? m_chosen.size(0) : m_samples.count();
}

int64_t BatchSampler::batches() const
{
    return (count() + m_batchSize - 1) / m_batchSize;
}

void BatchSampler::shuffle()
{
    const auto order = torch::randperm(count(), m_generator, torch::kInt64);
    m_order = (m_chosen.defined() ? m_chosen.index_select(0, order) : order).to(m_samples.device());
}

torch::Tensor BatchSampler::numbers(int64_t index) const
{
    const int64_t first = index * m_batchSize;
    return m_order.narrow(0, first, std::min(m_batchSize, count() - first));
}

Batch BatchSampler::batch(int64_t index) const
{
    const auto chosen = numbers(index);
    return {m_samples.select(chosen), m_targets.index_select(0, chosen)};
}

NamedTensors BatchSampler::state() const
{
    at::Generator generator = m_generator; // the same one
    const std::lock_guard lock(generator.mutex());
    return {{generatorName, generator.get_state()}, {orderName, m_order}};
}

void BatchSampler::setState(const NamedTensors& state)
{
    const auto find = [&](const char* name) {
        const auto found = std::ranges::find(state, name, &NamedTensors::value_type::first);
        if (found == state.end())
            throw Error(translated("The checkpoint has no tensor {name}.", {{"name", name}}));
        return found->second;
    };
    const auto order = find(orderName);
    if (order.numel() != count())
        throw Error(
            translated("The data set has {now} training samples, but had {before} when the checkpoint "
                       "was saved.",
                       {{"now", formatCount(count())}, {"before", formatCount(order.numel())}}));
    m_order = order.to(m_samples.device());
    const std::lock_guard lock(m_generator.mutex());
    m_generator.set_state(find(generatorName));
}

} // namespace stepscope
