#pragma once

#include "core/torch/record/device_activities.h"
#include "core/torch/record/operator_recorder.h"
#include "core/torch/record/recorder.h"
#include "core/trace/placed_activities.h"

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace stepscope {

/// Records operators like OperatorRecorder, and also device activities in active steps. The device's profiler
/// runs over windows of steps, and the recording is returned when a window ends.
class KinetoRecorder final : public Recorder
{
public:
    /// Longer windows need too much of the profiler's memory and take long to merge.
    static constexpr size_t mostSteps = 64;

    /// If the profiler fails, `notice` receives a sentence and the recording continues without it.
    KinetoRecorder(bool withShapes, std::unique_ptr<DeviceProfiler> profiler,
                   std::function<void(std::string)> notice);
    ~KinetoRecorder() override;

    void setOn(bool on) override { m_operators.setOn(on); }
    std::optional<TraceChunk> prepare(StepPhase next) override;
    bool mustPrepare(StepPhase next) const override { return taskBefore(next) != Task::None; }
    void beginStep(int64_t number, StepPhase phase) override { m_operators.beginStep(number, phase); }
    void setPass(Pass pass) override { m_operators.setPass(pass); }
    void addLoaderWork(std::vector<LoaderWork> work) override { m_operators.addLoaderWork(std::move(work)); }
    std::optional<TraceChunk> endStep() override;
    OperatorTotals totals(TraceChunk& strings) override { return m_operators.totals(strings); }

private:
    enum class Task { None, WarmUp, Open, Close, CloseAndOpen };

    Task taskBefore(StepPhase next) const;
    /// Calls the function while no memory reports are received. False: it failed, and the profiler was
    /// removed.
    template<typename Function>
    bool withProfiler(const Function& function);
    TraceChunk close();
    std::vector<PlacedActivity> placed(const std::vector<DeviceActivity>& activities, TraceChunk& chunk);

    OperatorRecorder m_operators;
    std::unique_ptr<DeviceProfiler> m_profiler;
    std::function<void(std::string)> m_notice;
    bool m_isWarm = false;
    bool m_isOpen = false;
    TraceChunk m_window; ///< the recording of its steps, without the names and shapes returned before
};

} // namespace stepscope
