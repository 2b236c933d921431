#pragma once

#include "core/base/string_table.h"
#include "core/torch/record/recorder.h"
#include "core/torch/record/thread_recorder.h"
#include "core/trace/operators/operator_totals.h"
#include "core/trace/trace.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace stepscope {

/// Records every operator on the thread that created the recorder and on the autograd threads that work for
/// it, with RecordFunction callbacks, and the memory that LibTorch allocates. It can stay on for a whole run.
class OperatorRecorder final : public Recorder
{
public:
    explicit OperatorRecorder(bool withShapes);
    ~OperatorRecorder() override;
    OperatorRecorder(const OperatorRecorder&) = delete;
    OperatorRecorder& operator=(const OperatorRecorder&) = delete;

    /// If off, the callbacks are disabled in LibTorch.
    void setOn(bool on) override;
    void beginStep(int64_t number, StepPhase phase) override;
    void setPass(Pass pass) override { m_pass.store(pass, std::memory_order_relaxed); }
    void addLoaderWork(std::vector<LoaderWork> work) override { m_loaderWork = std::move(work); }
    std::optional<TraceChunk> endStep() override;
    OperatorTotals totals(TraceChunk& strings) override;

    // For a recorder that extends this one. Call these functions between two steps.

    /// Sets whether LibTorch's allocators report to it. Initially they do.
    void setMemoryReports(bool on);
    /// Returns an id of the run. New names are added to `chunk`.
    NameId internName(const std::string& name, TraceChunk& chunk);
    /// The index of a thread of the operating system (device -1) or of a device's stream.
    ThreadId threadIndex(int64_t id, int16_t device, TraceChunk& chunk);
    /// Adds the devices that were not announced before.
    void announceDevices(const std::vector<TraceDevice>& devices, TraceChunk& chunk);

private:
    class MemoryReports;
    struct OfThread;

    struct Thread
    {
        ThreadRecorder recorder;
        ThreadId index;
        uint64_t handle = 0;       ///< pthread_self(); 0: not known
        int16_t device = -1;       ///< the device of the stream
        bool recordsHere = true;   ///< otherwise another recorder reports it
        std::string name;          ///< unless it records here
        std::vector<NameId> names; ///< maps the recorder's id of a name to the run's
        std::vector<ShapeId> shapes;
        Thread(int64_t id, ThreadId at, const TickClock& clock)
            : recorder(id, clock)
            , index(at)
        {
        }
    };

    ThreadRecorder* recorderOfThisThread();
    ThreadRecorder* addThisThread();
    void forgetAllocations();
    /// With the mutex locked. A thread that another recorder reports; `nameOf()` gives the name of a new one.
    template<typename NameOf>
    ThreadId otherThread(int64_t id, int16_t device, TraceChunk& chunk, const NameOf& nameOf);
    void announceThreads(size_t count, TraceChunk& chunk);
    /// Adds the thread's new names and shapes to the run's tables and to the chunk.
    void mergeStrings(Thread& thread, TraceChunk& chunk);
    void mergeEvents(Thread& thread, TraceChunk& chunk);
    void mergeAllocations(Thread& thread, EventId firstEvent, TraceChunk& chunk);
    void mergeLoaderWork(TraceChunk& chunk);

    static std::unique_ptr<at::ObserverContext> onEnter(const at::RecordFunction& function);
    static void onExit(const at::RecordFunction& function, at::ObserverContext* context);

    // The callbacks are plain functions that are called on any autograd thread.
    static std::atomic<OperatorRecorder*> s_current;
    static std::atomic<uint64_t> s_generation;

    const bool m_withShapes;
    const uint64_t m_serial;
    TickClock m_clock;
    std::optional<c10::DebugInfoGuard> m_memoryReports;
    at::CallbackHandle m_callback = 0;
    bool m_isOn = true;
    std::atomic<Pass> m_pass = Pass::Other;
    std::atomic<bool> m_keepEvents = false;
    /// Also set between kept steps, where the last tensors of a step are freed.
    std::atomic<bool> m_keepFrees = false;
    TraceStep m_step;
    std::vector<LoaderWork> m_loaderWork; ///< of this step
    int64_t m_steps = 0;

    std::mutex m_mutex; // guards the list, not its elements
    std::vector<std::unique_ptr<Thread>> m_threads;
    size_t m_announcedThreads = 0;
    int m_autogradThreads = 0; ///< of those
    std::set<int16_t> m_announcedDevices;
    StringTable<NameId> m_names;
    StringTable<ShapeId> m_shapes;
};

} // namespace stepscope
