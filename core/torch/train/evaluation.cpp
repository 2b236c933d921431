#include "core/torch/train/evaluation.h"

#include "core/experiment/experiment_kinds.h"
#include "core/run/metrics.h"
#include "core/torch/train/compute_settings.h"
#include "core/torch/train/task_loss.h"

#include <algorithm>

namespace stepscope {

int64_t countCorrect(const torch::Tensor& output, const torch::Tensor& labels)
{
    if (!output.device().is_cpu() || !output.is_contiguous() || output.scalar_type() != torch::kFloat32)
        return output.argmax(1).eq(labels).sum().item<int64_t>();

    const auto* row = output.data_ptr<float>();
    const auto* label = labels.data_ptr<int64_t>();
    const auto classes = output.size(1);
    int64_t correct = 0;
    for (int64_t i = 0; i < output.size(0); ++i, row += classes)
        correct += std::max_element(row, row + classes) - row == label[i];
    return correct;
}

std::optional<Evaluation> evaluate(Network& network, const Samples& samples, const torch::Tensor& targets,
                                   const Experiment& experiment, const std::function<bool(int64_t)>& proceed,
                                   const torch::Tensor& numbers)
{
    const torch::NoGradGuard noGradients;
    const at::DisableRecordFunctionGuard noRecording;
    struct EvaluationMode
    {
        Network& network;
        ~EvaluationMode() { network.train(); }
    } const mode{network};
    network.eval();

    const int64_t batchSize = experiment.testBatchSize;
    const Task task = taskOf(experiment);
    const bool mayChange = usesField(experiment, "model"); // a model of the user may work in place
    Evaluation result{.correct = task == Task::Classification ? 0 : StepMetrics::notCounted};
    double lossSum = 0.0;
    int64_t batches = 0;
    const int64_t total = targets.size(0);
    for (int64_t first = 0; first < total; first += batchSize) {
        if (!proceed(batches++))
            return {};
        const auto count = std::min(batchSize, total - first);
        const auto stored =
            numbers.defined() ? samples.select(numbers.narrow(0, first, count)) : samples.range(first, count);
        const auto input = stored.to(targets.device()); // files are decoded on the CPU
        Batch batch{inLayout(input, experiment), targets.narrow(0, first, count)};
        if (mayChange) // these are the data set's own memory
            batch = {batch.inputs.clone(), batch.targets.clone()};
        const auto given = resultOf(network, batch, experiment);
        lossSum += lossSumOf(task, given, batch);
        if (!given.output.defined())
            result.correct = StepMetrics::notCounted;
        if (result.correct != StepMetrics::notCounted)
            result.correct += countCorrect(given.output, batch.targets);
        result.samples += count;
    }
    result.loss = lossSum / double(result.samples);
    return result;
}

} // namespace stepscope
