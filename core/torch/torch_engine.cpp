#include "core/engine/engine.h"

#include "core/base/allocator.h"
#include "core/base/error.h"
#include "core/data/chosen/chosen_data_set.h"
#include "core/engine/training_control.h"
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
#include "core/torch/train/memory_measurement.h"
#include "core/torch/train/trainer.h"

#include <c10/util/Logging.h>

#include <algorithm>
#include <mutex>
#include <string>
#include <vector>

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

/// Who uses LibTorch: either trainings, of which all but one wait because they are paused, or something else.
class Users
{
public:
    /// Throws Error with the refusal if the engine is in use. `training` is null for other uses.
    void enter(TrainingControl* training, const std::string& refusal)
    {
        const std::lock_guard lock(m_mutex);
        const bool areAllWaiting = std::ranges::all_of(
            m_users, [](TrainingControl* other) { return other != nullptr && other->isWaiting(); });
        if (!m_users.empty() && (!training || !areAllWaiting))
            throw Error(refusal);
        m_users.push_back(training);
    }

    void leave(TrainingControl* training)
    {
        const std::lock_guard lock(m_mutex);
        m_users.erase(std::ranges::find(m_users, training));
    }

private:
    std::mutex m_mutex;
    std::vector<TrainingControl*> m_users;
};

/// A use of the engine during its lifetime.
class Use
{
public:
    Use(Users& users, TrainingControl* training, const std::string& refusal)
        : m_users(users)
        , m_training(training)
    {
        m_users.enter(training, refusal);
    }
    ~Use() { m_users.leave(m_training); }
    Use(const Use&) = delete;
    Use& operator=(const Use&) = delete;

private:
    Users& m_users;
    TrainingControl* m_training;
};

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

    RunOutcome train(const Experiment& experiment, TrainingControl& control, RunSink& sink,
                     const TrainingFiles& files) override
    {
        const Use use(m_users, &control,
                      translated("Another training run is in progress; start this one when it has ended."));
        forgetPeakMemory(experiment.device);
        const MemoryRelease atTheEnd;
        return trainExperiment(experiment, m_dataSets, control, sink, files);
    }

    void forwardPass(const Experiment& experiment, RunSink& sink) override
    {
        const Use use(m_users, nullptr,
                      translated("No forward pass can be recorded while a network is being trained."));
        recordForwardPass(experiment, sink);
    }

    DeviceMemory memory(const std::string& device) override { return deviceMemory(device); }

    NetworkGraph captureGraph(const Experiment& experiment) override
    {
        const Use use(m_users, nullptr,
                      translated("The network cannot be captured while a network is being trained."));
        try {
            auto graph = captureNetwork(experiment);
            tensorMemory().release();
            return graph;
        } catch (const std::exception& exception) {
            // Translators: the {action} of an error
            throw torchError(exception, translated("Capturing the network's graph"));
        }
    }

    StepMemory stepMemory(const Experiment& experiment, int64_t batchSize) override
    {
        const Use use(m_users, nullptr,
                      translated("No memory can be measured while a network is being trained."));
        try {
            checkDataSet(experiment);
            const MemoryRelease atTheEnd;
            return measureStepMemory(experiment, batchSize);
        } catch (const std::exception& exception) {
            // Translators: the {action} of an error
            throw torchError(exception, translated("Measuring the memory of a step"));
        }
    }

    OperatorTimes measureOperator(const OperatorCall& call, const OperatorBenchSettings& settings,
                                  const std::function<bool()>& isStopped) override
    {
        const Use use(m_users, nullptr,
                      translated("No operator can be measured while a network is being trained."));
        try {
            return stepscope::measureOperator(call, settings, isStopped);
        } catch (const UsageError&) {
            throw;
        } catch (const std::exception& exception) {
            throw torchError(exception, translated("Measuring {call}", {{"call", call.text()}}));
        }
    }

private:
    Users m_users;
    DataSetCache m_dataSets;
};

} // namespace

} // namespace stepscope

extern "C" __attribute__((visibility("default"))) stepscope::Engine* stepscopeCreateEngine7()
{
    return new stepscope::TorchEngine;
}
