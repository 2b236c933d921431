#include "core/torch/record/operator_recorder.h"

#include "core/trace/loader_threads.h"
#include "core/trace/placed_activities.h"

#include <fmt/format.h>

#include <algorithm>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace stepscope {

std::atomic<OperatorRecorder*> OperatorRecorder::s_current = nullptr;
std::atomic<uint64_t> OperatorRecorder::s_generation = 0;

struct OperatorRecorder::OfThread
{
    uint64_t serial = 0; ///< of the operator recorder
    ThreadRecorder* recorder = nullptr;
};

inline ThreadRecorder* OperatorRecorder::recorderOfThisThread()
{
    thread_local OfThread known; // one variable, because each access to a thread-local takes a call
    if (known.serial != m_serial)
        known = {m_serial, addThisThread()};
    return known.recorder;
}

ThreadRecorder* OperatorRecorder::addThisThread()
{
    const std::lock_guard lock(m_mutex);
    m_threads.push_back(
        std::make_unique<Thread>(syscall(SYS_gettid), ThreadId(uint16_t(m_threads.size())), m_clock));
    m_threads.back()->handle = pthread_self();
    return &m_threads.back()->recorder;
}

/// Receives the reports of LibTorch's allocators, on the thread that created the recorder and on those that
/// work for it.
class OperatorRecorder::MemoryReports final : public MemoryReportsBase
{
public:
    bool memoryProfilingEnabled() const override
    {
        const auto* recorder = s_current.load(std::memory_order_acquire);
        return recorder && recorder->m_keepFrees.load(std::memory_order_relaxed);
    }

    void report(const void* address, int64_t bytes, c10::Device device) override
    {
        auto* recorder = s_current.load(std::memory_order_acquire);
        if (recorder && (bytes < 0 || recorder->m_keepEvents.load(std::memory_order_relaxed)))
            recorder->recorderOfThisThread()->allocate(
                address, bytes, device.is_cpu() ? int16_t(-1) : int16_t(device.index()));
    }
};

OperatorRecorder::OperatorRecorder(bool withShapes)
    : m_withShapes(withShapes)
    , m_serial(++s_generation)
{
    s_current = this;
    setMemoryReports(true);
    m_callback =
        at::addThreadLocalCallback(at::RecordFunctionCallback(&onEnter, &onExit)
                                       .needsInputs(withShapes)
                                       .scopes({at::RecordScope::FUNCTION, at::RecordScope::BACKWARD_FUNCTION,
                                                at::RecordScope::USER_SCOPE}));
}

OperatorRecorder::~OperatorRecorder()
{
    at::removeCallback(m_callback);
    s_current = nullptr;
}

void OperatorRecorder::setMemoryReports(bool on)
{
    if (!on)
        m_memoryReports.reset();
    else if (!m_memoryReports)
        m_memoryReports.emplace(c10::DebugInfoKind::PROFILER_STATE, std::make_shared<MemoryReports>());
}

std::unique_ptr<at::ObserverContext> OperatorRecorder::onEnter(const at::RecordFunction& function)
{
    if (auto* self = s_current.load(std::memory_order_acquire)) {
        self->recorderOfThisThread()->enter(function, self->m_pass.load(std::memory_order_relaxed),
                                            self->m_withShapes,
                                            self->m_keepEvents.load(std::memory_order_relaxed));
    }
    return nullptr;
}

void OperatorRecorder::onExit(const at::RecordFunction&, at::ObserverContext*)
{
    if (auto* self = s_current.load(std::memory_order_acquire))
        self->recorderOfThisThread()->exit();
}

void OperatorRecorder::setOn(bool on)
{
    if (on == m_isOn)
        return;
    m_isOn = on;
    on ? at::reenableCallback(m_callback) : at::disableCallback(m_callback);
}

void OperatorRecorder::beginStep(int64_t number, StepPhase phase)
{
    m_keepEvents = hasEvents(phase);
    if (m_keepFrees && !m_keepEvents)
        forgetAllocations();
    m_keepFrees = m_keepEvents.load();
    m_step.number = number;
    m_step.phase = phase;
    m_clock.tie();
    m_step.startNs = m_clock.nowNs();
}

