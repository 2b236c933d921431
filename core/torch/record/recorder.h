#pragma once

#include "core/experiment/experiment.h"
#include "core/torch/shared/torch_headers.h"
#include "core/trace/operators/operator_totals.h"
#include "core/trace/trace.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace stepscope {

/// Records what runs in training steps. Totals count all recorded steps, events are kept of active steps
/// only. One at a time; made, used and destroyed on the thread that trains.
class Recorder
{
public:
    virtual ~Recorder() = default;

    /// Off, it costs nothing. Only between two steps.
    virtual void setOn(bool on) = 0;
    /// Between two steps, before one of that phase: begins or ends what is recorded of several steps
    /// together, and returns what has ended. It may take long where mustPrepare() says so, else nothing.
    virtual std::optional<TraceChunk> prepare(StepPhase /*next*/) { return {}; }
    virtual bool mustPrepare(StepPhase /*next*/) const { return false; }

    /// Only while it is on, as endStep().
    virtual void beginStep(int64_t number, StepPhase phase) = 0;
    virtual void setPass(Pass pass) = 0;
    /// What an active step recorded, or as much of it as is known already; for one of phase WithRecorder,
    /// which is recorded in the same way, no events but what names and shapes were new; nothing for others.
    virtual std::optional<TraceChunk> endStep() = 0;

    /// Totals of all steps so far. Their names and shapes are in the chunks handed out, or come with
    /// `strings`.
    virtual OperatorTotals totals(TraceChunk& strings) = 0;
};

/// The recorder that the experiment asks for. What it cannot record, here and later, it says in a sentence to
/// `notice` and goes on without.
std::unique_ptr<Recorder> makeRecorder(const Experiment& experiment, torch::Device device,
                                       std::function<void(std::string)> notice);

} // namespace stepscope
