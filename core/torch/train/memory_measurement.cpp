#include "core/torch/train/memory_measurement.h"

#include "core/torch/model/network.h"
#include "core/torch/shared/devices.h"
#include "core/torch/train/compute_settings.h"
#include "core/torch/train/gradients.h"
#include "core/torch/train/optimizers.h"

#include <mutex>

namespace stepscope {

namespace {

/// Counts the bytes in use on a device, from LibTorch's own reports.
class MemoryCount final : public MemoryReportsBase
{
public:
    explicit MemoryCount(torch::Device device)
        : m_device(device)
    {
    }

    bool memoryProfilingEnabled() const override { return true; }

    void report(const void* /*address*/, int64_t bytes, c10::Device device) override
    {
        if (device.type() != m_device.type())
            return;
        const std::lock_guard lock(m_mutex);
        m_bytes += bytes;
        if (m_keepsAll)
            m_all.push_back(m_bytes);
    }

    /// From now on, keeps what is in use after each report.
    void beginStep()
    {
        const std::lock_guard lock(m_mutex);
        m_keepsAll = true;
        m_all = {m_bytes};
    }

    std::vector<int64_t> endStep()
    {
        const std::lock_guard lock(m_mutex);
        m_keepsAll = false;
        return std::move(m_all);
    }

private:
    torch::Device m_device;
    std::mutex m_mutex; // a GPU's backward pass runs on another thread
    int64_t m_bytes = 0;
    bool m_keepsAll = false;
    std::vector<int64_t> m_all;
};

/// A network, its optimizer and a batch of noise.
class NoiseTraining
{
public:
    NoiseTraining(const Experiment& experiment, torch::Device device, int64_t batchSize)
        : m_experiment(experiment)
        , m_device(device)
        , m_batchSize(batchSize)
        , m_network(makeNetwork(experiment))
    {
        m_network->to(device);
        setLayout(*m_network, experiment);
        m_network->train();
        m_parameters = m_network->parameters();
        m_optimizer = makeOptimizer(experiment, m_parameters);
    }

    /// As Trainer trains one.
    void step()
    {
        const auto images =
            inLayout(torch::rand_like(zeroImages(m_experiment, m_batchSize)).to(m_device), m_experiment);
        const auto labels = torch::zeros({m_batchSize}, torch::kInt64).to(m_device);
        m_optimizer->zeroGradients();
        const auto parts = m_experiment.accumulation;
        const auto imagesOfParts = images.chunk(parts);
        const auto labelsOfParts = labels.chunk(parts);
        for (size_t part = 0; part < imagesOfParts.size(); ++part) {
            const auto output = outputOf(*m_network, imagesOfParts[part], m_experiment);
            torch::nll_loss(output, labelsOfParts[part]).backward();
        }
        adjustGradients(m_parameters, m_experiment);
        m_optimizer->step();
    }

private:
    const Experiment& m_experiment;
    torch::Device m_device;
    int64_t m_batchSize;
    std::shared_ptr<Network> m_network;
    std::vector<torch::Tensor> m_parameters;
    std::unique_ptr<Optimizer> m_optimizer;
};

} // namespace

StepMemory measureStepMemory(const Experiment& experiment, int64_t batchSize)
{
    const auto device = findDevice(experiment.device);
    useThreads(experiment);
    const RandomState random(device);
    const OneDnnSetting oneDnn(experiment);
    const auto count = std::make_shared<MemoryCount>(device);
    StepMemory memory{.batchSize = batchSize, .bytes = {}};
    {
        const c10::DebugInfoGuard reports(c10::DebugInfoKind::PROFILER_STATE, count);
        NoiseTraining training(experiment, device, batchSize);
        training.step();
        count->beginStep();
        training.step();
        memory.bytes = count->endStep();
    }
    random.restore();
    return memory;
}

} // namespace stepscope
