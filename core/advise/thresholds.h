#pragma once

#include <cstdint>

namespace stepscope {

/// The thresholds from which a finding's figure is worth a look. They are Stepscope's own, chosen as the
/// comments say, and do not depend on the device or the network. Shares are from 0 to 1.
struct AdviceThresholds
{
    /// The share of a step below which a possible gain is not worth a look, whatever the figure of the
    /// finding is. Step times vary by more than this even on a quiet machine.
    double smallGain = 0.01;
    /// PyTorch's TensorBoard plugin warned of a data loader above 5 % of the step; XProf calls 5 % moderately
    /// and 20 % highly input-bound.
    double dataLoading = 0.05;
    /// From here on, the step would be a third faster if the operator took no time: 1 / (1 - 0.25).
    double costliestOperator = 0.25;
    /// The share of its threads that a process keeps busy. Below, a third of them is wasted.
    double threadsBusy = 0.65;
    /// The share of a run that the warm-up may cost before it distorts the time of the whole run.
    double warmUp = 0.05;
    /// The share that recording may add to a step at a batch size of 64; the recorder is designed to stay
    /// below.
    double recorderCost = 0.05;
    /// XProf calls 3 % of the step in anything except input, compute and output moderate and 15 % high; this
    /// is in between.
    double betweenOperators = 0.10;
    /// PyTorch's TensorBoard plugin warned when the peak exceeded 90 % of the memory.
    double memory = 0.90;
    /// Calling an operator costs LibTorch about a microsecond; in a call shorter than ten times that, this is
    /// significant.
    int64_t smallCallNs = 10'000;
    /// The share of the step in such calls: without half of it, the step would be a tenth faster.
    double smallCalls = 0.20;
    /// The share of a run's processors that other programs take. The report's note on a busy machine uses the
    /// same.
    double otherPrograms = 0.10;
    /// PyTorch's TensorBoard plugin warned of a GPU that was used less than half of the time.
    double gpuBusy = 0.50;

    /// The time of copies relative to that of kernels. Without half of it, steps are at most a twentieth
    /// faster.
    double copyTime = 0.10;
    /// The share of copies that overlaps kernels, if copies take more than `smallCopies` of the steps.
    double copyOverlap = 0.50;
    double smallCopies = 0.02;
    /// The same for copies in both directions.
    double copyDirections = 0.50;
    /// The share of the time of copies between host and device in those slower than slowCopyThroughput.
    double slowCopies = 0.50;
    /// The share of the steps in which a device does nothing. XProf calls 15 % of the step in kernel launches
    /// and everything else high.
    double idle = 0.15;
    /// The share of kernel time in kernels shorter than the call that launched them.
    double smallKernels = 0.20;
    /// The share of the time of kernels that could use tensor cores in those that do. PyTorch's plugin warned
    /// if none did.
    double tensorCores = 0.50;
    /// If the use of tensor cores cannot be judged for at least this share of the kernel time, the finding
    /// says so.
    double unjudgedKernels = 0.01;
    /// The compute capability from which devices have tensor cores.
    int32_t tensorCoreCapability = 7;
    /// The compute capability from which tensor cores support TF32.
    int32_t tf32Capability = 8;
    /// The share of the multiprocessors that kernels fill while they run; below, a third of the device is
    /// idle meanwhile.
    double deviceFill = 0.65;
    /// The share of kernel time with two at the same time, if kernels leave that much of the device free.
    double kernelConcurrency = 0.10;
    /// PyTorch's TensorBoard plugin warned about communication above 10 % of the step.
    double communication = 0.10;
    /// The share of a rank's communication that overlaps computation, if communication takes more than the
    /// share above. The same as for copies.
    double rankOverlap = 0.50;
    /// The share of the steps by which a rank is later than the others. Half of it would gain a fortieth.
    double straggler = 0.05;

    /// The number of machine samples (two per second) below which their mean says little.
    int64_t fewestSamples = 4;
    /// The number of steps below which the first ones cannot be distinguished from the others.
    int64_t fewestSteps = 20;
    /// The number of steps with events below which a share may be due to chance.
    int64_t fewestRecordedSteps = 3;
};

inline constexpr AdviceThresholds adviceThresholds;

} // namespace stepscope