std::optional<TraceChunk> OperatorRecorder::endStep()
{
    m_step.durationNs = m_clock.nowNs() - m_step.startNs;
    ++m_steps;
    if (!m_keepEvents) {
        m_loaderWork.clear();
        return {};
    }
    m_keepEvents = false;

    TraceChunk chunk;
    const std::lock_guard lock(m_mutex);
    for (const auto& thread : m_threads) {
        mergeStrings(*thread, chunk);
        mergeEvents(*thread, chunk);
    }
    mergeLoaderWork(chunk);
    if (m_step.phase == StepPhase::WithRecorder) {
        chunk.events.clear();
        chunk.allocations.clear();
        return chunk;
    }
    m_step.firstEvent = EventId(0);
    m_step.endEvent = EventId(uint32_t(chunk.events.size()));
    chunk.steps.push_back(m_step);
    return chunk;
}

void OperatorRecorder::forgetAllocations()
{
    const std::lock_guard lock(m_mutex);
    for (const auto& thread : m_threads)
        thread->recorder.takeAllocations();
}

/// The id of a text in the run's table. New texts are appended to `added`.
template<typename TextId>
static TextId merge(StringTable<TextId>& table, std::vector<std::string>& added, const std::string& text)
{
    const auto known = table.size();
    const auto id = table.intern(text);
    if (id == known)
        added.push_back(text);
    return id;
}

void OperatorRecorder::announceThreads(size_t count, TraceChunk& chunk)
{
    for (; m_announcedThreads < count; ++m_announcedThreads) {
        const auto& thread = *m_threads[m_announcedThreads];
        auto name = thread.name;
        if (thread.recordsHere)
            name = m_announcedThreads == 0 ? "training" : fmt::format("autograd {}", ++m_autogradThreads);
        chunk.newThreads.push_back(
            {.id = thread.recorder.threadId(), .name = std::move(name), .device = thread.device});
    }
}

NameId OperatorRecorder::internName(const std::string& name, TraceChunk& chunk)
{
    return merge(m_names, chunk.newNames, name);
}

ThreadId OperatorRecorder::threadIndex(int64_t id, int16_t device, TraceChunk& chunk)
{
    const std::lock_guard lock(m_mutex);
    return otherThread(id, device, chunk,
                       [&] { return fmt::format("{} {}", device >= 0 ? "stream" : "thread", id); });
}

template<typename NameOf>
ThreadId OperatorRecorder::otherThread(int64_t id, int16_t device, TraceChunk& chunk, const NameOf& nameOf)
{
    const auto known = std::ranges::find_if(m_threads, [&](const auto& thread) {
        return thread->device == device &&
               (thread->recorder.threadId() == id || (device < 0 && isNumberOfHandle(id, thread->handle)));
    });
    if (known != m_threads.end())
        return (*known)->index;
    m_threads.push_back(std::make_unique<Thread>(id, ThreadId(uint16_t(m_threads.size())), m_clock));
    m_threads.back()->device = device;
    m_threads.back()->recordsHere = false;
    m_threads.back()->name = nameOf();
    announceThreads(m_threads.size(), chunk);
    return m_threads.back()->index;
}

void OperatorRecorder::announceDevices(const std::vector<TraceDevice>& devices, TraceChunk& chunk)
{
    for (const auto& device : devices) {
        if (m_announcedDevices.insert(device.number).second)
            chunk.newDevices.push_back(device);
    }
}

void OperatorRecorder::mergeStrings(Thread& thread, TraceChunk& chunk)
{
    announceThreads(size_t(thread.index) + 1, chunk);
    const auto& names = thread.recorder.names();
    while (thread.names.size() < names.size())
        thread.names.push_back(merge(m_names, chunk.newNames, names[NameId(uint32_t(thread.names.size()))]));
    const auto& shapes = thread.recorder.shapes();
    while (thread.shapes.size() < shapes.size())
        thread.shapes.push_back(
            merge(m_shapes, chunk.newShapes, shapes.text(ShapeId(uint32_t(thread.shapes.size())))));
}

