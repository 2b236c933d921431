#include "core/probe/recording.h"

#include "core/probe/atomic.h"
#include "core/probe/callbacks.h"
#include "core/probe/memory_reports.h"
#include "core/probe/own_process.h"
#include "core/probe/python_calls.h"
#include "core/probe/shared_file.h"
#include "core/probe/torch_library.h"

#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace stepscope::probe {

__thread ThreadWriter* writerOfThread = nullptr;

namespace {

enum class ThreadState : uint32_t {
    New,
    Ringless, ///< there was no room for a ring
    Ended,    ///< the thread is being destroyed
};
__thread ThreadState stateOfThread = ThreadState::New;

/// Which callback for operators is enabled.
enum class Operators : uint32_t {
    Off,
    WithShapes,
    WithoutShapes,
    WithTensors, ///< and shapes
};

struct Recording
{
    Phase phase = Phase::Detached;
    Way way = Way::Python;
    const char* problem = nullptr; ///< why there is no shared file
    uint32_t isLocked = 0; ///< while callbacks change or the file is created: other threads do not wait
    bool isForkedChild = false;
    char stepRange[longestStepRange + 1] = {}; ///< empty: none was named
    Operators operators = Operators::Off;
    uint32_t followedFlags = 0;
    uint64_t userScopeCallback = 0;
    uint64_t withShapes = 0;
    uint64_t withoutShapes = 0;
    uint64_t withTensors = 0;
    bool isFollowed = false;   ///< some thread's forward pass
    uint32_t* lives = nullptr; ///< zero in a forked child
    pthread_key_t key = 0;
    ThreadWriter* writers[threadSlots] = {};
    uint32_t isReleased[threadSlots] = {}; ///< the thread of the slot has ended
};
Recording recording;

/// A lock held by one thread; the others do not wait.
class TryLock
{
public:
    TryLock()
        : m_isHeld(exchangeIf(recording.isLocked, 0U, 1U))
    {
    }
    ~TryLock()
    {
        if (m_isHeld)
            storeRelease(recording.isLocked, 0U);
    }
    explicit operator bool() const { return m_isHeld; }

private:
    bool m_isHeld;
};

void setPhase(Phase to)
{
    __atomic_store(&recording.phase, &to, __ATOMIC_RELEASE);
}

uint64_t callbackOf(Operators operators)
{
    return operators == Operators::WithShapes    ? recording.withShapes
           : operators == Operators::WithTensors ? recording.withTensors
                                                 : recording.withoutShapes;
}

void setOperators(Operators to)
{
    if (to == recording.operators)
        return;
    if (to != Operators::Off)
        torch.reenableCallback(callbackOf(to));
    if (recording.operators != Operators::Off)
        torch.disableCallback(callbackOf(recording.operators));
    recording.operators = to;
}

Operators operatorsOf(uint32_t flags)
{
    if (recording.isFollowed)
        return Operators::WithTensors;
    if (!(flags & RecordOperators))
        return Operators::Off;
    return flags & RecordShapes && torch.sizesOffset ? Operators::WithShapes : Operators::WithoutShapes;
}

/// Resets the state inherited by a forked child, which belongs to its parent. Does not call LibTorch, because
/// another thread of the parent may have held its locks.
void forgetParent()
{
    writerOfThread = nullptr;
    stateOfThread = ThreadState::New;
    recording.isForkedChild = true;
    recording.isLocked = 0;
    recording.followedFlags = 0;
    recording.isFollowed = false;
    for (uint32_t i = 0; i < threadSlots; ++i) {
        recording.writers[i] = nullptr;
        recording.isReleased[i] = 0;
    }
    sharedFile.forget();
    if (recording.phase != Phase::Detached)
        setPhase(Phase::Attached);
    if (recording.lives)
        *recording.lives = 1;
}

void noticeFork()
{
    if (recording.lives && !*recording.lives)
        forgetParent();
}

/// The ring of the ending thread can be continued by a thread that starts later.
void releaseWriter(void* value)
{
    auto* writer = static_cast<ThreadWriter*>(value);
    if (!writer->isAlive() || writer != writerOfThread)
        return;
    for (int attempt = 0; writer->isFollowed() && attempt < 1000; ++attempt)
        if (endFollowing(*writer) == Following::GoesOn)
            sched_yield();
    writerOfThread = nullptr;
    stateOfThread = ThreadState::Ended;
    storeRelease(recording.isReleased[sharedFile.indexOf(writer->slot())], 1U);
}

ThreadWriter* takeReleasedWriter(int64_t threadId)
{
    for (uint32_t i = 0; i < threadSlots; ++i) {
        auto* writer = loadAcquire(recording.writers[i]);
        if (!writer || !loadAcquire(recording.isReleased[i]) || !exchangeIf(recording.isReleased[i], 1U, 0U))
            continue;
        if (writer->takeOver(threadId))
            return writer;
        storeRelease(recording.isReleased[i], 1U);
    }
    return nullptr;
}

ThreadWriter* makeWriter(int64_t threadId)
{
    auto* slot = sharedFile.addThread(threadId);
    if (!slot)
        return nullptr;
    auto* writer = static_cast<ThreadWriter*>(mapWipedOnFork(sizeof(ThreadWriter)));
    if (!writer)
        return nullptr;
    writer->start(sharedFile.ringOf(*slot), *slot);
    storeRelease(recording.writers[sharedFile.indexOf(*slot)], writer);
    return writer;
}

void addCallbacks()
{
    recording.userScopeCallback = torch.addGlobalCallback(userScopeCallback());
    const auto addDisabled = [](const Callback& callback) {
        const auto handle = torch.addGlobalCallback(callback);
        torch.disableCallback(handle);
        return handle;
    };
    recording.withShapes = addDisabled(operatorCallback(true));
    recording.withoutShapes = addDisabled(operatorCallback(false));
    recording.withTensors = addDisabled(tensorsCallback());
}

__attribute__((destructor)) void end()
{
    if (recording.lives && *recording.lives && sharedFile.header())
        storeRelease(sharedFile.header()->state, uint32_t(State::Ended));
}

} // namespace

