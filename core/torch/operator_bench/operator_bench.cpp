#include "core/torch/operator_bench/operator_bench.h"

#include "core/base/clock.h"
#include "core/base/error.h"
#include "core/base/percentile.h"
#include "core/base/text/format.h"
#include "core/base/text/parse_text.h"
#include "core/language/translation.h"
#include "core/machine/environment.h"
#include "core/torch/operator_bench/bound_call.h"
#include "core/torch/record/shape_table.h"
#include "core/torch/shared/devices.h"
#include "core/trace/convolution_arguments.h"

#include <algorithm>
#include <set>

namespace stepscope {

namespace {

constexpr int64_t shortestSampleNs = 2'000; ///< the clock takes about 1 % of it
constexpr int64_t mostCallsPerSample = 1'000;
constexpr size_t fewestSamples = 5;
constexpr size_t mostSamples = 1'000'000;
constexpr double shareOfWarmUp = 0.2; ///< of the time for the measured calls
constexpr double shareOfOverhead = 0.2;

/// Times calls on one device.
class Stopwatch
{
public:
    Stopwatch(BoundCall& call, const torch::Device& device, const std::function<bool()>& isStopped)
        : m_call(call)
        , m_isOnCuda(device.is_cuda())
        , m_isStopped(isStopped)
    {
    }

    /// Calls as often as fits in this time, at least three times. Returns the shortest duration of a call.
    int64_t warmUp(double seconds)
    {
        const int64_t end = monotonicNs() + int64_t(seconds * 1e9);
        int64_t shortest = std::numeric_limits<int64_t>::max();
        for (int calls = 0; calls < 3 || monotonicNs() < end; ++calls)
            shortest = std::min(shortest, time(1));
        return shortest;
    }

    /// Sorted durations of a call.
    std::vector<int64_t> samples(double seconds, int64_t calls)
    {
        const int64_t end = monotonicNs() + int64_t(seconds * 1e9);
        std::vector<int64_t> samples;
        while (samples.size() < fewestSamples || (monotonicNs() < end && samples.size() < mostSamples))
            samples.push_back(time(calls) / calls);
        std::ranges::sort(samples);
        return samples;
    }

    /// The mean duration of calls that follow each other without waiting for the device.
    double backToBackNs(double seconds, int64_t callNs)
    {
        const int64_t calls = std::max(int64_t(seconds * 1e9) / std::max<int64_t>(callNs, 1), int64_t(3));
        return double(time(calls)) / double(calls);
    }

private:
    int64_t time(int64_t calls)
    {
        if (m_isStopped())
            throw Error(translated("The measurement was stopped."));
        m_call.restoreInputs();
        wait();
        const int64_t start = monotonicNs();
        for (int64_t i = 0; i < calls; ++i)
            m_call.call();
        wait();
        return monotonicNs() - start;
    }

    void wait() const
    {
        if (m_isOnCuda)
            torch::cuda::synchronize();
    }

