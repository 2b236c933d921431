#include "core/engine/engine.h"

#include "core/base/allocator.h"
#include "core/language/translation.h"
#include "core/torch/data/tensor_data_set.h"
#include "core/torch/model/network.h"
#include "core/torch/operator_bench/operator_bench.h"
#include "core/torch/record/graph_capture.h"
#include "core/torch/shared/device_memory.h"
#include "core/torch/shared/devices.h"
#include "core/torch/shared/engine_info.h"
#include "core/torch/shared/tensor_memory.h"
#include "core/torch/shared/torch_errors.h"
#include "core/torch/train/forward_pass_recording.h"
#include "core/torch/train/trainer.h"

#include <c10/util/Logging.h>

#include <mutex>

namespace stepscope {

namespace {

/// Returns freed memory to the kernel when a training ends, also if it fails.
struct MemoryRelease
{
    MemoryRelease() = default;
    MemoryRelease(const MemoryRelease&) = delete;
    MemoryRelease& operator=(const MemoryRelease&) = delete;
    ~MemoryRelease()
    {
        tensorMemory().release();
        giveBackFreedMemory();
    }
};

/// Reads TORCH_CPP_LOG_LEVEL, which PyTorch itself does only in Python.
void initializeLogging()
{
#ifndef C10_USE_GLOG
    c10::initLogging();
#endif
}

class TorchEngine final : public Engine
{
public:
    TorchEngine()
    {
        initializeLogging();
        useTensorMemory();
    }

    EngineInfo info() override { return readEngineInfo(); }
    std::vector<DeviceInfo> devices() override { return listDevices(); }

    RunOutcome train(const Experiment& experiment, TrainingControl& control, RunSink& sink) override
    {
        const std::unique_lock lock(m_training, std::try_to_lock);
        if (!lock)
            throw Error(translated("Another training is running; start this one when it has ended."));
        forgetPeakMemory(experiment.device);
        const MemoryRelease atTheEnd;
        return trainExperiment(experiment, m_dataSets, control, sink);
    }

    void forwardPass(const Experiment& experiment, RunSink& sink) override
    {
        const std::unique_lock lock(m_training, std::try_to_lock);
        if (!lock)
            throw Error(translated("No forward pass can be recorded while a training is running."));
        recordForwardPass(experiment, sink);
    }

    DeviceMemory memory(const std::string& device) override { return deviceMemory(device); }

    NetworkGraph captureGraph(const Experiment& experiment) override
    {
        const std::unique_lock lock(m_training, std::try_to_lock);
        if (!lock)
            throw Error(translated("The network cannot be captured while a training is running."));
        try {
            auto graph = captureNetwork(experiment);
            tensorMemory().release();
            return graph;
        } catch (const std::exception& exception) {
            // Translators: the {action} of an error
            throw torchError(exception, translated("Capturing the network's graph"));
        }
    }

    OperatorTimes measureOperator(const OperatorCall& call, const OperatorBenchSettings& settings,
                                  const std::function<bool()>& isStopped) override
    {
        const std::unique_lock lock(m_training, std::try_to_lock);
        if (!lock)
            throw Error(translated("No operator can be measured while a training is running."));
        try {
            return stepscope::measureOperator(call, settings, isStopped);
        } catch (const std::exception& exception) {
            throw torchError(exception, translated("Measuring {call}", {{"call", call.text()}}));
        }
    }

private:
    std::mutex m_training;
    DataSetCache m_dataSets;
};

} // namespace

} // namespace stepscope

extern "C" __attribute__((visibility("default"))) stepscope::Engine* stepscopeCreateEngine5()
{
    return new stepscope::TorchEngine;
}
