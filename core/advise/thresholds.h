#pragma once

#include <cstdint>

namespace stepscope {

/// Where a finding's figure begins to be worth a look. They are Stepscope's own, chosen as the comments say;
/// no device and no network is bound to them. Shares of 0 to 1.
struct AdviceThresholds
{
    /// PyTorch's TensorBoard plugin warned of a data loader above 5 % of the step; XProf calls 5 % moderately
    /// and 20 % highly input-bound.
    double dataLoading = 0.05;
    /// From here on, an operator that took no time would make the step a third faster: 1 / (1 - 0.25).
    double costliestOperator = 0.25;
    /// Of its threads that a process keeps busy. Below, a third of them is bought for nothing.
    double threadsBusy = 0.65;
    /// The share of a run that the warm-up may cost before it blurs what the whole run took.
    double warmUp = 0.05;
    /// What recording may add to a step at a batch size of 64; the recorder is built to stay below.
    double recorderCost = 0.05;
    /// XProf calls 3 % of the step in what is neither input, compute nor output moderate and 15 % high; this
    /// lies between.
    double betweenOperators = 0.10;
    /// PyTorch's TensorBoard plugin warned when the peak came above 90 % of the memory.
    double memory = 0.90;
    /// To call an operator costs LibTorch about a microsecond; in a call shorter than ten times that, the
    /// call itself is felt.
    int64_t smallCallNs = 10'000;
    /// Of the step in such calls: beyond, half of which gone would make it a tenth faster.
    double smallCalls = 0.20;
    /// Of the processors of a run that other programs take. The report's note of a busy machine has the same.
    double otherPrograms = 0.10;
    /// PyTorch's TensorBoard plugin warned of a GPU that was used less than half of the time.
    double gpuBusy = 0.50;

    /// Looks at the machine, two a second, below which a mean over them says little.
    int64_t fewestSamples = 4;
    /// Steps below which nobody can tell the first ones from the rest.
    int64_t fewestSteps = 20;
    /// Steps with events, below which a share of them may be chance.
    int64_t fewestRecordedSteps = 3;
};

inline constexpr AdviceThresholds adviceThresholds;

} // namespace stepscope