Phase phase()
{
    noticeFork();
    Phase phase;
    __atomic_load(&recording.phase, &phase, __ATOMIC_ACQUIRE);
    return phase;
}

bool isForkedChild()
{
    return recording.isForkedChild;
}

Way way()
{
    return recording.way;
}

const char* attach(Way way)
{
    const TryLock lock;
    if (!lock)
        return "another thread is attaching";
    if (phase() != Phase::Detached) {
        // The Python package takes over from the preloaded library.
        recording.way = way;
        if (way == Way::Python && phase() == Phase::Attached)
            setOperators(Operators::Off);
        return nullptr;
    }
    if (!sharedFile.findFolder())
        return "the environment does not name the recorder's folder";
    if (const char* reason = torch.find())
        return reason;
    recording.lives = static_cast<uint32_t*>(mapWipedOnFork(4096));
    if (!recording.lives || pthread_key_create(&recording.key, releaseWriter) != 0 ||
        pthread_atfork(nullptr, nullptr, forgetParent) != 0)
        return "there is not enough memory";
    *recording.lives = 1;
    probeClock.choose();
    if (const char* range = getenv(stepRangeVariable); range && strlen(range) < sizeof recording.stepRange)
        memcpy(recording.stepRange, range, strlen(range) + 1);
    recording.way = way;
    addCallbacks();
    setPhase(Phase::Attached);
    if (way == Way::Preload)
        setOperators(Operators::WithShapes);
    return nullptr;
}

void refuse(const char* reason)
{
    const TryLock lock;
    if (!lock)
        return;
    sharedFile.findFolder();
    sharedFile.refuse(reason);
    if (phase() == Phase::Detached)
        return;
    setOperators(Operators::Off);
    torch.disableCallback(recording.userScopeCallback);
    setPhase(Phase::Passive);
}

