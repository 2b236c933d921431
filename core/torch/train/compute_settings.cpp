#include "core/torch/train/compute_settings.h"

#include "core/experiment/experiment_kinds.h"

#include <mutex>

#include <algorithm>
#include <optional>

namespace stepscope {

namespace {

/// None in full precision.
std::optional<at::ScalarType> autocastType(const Experiment& experiment)
{
    if (experiment.precision == "bfloat16")
        return at::kBFloat16;
    if (experiment.precision == "float16")
        return at::kHalf;
    return std::nullopt;
}

/// Turns autocast to a type on, if there is one, and drops the converted weights at the end.
class AutocastScope
{
public:
    AutocastScope(c10::DeviceType device, std::optional<at::ScalarType> type)
        : m_device(device)
        , m_type(type)
    {
        if (!m_type)
            return;
        setAutocast(m_device, true, *m_type);
        at::autocast::increment_nesting();
    }
    ~AutocastScope()
    {
        if (!m_type)
            return;
        if (at::autocast::decrement_nesting() == 0)
            at::autocast::clear_cache();
        setAutocast(m_device, false, *m_type);
    }
    AutocastScope(const AutocastScope&) = delete;
    AutocastScope& operator=(const AutocastScope&) = delete;

private:
    c10::DeviceType m_device;
    std::optional<at::ScalarType> m_type;
};

/// As they were before the first training. Two trainings may end in any order.
const LibrarySettings::Values& originalValues()
{
    static const LibrarySettings::Values original = LibrarySettings::current();
    return original;
}

void set(const LibrarySettings::Values& values)
{
    auto& context = at::globalContext();
    context.setUserEnabledMkldnn(values.oneDnn);
    context.setUserEnabledCuDNN(values.cudnn);
    context.setBenchmarkCuDNN(values.cudnnBenchmark);
    context.setDeterministicCuDNN(values.cudnnDeterministic);
    context.setAllowTF32CuDNN(values.tf32InConvolutions);
    context.setAllowTF32CuBLAS(values.tf32InMatrixProducts);
}

} // namespace

LibrarySettings::Values LibrarySettings::current()
{
    const auto& context = at::globalContext();
    return {.oneDnn = context.userEnabledMkldnn(),
            .cudnn = context.userEnabledCuDNN(),
            .cudnnBenchmark = context.benchmarkCuDNN(),
            .cudnnDeterministic = context.deterministicCuDNN(),
            .tf32InConvolutions = context.allowTF32CuDNN(),
            .tf32InMatrixProducts = context.allowTF32CuBLAS()};
}

LibrarySettings::LibrarySettings(const Experiment& experiment)
    : m_values{.oneDnn = experiment.oneDnn,
               .cudnn = experiment.cudnn,
               .cudnnBenchmark = experiment.cudnnBenchmark,
               .cudnnDeterministic = experiment.cudnnDeterministic,
               .tf32InConvolutions = experiment.tf32 != "off",
               .tf32InMatrixProducts = experiment.tf32 == "all"}
{
    originalValues();
    apply();
}

LibrarySettings::~LibrarySettings()
{
    set(originalValues());
}

void LibrarySettings::apply() const
{
    set(m_values);
}

static void setGenerator(at::Generator generator, const torch::Tensor& state)
{
    const std::lock_guard lock(generator.mutex());
    generator.set_state(state);
}

RandomState::RandomState(torch::Device device)
{
    const auto add = [this](const char* name, at::Generator generator) {
        const std::lock_guard lock(generator.mutex());
        m_states.push_back({name, generator, generator.get_state()});
    };
    add("cpu", at::globalContext().defaultGenerator(torch::kCPU));
    if (device.is_cuda())
        add("cuda", at::globalContext().defaultGenerator(device));
}

void RandomState::restore() const
{
    for (const auto& [name, generator, state] : m_states)
        setGenerator(generator, state);
}

void RandomState::restore(const NamedTensors& states) const
{
    for (const auto& [name, generator, state] : m_states) {
        const auto found = std::ranges::find(states, name, &NamedTensors::value_type::first);
        if (found != states.end())
            setGenerator(generator, found->second);
    }
}

NamedTensors RandomState::tensors() const
{
    NamedTensors tensors;
    for (const auto& [name, generator, state] : m_states)
        tensors.emplace_back(name, state);
    return tensors;
}

NetworkResult resultOf(Network& network, const Batch& batch, const Experiment& experiment)
{
    const auto type = autocastType(experiment);
    const AutocastScope scope(batch.inputs.device().type(), type);
    NetworkResult result = network.resultOf(batch.inputs, batch.targets);
    if (type && result.output.defined())
        result.output = result.output.to(torch::kFloat32);
    return result;
}

torch::Tensor inLayout(const torch::Tensor& inputs, const Experiment& experiment)
{
    const bool isReordered =
        experiment.channelsLast && inputs.dim() == 4 && usesField(experiment, "channels_last");
    return isReordered ? inputs.contiguous(at::MemoryFormat::ChannelsLast) : inputs;
}

void setLayout(Network& network, const Experiment& experiment)
{
    if (!experiment.channelsLast || !usesField(experiment, "channels_last"))
        return;
    const torch::NoGradGuard noGradients;
    for (torch::Tensor& parameter : network.parameters())
        if (parameter.dim() == 4)
            parameter.set_data(parameter.contiguous(at::MemoryFormat::ChannelsLast));
}

} // namespace stepscope
