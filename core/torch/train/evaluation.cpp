#include "core/torch/train/evaluation.h"

#include "core/torch/train/compute_settings.h"

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

std::optional<Evaluation> evaluate(Network& network, const Images& images, const torch::Tensor& labels,
                                   const Experiment& experiment, const std::function<bool(int64_t)>& proceed)
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
    Evaluation result;
    double lossSum = 0.0;
    int64_t batches = 0;
    for (int64_t first = 0; first < images.count(); first += batchSize) {
        if (!proceed(batches++))
            return {};
        const auto count = std::min(batchSize, images.count() - first);
        const auto target = labels.narrow(0, first, count);
        const auto input = images.range(first, count).to(labels.device()); // files are decoded on the CPU
        const auto output = outputOf(network, inLayout(input, experiment), experiment);
        lossSum += torch::nll_loss(output, target, {}, at::Reduction::Sum).item<double>();
        result.correct += countCorrect(output, target);
        result.images += count;
    }
    result.loss = lossSum / double(result.images);
    return result;
}

} // namespace stepscope
