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

    /// Of the time of kernels, in copies. Half of that gone, steps are a twentieth faster at most.
    double copyTime = 0.10;
    /// Of the copies that lies under kernels, where copies take more than `smallCopies` of the steps.
    double copyOverlap = 0.50;
    double smallCopies = 0.02;
    /// The same of copies in both directions.
    double copyDirections = 0.50;
    /// Of the time of copies between host and device, in those slower than slowCopyThroughput.
    double slowCopies = 0.50;
    /// Of the steps, in which a device does nothing. XProf calls 15 % of the step in kernel launches and all
    /// else high.
    double idle = 0.15;
    /// Of the time of kernels, in those that are shorter than the call that launched them.
    double smallKernels = 0.20;
    /// Of the time of kernels that could use tensor cores. PyTorch's plugin warned where none did.
    double tensorCores = 0.50;
    /// Compute capability from which on devices have tensor cores.
    int32_t tensorCoreCapability = 7;
    /// And from which on these compute with TF32.
    int32_t tf32Capability = 8;
    /// Of the multiprocessors that kernels fill while they run; below, a third of the device is idle under
    /// them.
    double deviceFill = 0.65;
    /// Of the time of kernels with two at a time, where kernels leave that much of the device free.
    double kernelConcurrency = 0.10;
    /// PyTorch's TensorBoard plugin warned of communication above 10 % of the step.
    double communication = 0.10;
    /// Of a rank's communication that lies under computation, where communication takes more than the share
    /// above. The same as of copies.
    double rankOverlap = 0.50;
    /// Of the steps, by which a rank is later than the others. What half of that would gain is a fortieth.
    double straggler = 0.05;

    /// Looks at the machine, two a second, below which a mean over them says little.
    int64_t fewestSamples = 4;
    /// Steps below which nobody can tell the first ones from the rest.
    int64_t fewestSteps = 20;
    /// Steps with events, below which a share of them may be chance.
    int64_t fewestRecordedSteps = 3;
};

inline constexpr AdviceThresholds adviceThresholds;

} // namespace stepscope