void OperatorRecorder::mergeAllocations(Thread& thread, EventId firstEvent, TraceChunk& chunk)
{
    for (auto& allocation : thread.recorder.takeAllocations()) {
        allocation.event = allocation.event == noEvent ? noEvent : EventId(firstEvent + allocation.event);
        allocation.thread = thread.index;
        chunk.allocations.push_back(allocation);
    }
}

void OperatorRecorder::mergeEvents(Thread& thread, TraceChunk& chunk)
{
    auto events = thread.recorder.takeEvents();
    const EventId base(uint32_t(chunk.events.size()));
    mergeAllocations(thread, base, chunk);
    for (auto& event : events) {
        event.name = thread.names[event.name];
        event.shape = event.shape == noShape ? noShape : thread.shapes[event.shape];
        event.parent = event.parent == noEvent ? noEvent : EventId(base + event.parent);
        event.thread = thread.index;
    }
    if (base == 0)
        chunk.events = std::move(events);
    else
        chunk.events.insert(chunk.events.end(), events.begin(), events.end());
}

/// "load batch 17".
static std::string rangeName(const LoaderRange& range)
{
    switch (range.task) {
    case LoaderTask::Batch:
        return fmt::format("load batch {}", range.batch);
    case LoaderTask::Decode:
        return "decode";
    case LoaderTask::Collect:
        return "collect";
    case LoaderTask::Augment:
        return "augment";
    case LoaderTask::Wait:
        break;
    }
    return "wait";
}

/// Behind the events of the threads with operators: the first event of a step is one of the training thread.
void OperatorRecorder::mergeLoaderWork(TraceChunk& chunk)
{
    const auto loaderWork = std::exchange(m_loaderWork, {});
    for (size_t worker = 0; worker < loaderWork.size(); ++worker) {
        const LoaderWork& work = loaderWork[worker];
        if (work.threadId == 0)
            continue;
        const ThreadId thread =
            otherThread(work.threadId, -1, chunk, [&] { return loaderThreadName(worker); });
        EventId batch = noEvent;
        for (const LoaderRange& range : work.ranges) {
            const EventId event(uint32_t(chunk.events.size()));
            chunk.events.push_back({.startNs = range.startNs,
                                    .durationNs = range.endNs - range.startNs,
                                    .name = internName(rangeName(range), chunk),
                                    .parent = range.isPart ? batch : noEvent,
                                    .thread = thread,
                                    .kind = EventKind::Range});
            if (range.task == LoaderTask::Batch)
                batch = event;
        }
    }
}

/// Adds the total of another thread for the same operator.
static void addTotal(OperatorTotal& sum, const OperatorTotal& other)
{
    sum.minNs = sum.calls == 0 ? other.minNs : std::min(sum.minNs, other.minNs);
    sum.maxNs = std::max(sum.maxNs, other.maxNs);
    sum.calls += other.calls;
    sum.selfNs += other.selfNs;
    sum.totalNs += other.totalNs;
    sum.totalAnyShapeNs += other.totalAnyShapeNs;
    sum.durationNs += other.durationNs;
}

OperatorTotals OperatorRecorder::totals(TraceChunk& strings)
{
    OperatorTotals all;
    all.steps = m_steps;
    const std::lock_guard lock(m_mutex);
    for (const auto& thread : m_threads) {
        mergeStrings(*thread, strings);
        for (auto total : thread->recorder.totals()) {
            total.name = thread->names[total.name];
            total.shape = total.shape == noShape ? noShape : thread->shapes[total.shape];
            auto same = all.rows.end();
            if (thread->index != 0) { // the first thread's rows differ from each other
                same = std::find_if(all.rows.begin(), all.rows.end(), [&](const OperatorTotal& row) {
                    return row.name == total.name && row.shape == total.shape && row.pass == total.pass;
                });
            }
            if (same == all.rows.end())
                all.rows.push_back(total);
            else
                addTotal(*same, total);
        }
    }
    return all;
}

} // namespace stepscope
