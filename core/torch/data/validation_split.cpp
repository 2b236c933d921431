#include "core/torch/data/validation_split.h"

#include "core/data/kinds/data_set_kinds.h"
#include "core/experiment/experiment_fields.h"

namespace stepscope {

ValidationSplit splitSamples(const Experiment& experiment, int64_t trainSamples)
{
    const int64_t aside = validationSamples(experiment, trainSamples);
    if (aside == 0)
        return {};
    const DataSetKind* const kind = findDataSetKind(experiment.dataset);
    const int64_t rest = trainSamples - aside;
    if (kind && kind->isText()) {
        const auto numbers = torch::arange(trainSamples, torch::kInt64);
        return {.train = numbers.narrow(0, 0, rest), .validation = numbers.narrow(0, rest, aside)};
    }
    constexpr uint64_t stream = 0x76616c6964; // other numbers than those that shuffle the samples
    auto generator = at::make_generator<at::CPUGeneratorImpl>(uint64_t(experiment.seed) ^ stream);
    const auto order = torch::randperm(trainSamples, generator, torch::kInt64);
    const auto inOrder = [](const torch::Tensor& numbers) { return std::get<0>(numbers.sort()); };
    return {.train = inOrder(order.narrow(0, 0, rest)), .validation = inOrder(order.narrow(0, rest, aside))};
}

} // namespace stepscope
