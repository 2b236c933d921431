#pragma once

#include "core/base/error.h"
#include "core/engine/step_memory.h"
#include "core/engine/training_files.h"
#include "core/experiment/experiment.h"
#include "core/graph/network_graph.h"
#include "core/language/translation.h"
#include "core/machine/environment.h"
#include "core/operator_bench/operator_times.h"
#include "core/run/run.h"

#include <functional>
#include <string>
#include <vector>

namespace stepscope {

class TrainingControl;

/// A device to train on, or the reason why no device of its kind is available.
struct DeviceInfo
{
    std::string id;        ///< "cpu", "cuda:0"; "cuda" when absent
    std::string name;      ///< "AMD EPYC 9654 (2 processors)", "NVIDIA H200"
    std::string whyAbsent; ///< empty: it is usable
    int64_t memoryBytes = 0;
};

/// Memory that LibTorch's allocator has on a device; -1: not known.
struct DeviceMemory
{
    int64_t allocatedBytes = -1;     ///< of live tensors
    int64_t peakAllocatedBytes = -1; ///< the maximum since the last training began
};

/// The part of Stepscope that uses LibTorch, behind an interface that does not. Functions throw Error.
class Engine
{
public:
    virtual ~Engine() = default;

    virtual EngineInfo info() = 0;
    virtual std::vector<DeviceInfo> devices() = 0;

    /// Trains on the calling thread to the end or until stopped, and returns Finished or Stopped. Several
    /// trainings may take turns on threads of their own: each may begin or go on while all others wait,
    /// because they are paused. Only one of them may record operators.
    virtual RunOutcome train(const Experiment& experiment, TrainingControl& control, RunSink& sink,
                             const TrainingFiles& files) = 0;

    /// Runs the first forward pass of one noise image, with gradients and in training mode, on the calling
    /// thread, and reports it as a single active step. The pass includes all that LibTorch sets up for its
    /// first operators, so it is only meaningful as the first call that a process makes to the engine.
    virtual void forwardPass(const Experiment& experiment, RunSink& sink);

    /// Not known on the CPU, where LibTorch does not count. May be called from any thread, also during
    /// training; does not throw.
    virtual DeviceMemory memory(const std::string& /*device*/) { return {}; }

    /// The experiment's network, captured from one forward pass of a noise batch. Not during training.
    virtual NetworkGraph captureGraph(const Experiment& experiment) = 0;

    /// Trains two steps on black images, on the calling thread, and returns what the tensors of the second
    /// one used. Not during training.
    virtual StepMemory stepMemory(const Experiment& experiment, int64_t batchSize);

    /// Measures an operator alone, on the calling thread and without gradients. Not during training. Throws
    /// Error when `isStopped` returns true.
    virtual OperatorTimes measureOperator(const OperatorCall& call, const OperatorBenchSettings& settings,
                                          const std::function<bool()>& isStopped);
};

inline StepMemory Engine::stepMemory(const Experiment& /*experiment*/, int64_t /*batchSize*/)
{
    throw Error(translated("This engine cannot measure memory."));
}

inline OperatorTimes Engine::measureOperator(const OperatorCall& /*call*/,
                                             const OperatorBenchSettings& /*settings*/,
                                             const std::function<bool()>& /*isStopped*/)
{
    throw Error(translated("This engine cannot measure operators."));
}

inline void Engine::forwardPass(const Experiment& /*experiment*/, RunSink& /*sink*/)
{
    throw Error(translated("This engine cannot record a forward pass."));
}

} // namespace stepscope
