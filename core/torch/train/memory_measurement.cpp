#include "core/torch/train/memory_measurement.h"

#include "core/data/kinds/data_set_kinds.h"
#include "core/experiment/experiment_kinds.h"
#include "core/torch/data/batch_loader.h"
#include "core/torch/data/batch_sampler.h"
#include "core/torch/data/tensor_data_set.h"
#include "core/torch/model/network.h"
#include "core/torch/model/traced_network.h"
#include "core/torch/shared/devices.h"
#include "core/torch/train/compute_settings.h"
#include "core/torch/train/gradient_scaler.h"
#include "core/torch/train/gradients.h"
#include "core/torch/train/optimizers.h"
#include "core/torch/train/task_loss.h"

#include <memory>
#include <mutex>
#include <optional>
#include <vector>

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

/// Samples of zeros, stored as a training stores its samples.
BatchSampler samplerOfZeros(const Experiment& experiment, torch::Device device, int64_t batchSize)
{
    const auto inputs = zeroInputs(experiment, batchSize);
    const DataSetKind* const kind = findDataSetKind(experiment.dataset);
    const bool areBytes = kind && !kind->isGenerated() && kind->hasImages();
    const Samples samples =
        areBytes ? Samples(inputs.to(torch::kUInt8), torch::zeros({inputs.size(1), 256})) : Samples(inputs);
    const auto home = trainingHome(experiment, device);
    return {samples.to(home), zeroTargets(experiment, batchSize).to(home), batchSize, 0};
}

/// A network and its optimizer, trained as by Trainer.
class SmallTraining
{
public:
    SmallTraining(const Experiment& experiment, torch::Device device, const BatchSampler& sampler)
        : m_experiment(experiment)
        , m_device(device)
        , m_loader(sampler, experiment)
        , m_network(makeNetwork(experiment))
    {
        m_network->to(device);
        setLayout(*m_network, experiment);
        m_executed = executed(m_network, experiment);
        m_executed->train();
        m_parameters = m_network->parameters();
        m_optimizer = makeOptimizer(experiment, m_parameters);
        m_scaler.emplace(experiment, m_parameters);
    }

    void step()
    {
        auto batch = m_loader.batch(1, 0);
        if (batch.inputs.device() != m_device)
            batch = copiedTo(m_device, batch, m_experiment);
        batch.inputs = inLayout(batch.inputs, m_experiment);
        m_optimizer->zeroGradients();
        const Task task = taskOf(m_experiment);
        torch::Tensor output; // the trainer reads it after the update
        if (m_experiment.accumulation == 1) {
            const auto result = resultOf(*m_executed, batch, m_experiment);
            output = result.output;
            m_scaler->scaled(lossOf(task, result, batch)).backward();
        } else {
            PartOutputs outputs;
            for (const Batch& part : partsOf(batch, m_experiment.accumulation)) {
                const auto result = resultOf(*m_executed, part, m_experiment);
                m_scaler->scaled(lossOf(task, result, part)).backward();
                outputs.add(result);
            }
            output = outputs.joined();
        }
        m_scaler->unscale(); // a step that is skipped would not show what the others need
        adjustGradients(m_parameters, m_experiment);
        m_optimizer->step();
    }

private:
    const Experiment& m_experiment;
    torch::Device m_device;
    BatchLoader m_loader;
    std::shared_ptr<Network> m_network;
    std::shared_ptr<Network> m_executed; ///< runs the passes of m_network
    std::vector<torch::Tensor> m_parameters;
    std::unique_ptr<Optimizer> m_optimizer;
    std::optional<GradientScaler> m_scaler;
};

/// Until a step needs what the later ones do: the first one makes the optimizer's state. A static graph is
/// traced or loaded, observed, and optimized, forward and backward, before it is final.
int stepsBefore(const Experiment& experiment)
{
    const bool isStatic = experiment.network == torchScriptName || isTraced(experiment);
    return isStatic ? 5 : 1;
}

} // namespace

StepMemory measureStepMemory(const Experiment& given, int64_t batchSize)
{
    auto experiment = given;
    experiment.loaderWorkers = 0; // batches in advance are not of a step
    const auto device = findDevice(experiment.device);
    useThreads(experiment);
    const RandomState random(device);
    const LibrarySettings libraries(experiment);
    const auto count = std::make_shared<MemoryCount>(device);
    StepMemory memory{.batchSize = batchSize, .bytes = {}};
    const BatchSampler sampler = samplerOfZeros(experiment, device, batchSize); // is not counted
    {
        const c10::DebugInfoGuard reports(c10::DebugInfoKind::PROFILER_STATE, count);
        SmallTraining training(experiment, device, sampler);
        for (int i = 0; i < stepsBefore(experiment); ++i)
            training.step();
        count->beginStep();
        training.step();
        memory.bytes = count->endStep();
    }
    random.restore();
    return memory;
}

} // namespace stepscope
