#include "core/torch/train/step_results.h"

#include "core/base/clock.h"
#include "core/torch/train/evaluation.h"

#include <cmath>
#include <utility>

namespace stepscope {

StepResults::StepResults(RunSink& sink, torch::Device device, Task task)
    : m_sink(sink)
    , m_gather(!device.is_cpu())
    , m_countsHits(task == Task::Classification)
    , m_lastReadNs(monotonicNs())
{
}

void StepResults::beginEpoch()
{
    m_trainNs = m_images = m_correct = 0;
    m_lossSum = 0.0;
    resume();
}

void StepResults::goOn(const TrainingPosition& position)
{
    m_trainNs = position.trainNs;
    m_images = position.trainImages;
    m_correct = position.trainCorrect;
    m_lossSum = position.lossSum;
}

void StepResults::resume()
{
    m_lastReadNs = monotonicNs();
}

void StepResults::add(StepMetrics step, int64_t beginNs, const torch::Tensor& loss,
                      const torch::Tensor& output, const torch::Tensor& targets)
{
    if (!m_gather) {
        step.loss = *loss.data_ptr<float>();
        step.correct = m_countsHits && output.defined() ? int32_t(countCorrect(output, targets))
                                                        : StepMetrics::notCounted;
        step.durationNs = monotonicNs() - beginNs;
        pass(step);
        m_sink.stepsDone({&step, 1});
        return;
    }

    const torch::NoGradGuard noGradients;
    const at::DisableRecordFunctionGuard noRecording;
    m_steps.push_back(step);
    m_losses.push_back(loss.detach());
    if (m_countsHits)
        m_hits.push_back(output.defined()
                             ? output.argmax(1).eq(targets).sum()
                             : torch::full({}, int64_t(StepMetrics::notCounted), targets.options()));
    constexpr int64_t readEveryNs = 100'000'000;
    // The first step is read separately: it includes the setup and would distort the time of the others.
    if (std::exchange(m_isFirst, false) || monotonicNs() - m_lastReadNs > readEveryNs)
        flush();
}

void StepResults::flush()
{
    if (m_steps.empty())
        return;
    const at::DisableRecordFunctionGuard noRecording;
    const auto losses = torch::stack(m_losses).to(torch::kCPU, torch::kFloat32);
    const auto hits = m_countsHits ? torch::stack(m_hits).to(torch::kCPU, torch::kInt64) : torch::Tensor();
    const auto nowNs = monotonicNs();
    const auto shareNs = (nowNs - m_lastReadNs) / int64_t(m_steps.size());
    for (size_t i = 0; i < m_steps.size(); ++i) {
        m_steps[i].loss = losses.data_ptr<float>()[i];
        m_steps[i].correct = m_countsHits ? int32_t(hits.data_ptr<int64_t>()[i]) : StepMetrics::notCounted;
        m_steps[i].durationNs = shareNs;
        pass(m_steps[i]);
    }
    m_sink.stepsDone(m_steps);
    m_steps.clear();
    m_losses.clear();
    m_hits.clear();
    m_lastReadNs = nowNs;
}

void StepResults::pass(StepMetrics& step)
{
    m_trainNs += step.durationNs;
    m_images += step.images;
    const bool areCounted = step.correct >= 0 && m_correct >= 0;
    m_correct = areCounted ? m_correct + step.correct : StepMetrics::notCounted;
    m_lossSum += double(step.loss) * step.images;
    m_hasNegativeLoss |= step.loss < 0.0F;
    if (!m_firstWithoutLoss && !std::isfinite(step.loss))
        m_firstWithoutLoss = step.step;
}

} // namespace stepscope