    BoundCall& m_call;
    const bool m_isOnCuda;
    const std::function<bool()>& m_isStopped;
};

/// Of the same call without arithmetic; negative if the operator refuses.
double overheadOf(const OperatorCall& call, const OperatorBenchSettings& settings,
                  const torch::Device& device, const std::function<bool()>& isStopped)
{
    try {
        BoundCall unit(call, settings, BoundCall::Sizes::Unit);
        Stopwatch watch(unit, device, isStopped);
        const double seconds = shareOfOverhead * settings.seconds;
        const int64_t shortest = watch.warmUp(shareOfWarmUp * seconds);
        const auto samples = watch.samples(seconds, callsPerSample(shortest, unit.changesInputs()));
        return percentile(samples, 0.5);
    } catch (const c10::Error&) {
        return -1.0;
    }
}

/// Tensors among the values, each storage once.
int64_t bytesOf(const std::vector<c10::IValue>& values, std::set<const void*>& counted)
{
    int64_t bytes = 0;
    const auto add = [&](const at::Tensor& tensor) {
        if (tensor.defined() && counted.insert(tensor.data_ptr()).second)
            bytes += int64_t(tensor.nbytes());
    };
    for (const c10::IValue& value : values) {
        if (value.isTensor())
            add(value.toTensor());
        else if (value.isTensorList())
            for (const at::Tensor& tensor : value.toTensorVector())
                add(tensor);
    }
    return bytes;
}

std::string shapesOf(const std::vector<c10::IValue>& values, const ConvolutionArguments* convolution)
{
    ShapeTable table;
    const ShapeId id =
        table.intern(c10::ArrayRef<const c10::IValue>(values.data(), values.size()), convolution);
    return id == noShape ? std::string() : table.text(id);
}

/// Linux promises more memory than there is, and then ends the process that uses it.
void checkMemory(const OperatorCall& call, const OperatorBenchSettings& settings)
{
    const int64_t memory = machineEnvironment().memoryBytes;
    if (memory <= 0 || settings.device != "cpu")
        return;
    double bytes = 0;
    constexpr double bytesPerElement = 4.0;
    for (const TypedArgument& argument : call.arguments) {
        for (const std::string_view text : splitText(argument.text, '+')) {
            const auto tensor = typedTensor(text);
            double elements = tensor ? 1.0 : 0.0;
            for (const int64_t size : tensor ? tensor->shape : std::vector<int64_t>())
                elements *= double(size);
            bytes += bytesPerElement * elements;
        }
    }
    if (bytes > 0.8 * double(memory))
        throw Error(translated("The tensors of {call} would need {needed}, but this machine has {memory} of "
                               "memory.",
                               {{"call", call.text()},
                                {"needed", formatBytes(bytes)},
                                {"memory", formatBytes(double(memory))}}));
}

/// Throws UsageError for a call with a number that is read as the size of a tensor, if the operator has an
/// overload that takes a number there.
void refuseNumberAsTensor(const OperatorCall& call, const OperatorBenchSettings& settings)
{
    const auto number = std::ranges::find_if(call.arguments, [](const TypedArgument& argument) {
        return parseNumber<int64_t>(argument.text).has_value();
    });
    if (number == call.arguments.end() || call.name.find('.') != std::string::npos)
        return;
    OperatorCall scalar = call;
    scalar.name += ".Scalar";
    try {
        BoundCall(scalar, settings, BoundCall::Sizes::Unit);
    } catch (const UsageError&) {
        return; // it has no such overload
    }
    throw UsageError(
        translated("{call} cannot be computed: {number} is read as the size of a tensor. For a "
                   "number, use {scalar}.",
                   {{"call", call.text()}, {"number", number->text}, {"scalar", scalar.text()}}));
}

/// The results of a first call.
std::vector<c10::IValue> firstResults(BoundCall& bound, const OperatorCall& call,
                                      const OperatorBenchSettings& settings)
{
    try {
        return bound.results();
    } catch (const c10::Error&) {
        refuseNumberAsTensor(call, settings);
        throw;
    }
}

} // namespace

int64_t callsPerSample(int64_t callNs, bool changesInputs)
{
    if (changesInputs)
        return 1; // a further call would get other values
    return std::clamp(shortestSampleNs / std::max<int64_t>(callNs, 1), int64_t(1), mostCallsPerSample);
}

OperatorTimes measureOperator(const OperatorCall& call, const OperatorBenchSettings& settings,
                              const std::function<bool()>& isStopped)
{
    const torch::Device device = findDevice(settings.device);
    checkMemory(call, settings);
    const torch::NoGradGuard noGradients;
    OperatorTimes times;
    times.threads = useThreads({.threads = settings.threads});

    BoundCall bound(call, settings, BoundCall::Sizes::AsTyped);
    times.name = bound.name();
    times.inputShapes = shapesOf(bound.inputs(), convolutionArguments(bound.name()));
    {
        const auto results = firstResults(bound, call, settings);
        times.outputShapes = shapesOf(results, nullptr);
        std::set<const void*> counted;
        times.bytes = bytesOf(bound.inputs(), counted) + bytesOf(results, counted);
    }
    Stopwatch watch(bound, device, isStopped);
    const int64_t shortest = watch.warmUp(shareOfWarmUp * settings.seconds);
    times.callsPerSample = callsPerSample(shortest, bound.changesInputs());
    times.samplesNs = watch.samples(settings.seconds, times.callsPerSample);
    if (device.is_cuda() && !bound.changesInputs())
        times.backToBackNs = watch.backToBackNs(shareOfOverhead * settings.seconds, shortest);
    times.overheadNs = overheadOf(call, settings, device, isStopped);
    return times;
}

} // namespace stepscope
