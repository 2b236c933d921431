#pragma once

#include "core/base/error.h"
#include "core/experiment/experiment.h"
#include "core/graph/network_graph.h"
#include "core/machine/environment.h"
#include "core/run/run.h"

#include <string>
#include <vector>

namespace stepscope {

class TrainingControl;

/// A device to train on, or the reason why there is none of its kind.
struct DeviceInfo
{
    std::string id;        ///< "cpu", "cuda:0"; "cuda" when absent
    std::string name;      ///< "AMD EPYC 9654 (2 processors)", "NVIDIA H200"
    std::string whyAbsent; ///< empty: it can be used
    int64_t memoryBytes = 0;
};

/// What LibTorch's allocator holds on a device; -1: not known.
struct DeviceMemory
{
    int64_t allocatedBytes = -1;     ///< of tensors that live now
    int64_t peakAllocatedBytes = -1; ///< the most since the last training began
};

/// The part of Stepscope that knows LibTorch, behind an interface that does not. Functions throw Error.
class Engine
{
public:
    virtual ~Engine() = default;

    virtual EngineInfo info() = 0;
    virtual std::vector<DeviceInfo> devices() = 0;

    /// Trains on the calling thread to the end or until stopped, and returns Finished or Stopped.
    virtual RunOutcome train(const Experiment& experiment, TrainingControl& control, RunSink& sink) = 0;

    /// Runs the first forward pass of one image of noise, with gradients and in training mode, on the calling
    /// thread, and reports it as a single active step. All that LibTorch sets up at its first operators is in
    /// it, so it is worth its name only as the first thing that a process asks of the engine.
    virtual void forwardPass(const Experiment& experiment, RunSink& sink);

    /// Not known on the CPU, where LibTorch keeps no count. From any thread, while training too; does not
    /// throw.
    virtual DeviceMemory memory(const std::string& /*device*/) { return {}; }

    /// The experiment's network as one forward pass of a batch of noise shows it. Not while training.
    virtual NetworkGraph captureGraph(const Experiment& experiment) = 0;
};

inline void Engine::forwardPass(const Experiment& /*experiment*/, RunSink& /*sink*/)
{
    throw Error("This engine records no forward pass.");
}

} // namespace stepscope
