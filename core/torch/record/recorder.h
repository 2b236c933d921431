#pragma once

#include "core/experiment/experiment.h"
#include "core/torch/data/loader_work.h"
#include "core/torch/shared/torch_headers.h"
#include "core/trace/operators/operator_totals.h"
#include "core/trace/trace.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace stepscope {

/// Records what runs in training steps. Totals count all recorded steps; events are kept only of active
/// steps. Only one recorder may exist at a time; it is created, used and destroyed on the training thread.
class Recorder
{
public:
    virtual ~Recorder() = default;

    /// If off, it costs nothing. Call it only between two steps.
    virtual void setOn(bool on) = 0;
    /// Call it between two steps, before a step of phase `next`: starts or ends the recording of a window of
    /// steps, and returns the window that has ended. It may take long if mustPrepare() is true; otherwise it
    /// costs nothing.
    virtual std::optional<TraceChunk> prepare(StepPhase /*next*/) { return {}; }
    virtual bool mustPrepare(StepPhase /*next*/) const { return false; }

    /// Call beginStep() and endStep() only while the recorder is on.
    virtual void beginStep(int64_t number, StepPhase phase) = 0;
    virtual void setPass(Pass pass) = 0;
    /// What the data loader's workers did, in their order: ranges on threads of their own in the recording of
    /// the step, which may have begun before it. Call it at most once per step, before endStep().
    virtual void addLoaderWork(std::vector<LoaderWork> work) = 0;
    /// Returns the recording of an active step, or the part that is already known. For a step of phase
    /// WithRecorder, which is recorded in the same way, it returns only new names and shapes, no events; for
    /// other steps nullopt.
    virtual std::optional<TraceChunk> endStep() = 0;

    /// Totals of all steps so far. Their names and shapes are in the returned chunks, or are added to
    /// `strings`.
    virtual OperatorTotals totals(TraceChunk& strings) = 0;
};

/// Creates the experiment's recorder. `notice` receives a sentence about anything that cannot be recorded,
/// now or later; recording continues without it.
std::unique_ptr<Recorder> makeRecorder(const Experiment& experiment, torch::Device device,
                                       std::function<void(std::string)> notice);

} // namespace stepscope
