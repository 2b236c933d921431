#pragma once

#include "core/machine/machine_peak.h"
#include "core/operator_bench/operator_call.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace stepscope {

/// How an operator is measured.
struct OperatorBenchSettings
{
    std::string device = "cpu";       ///< "cpu" or "cuda:0"
    int64_t threads = 0;              ///< threads of the operator on the CPU; 0: one for each processor
    std::string dataType = "float32"; ///< of tensors without a type: a name in operatorBenchDataTypes()
    bool isChannelsLast = false;      ///< memory layout of tensors with four dimensions: NHWC instead of NCHW
    double seconds = 1.0;             ///< for the measured calls, after the warm-up
};

/// Whether the machine's peak applies: to calls on the CPU with 32-bit floats.
bool canHaveRoof(const OperatorBenchSettings& settings);

/// "float32", "float64", "bfloat16", "float16".
const std::vector<std::string>& operatorBenchDataTypes();

/// What measuring an operator gave.
struct OperatorTimes
{
    std::string name;         ///< "aten::mm"
    std::string inputShapes;  ///< in the format of Trace::shapes
    std::string outputShapes; ///< the same, of the results
    int threads = 0;          ///< that LibTorch used on the CPU
    /// Of single calls, in increasing order: from passing the arguments to freeing the results, on a GPU
    /// until the device has finished. A call that is too short for the clock is measured with some others,
    /// and the sample is their mean.
    std::vector<int64_t> samplesNs;
    int64_t callsPerSample = 1;
    /// The mean of calls that do not wait for the device. Negative: not measured, as on the CPU.
    double backToBackNs = -1.0;
    /// The median of the same call with 1 for each dimension: how long a call takes without arithmetic.
    /// Negative: not known, because the operator refuses such tensors.
    double overheadNs = -1.0;
    /// Of inputs and results: the minimum that a call moves with cold caches.
    int64_t bytes = 0;

    double percentileNs(double share) const;
    double medianNs() const { return percentileNs(0.5); }
};

/// A measured call, and what it says.
struct OperatorBenchResult
{
    OperatorCall call;
    OperatorBenchSettings settings;
    OperatorTimes times;
    /// Of this machine's processors with as many threads; only for calls on the CPU with 32-bit floats.
    std::optional<MachinePeak> peak;

    std::optional<int64_t> flops() const; ///< by operatorFlops()
    std::optional<double> flopsPerSecond() const;
    double bytesPerSecond() const;
    /// The share of the roofline that the call reaches, 0 to 1: its FLOP/s, or without a formula its bytes
    /// per second, by what the machine can reach. Data that stay in the caches can exceed 1.
    std::optional<double> roofShare() const;
    /// The median without the overhead; nothing if that is not known.
    std::optional<double> arithmeticNs() const;
};

/// With the peak that was measured earlier for as many threads, where it applies.
OperatorBenchResult operatorBenchResult(OperatorCall call, const OperatorBenchSettings& settings,
                                        OperatorTimes times);

/// One row per result, and a header unless there are none; columns in snake_case, times in microseconds,
/// empty for what is not known.
std::string operatorBenchCsv(const std::vector<OperatorBenchResult>& results);
/// An array with one object per result, with the same columns; null for what is not known.
std::string operatorBenchJson(const std::vector<OperatorBenchResult>& results);

} // namespace stepscope