bool isStepRange(const char* name)
{
    return strcmp(name, recording.stepRange[0] ? recording.stepRange : usualStepRange) == 0;
}

bool activate()
{
    const TryLock lock;
    if (!lock || phase() != Phase::Attached)
        return false;
    recording.problem = sharedFile.create(probeClock.countsTicks(), recording.way == Way::Python);
    if (recording.problem) {
        setOperators(Operators::Off);
        setPhase(Phase::Passive);
        return false;
    }
    recording.followedFlags = initialFlags;
    setOperators(operatorsOf(initialFlags));
    setPhase(Phase::Active);
    return true;
}

const char* activationProblem()
{
    return recording.problem;
}

void forgetActivationProblem()
{
    recording.problem = nullptr;
}

void becomePassive()
{
    const TryLock lock;
    if (!lock || phase() != Phase::Attached)
        return;
    setOperators(Operators::Off);
    setPhase(Phase::Passive);
}

bool beginTest()
{
    const TryLock lock;
    if (!lock || phase() != Phase::Attached)
        return false;
    setPhase(Phase::Testing);
    setOperators(Operators::WithTensors);
    return true;
}

void endTest()
{
    const TryLock lock;
    if (!lock || phase() != Phase::Testing)
        return;
    setOperators(Operators::Off);
    setPhase(Phase::Attached);
}

bool recordsOperators()
{
    return recording.operators != Operators::Off;
}

bool wantsDevices()
{
    return recording.followedFlags & RecordDevices;
}

void followFlags(ThreadWriter& writer)
{
    auto* header = sharedFile.header();
    if (!header)
        return;
    const auto flags = loadRelaxed(header->flags);
    if (flags == recording.followedFlags) [[likely]]
        return;
    const TryLock lock;
    if (!lock || !writer.flagsAre(flags))
        return;
    recording.followedFlags = flags;
    setOperators(operatorsOf(flags));
}

bool follow(ThreadWriter& writer)
{
    const TryLock lock;
    if (!lock || recording.isFollowed || phase() != Phase::Active || !torch.outputsOffset)
        return false;
    recording.isFollowed = true;
    setOperators(Operators::WithTensors);
    writer.follow();
    return true;
}

Following endFollowing(ThreadWriter& writer)
{
    const TryLock lock;
    if (!lock)
        return Following::GoesOn;
    const bool isComplete = writer.endFollowing();
    recording.isFollowed = false;
    setOperators(operatorsOf(recording.followedFlags));
    return isComplete ? Following::Complete : Following::Incomplete;
}

ThreadWriter* findThreadWriter()
{
    if (phase() != Phase::Active) {
        // A forked child has inherited the callback, which would only cost time.
        if (recording.isForkedChild && recording.way == Way::Python && phase() == Phase::Attached &&
            recording.operators != Operators::Off)
            if (const TryLock lock; lock)
                setOperators(Operators::Off);
        return nullptr;
    }
    if (stateOfThread == ThreadState::Ended)
        return nullptr;
    if (stateOfThread == ThreadState::Ringless) {
        addRelaxed(sharedFile.header()->droppedWithoutRing, uint64_t(1));
        return nullptr;
    }
    const auto threadId = int64_t(syscall(SYS_gettid));
    auto* writer = takeReleasedWriter(threadId);
    if (!writer)
        writer = makeWriter(threadId);
    if (!writer) {
        stateOfThread = ThreadState::Ringless;
        addRelaxed(sharedFile.header()->threadsWithoutRing, uint64_t(1));
        return nullptr;
    }
    pthread_setspecific(recording.key, writer);
    writerOfThread = writer;
    writeOpenCalls(*writer);
    reportMemoryOfThread();
    return writer;
}

} // namespace stepscope::probe
