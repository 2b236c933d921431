#pragma once

#include "core/base/string_table.h"
#include "core/engine/record/thread_recorder.h"
#include "core/trace/operator_totals.h"
#include "core/trace/trace.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <vector>

namespace stepscope {

/// Records every operator that runs on the thread that made it and on autograd's threads that work for it,
/// through RecordFunction callbacks, and the memory that LibTorch allocates meanwhile. It can stay on for a
/// whole run: totals count all steps, events and allocations are kept of active steps only. One at a time;
/// made, used and destroyed on the thread that trains.
class OperatorRecorder
{
public:
    explicit OperatorRecorder(bool withShapes);
    ~OperatorRecorder();
    OperatorRecorder(const OperatorRecorder&) = delete;
    OperatorRecorder& operator=(const OperatorRecorder&) = delete;

    /// Off, it costs nothing: LibTorch knows nothing of it. Only between two steps.
    void setOn(bool on);

    /// Only while it is on, as endStep().
    void beginStep(int64_t number, StepPhase phase);
    void setPass(Pass pass) { m_pass.store(pass, std::memory_order_relaxed); }
    /// What an active step recorded; for one of phase WithRecorder, which is recorded in the same way, no
    /// events but what names and shapes were new; nothing for others.
    std::optional<TraceChunk> endStep();

    /// Totals of all steps so far. Their names and shapes are in the chunks handed out, or come with
    /// `strings`.
    OperatorTotals totals(TraceChunk& strings);

private:
    class MemoryReports;

    struct Thread
    {
        ThreadRecorder recorder;
        uint16_t index;
        std::vector<uint32_t> names; ///< the recorder's id of a name to the run's
        std::vector<uint32_t> shapes;
        explicit Thread(int64_t id, uint16_t at)
            : recorder(id)
            , index(at)
        {
        }
    };

    ThreadRecorder* recorderOfThisThread();
    void forgetAllocations();
    /// Brings the thread's new names and shapes into the run's tables, and into the chunk that tells of them.
    void mergeStrings(Thread& thread, TraceChunk& chunk);
    void mergeEvents(Thread& thread, TraceChunk& chunk);
    void mergeAllocations(Thread& thread, uint32_t firstEvent, TraceChunk& chunk);

    static std::unique_ptr<at::ObserverContext> onEnter(const at::RecordFunction& function);
    static void onExit(const at::RecordFunction& function, at::ObserverContext* context);

    // The callbacks are plain functions, called on any thread that autograd uses.
    static std::atomic<OperatorRecorder*> s_current;
    static std::atomic<uint64_t> s_generation;

    const bool m_withShapes;
    const uint64_t m_serial;
    std::optional<c10::DebugInfoGuard> m_memoryReports;
    at::CallbackHandle m_callback = 0;
    bool m_isOn = true;
    std::atomic<Pass> m_pass = Pass::Other;
    std::atomic<bool> m_keepEvents = false;
    /// Also between steps that are kept: there the last tensors of a step go.
    std::atomic<bool> m_keepFrees = false;
    TraceStep m_step;
    int64_t m_steps = 0;

    std::mutex m_mutex; // guards the list, not what is in it
    std::vector<std::unique_ptr<Thread>> m_threads;
    size_t m_announcedThreads = 0;
    StringTable m_names;
    StringTable m_shapes;
};

} // namespace stepscope
