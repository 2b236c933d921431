#pragma once

#include "core/trace/step_range.h"
#include "core/trace/steps/collectives.h"
#include "core/trace/trace.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

namespace stepscope {

/// All kernels of one name on a device.
struct KernelRow
{
    NameId name{0};
    EventKind kind = EventKind::Kernel;
    int64_t calls = 0;
    int64_t totalNs = 0; ///< a sum, even if they ran at the same time
    int64_t aloneNs = 0; ///< with such kernels and no others
    int64_t minNs = 0;
    int64_t maxNs = 0;
    double share = 0.0;               ///< of the sum over all kernels
    double occupancy = -1.0;          ///< achieved, weighted by duration; -1: not known
    double blocksPerProcessor = -1.0; ///< the same
    bool usesTensorCores = false;     ///< determined by its name

    double meanNs() const { return calls > 0 ? double(totalNs) / double(calls) : 0.0; }
};

/// Bytes per second below which a copy between host and device is slow: a third of the bandwidth of 16 lanes
/// of PCIe 4, which copies of memory that is not pinned do not reach.
inline constexpr double slowCopyThroughput = 10e9;
/// Below this size a copy takes mostly the time of starting it: at slowCopyThroughput it would move its bytes
/// in some 10 µs.
inline constexpr int64_t smallCopyBytes = 100 << 10;

/// All copies in one direction.
struct CopyFigures
{
    int64_t copies = 0;
    int64_t bytes = 0;        ///< of those with known size
    int64_t knownNs = 0;      ///< the durations of these
    int64_t slowNs = 0;       ///< of knownNs, in copies below slowCopyThroughput
    int64_t slowPinnedNs = 0; ///< of slowNs, in copies that the recording marks as from or to pinned memory
    int64_t slowSmallNs = 0;  ///< of slowNs, in copies of less than smallCopyBytes
    int64_t pinnedNs = 0;     ///< the durations of all such copies
    int64_t ns = 0;           ///< with such a copy running

    /// Bytes per second; 0 when no size is known.
    double throughput() const { return knownNs > 0 ? double(bytes) / double(knownNs) * 1e9 : 0.0; }
};

/// Shorter gaps are caused by the device itself, as in HTA (30 of Kineto's microseconds).
inline constexpr int64_t shortGapNs = 30'000;

/// Why a device was idle; adds up to the idle time.
struct IdleCauses
{
    /// The host launched the next work only after the device had become idle. This includes the time before a
    /// device's first work, unless that was launched earlier. HTA's "host wait", apart from launchNs.
    int64_t hostWaitNs = 0;
    /// The call that launched the next work was running: setting up its launch takes time, and much of it
    /// when the call loads code or waits.
    int64_t launchNs = 0;
    /// The next work had been launched, and the gap is short: HTA's "kernel wait", apart from launchNs.
    int64_t kernelWaitNs = 0;
    int64_t otherNs = 0;
    int64_t gaps = 0;
    int64_t longestNs = 0;
};

/// The activity of a device in the counted steps of a range. All figures except sums are of unions: a moment
/// counts once however many kernels ran. Work is cut at the ends of the steps, whose times are those of
/// DeviceSteps; consecutive steps are one interval, including the time between them. Formulas as in NVIDIA's
/// Visual Profiler and PyTorch's plugin for TensorBoard.
struct DeviceFigures
{
    int64_t process = 0; ///< as in TraceThread
    int16_t device = 0;
    TraceDevice properties; ///< 0 if not known

    int64_t spanNs = 0;   ///< from the first step's start to the last one's end
    int64_t busyNs = 0;   ///< with any work
    int64_t kernelNs = 0; ///< with a kernel, including communication
    int64_t communicationNs = 0;
    CommunicationTimes communication;
    int64_t copyNs = 0;                ///< with a copy
    int64_t copyOverKernelNs = 0;      ///< with a copy and a kernel
    int64_t busCopyNs = 0;             ///< with a copy that is not within the device
    int64_t busCopyOverKernelNs = 0;   ///< with such a copy and a kernel
    int64_t bothDirectionsNs = 0;      ///< with a copy to the device and one from it
    int64_t concurrentNs = 0;          ///< with two kernels or more
    int64_t hiddenCommunicationNs = 0; ///< of communicationNs, with a kernel that computes
    int64_t kernels = 0;
    int64_t kernelSumNs = 0;
    int64_t workSumNs = 0; ///< kernelSumNs, and the time of copies and memory sets
    std::array<CopyFigures, size_t(CopyDirection::PeerToPeer) + 1> copies; ///< by CopyDirection
    IdleCauses idle;

    /// Min(blocks / multiprocessors, 1), summed over simultaneous kernels, averaged over the time of all
    /// steps; -1: not known.
    double smEfficiency = -1.0;
    double occupancy = -1.0; ///< achieved, of kernels weighted by their durations; -1: not known

    int64_t launchedKernels = 0; ///< of kernels: whose launch is known
    int64_t launchDelayNs = 0;   ///< from the launch's start to the kernel's, summed over these
    int64_t graphKernels = 0;    ///< kernels that were launched together by one call, such as a CUDA graph
    int64_t ownLaunches = 0;     ///< kernels that were launched alone by a runtime call
    int64_t shortKernels = 0;    ///< of ownLaunches: shorter than the call that launched them
    int64_t shortKernelsNs = 0;
    int64_t endedInLaunch = 0; ///< of ownLaunches: that end before the call that launched them returns
    int64_t tensorCoreNs = 0;  ///< of kernelSumNs, in kernels that use tensor cores
    /// Of kernelSumNs, in kernels that could use them: launched by an operator that has such kernels, or
    /// matrix products and convolutions by their names.
    int64_t eligibleNs = 0;
    /// Of kernelSumNs, in kernels of which this is not known: their names do not show it, and their operator
    /// is not known, or launched them with others as a graph.
    int64_t unjudgedNs = 0;

    std::vector<KernelRow> rows; ///< in decreasing order of time

    const CopyFigures& copy(CopyDirection direction) const { return copies[size_t(direction)]; }
    double utilization() const { return share(kernelNs, spanNs); }
    double copyOverlap() const { return share(busCopyOverKernelNs, std::min(kernelNs, busCopyNs)); }
    double concurrency() const { return share(concurrentNs, kernelNs); }
    double directionOverlap() const;
    int64_t idleNs() const { return spanNs - busyNs; }

    static double share(int64_t part, int64_t whole)
    {
        return whole > 0 ? double(part) / double(whole) : 0.0;
    }
};

/// One per device with work in the steps, by process and number. Takes time in proportion to the events, and
/// to the logarithm of their number where they overlap.
std::vector<DeviceFigures> deviceFigures(const Trace& trace, const StepRange& steps = {});

/// The kernels of one name on all devices.
struct KernelCost
{
    NameId name{0};
    int64_t totalNs = 0; ///< a sum, even if they ran at the same time
    double share = 0.0;  ///< of DeviceFigures::workSumNs of all devices: of all work, including copies
};

/// In decreasing order of time.
std::vector<KernelCost> kernelCosts(const std::vector<DeviceFigures>& devices);

} // namespace stepscope
