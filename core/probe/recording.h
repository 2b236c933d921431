#pragma once

#include "core/probe/thread_writer.h"

#include <stdint.h>

/// Whether and what this process records: callbacks, the shared file, the threads' writers, forks.
namespace stepscope::probe {

enum class Phase : uint32_t {
    Detached, ///< LibTorch has not been found
    Attached, ///< callbacks are in place; nothing is recorded until the process does something worth it
    Testing,  ///< the self-test runs
    Active,
    Passive, ///< a worker: nothing is recorded unless it is forked again
};

/// How a process comes to be recorded.
enum class Way : uint32_t {
    Python,  ///< the glue in Python says when
    Preload, ///< the first operator does
};

Phase phase();
/// Whether this process is the child of one that had attached.
bool isForkedChild();
Way way();

/// Null, or a sentence that says why this process cannot be recorded. Finds LibTorch and adds the callbacks.
const char* attach(Way way);
/// Removes the callbacks, and leaves a file that says why nothing is recorded.
void refuse(const char* reason);

/// Whether the user has named this range as the one that ends steps.
bool isStepRange(const char* name);

/// Makes the shared file and begins to record. False: it cannot, and the process has become passive.
bool activate();
/// Why activate() could not; null: it was not tried, could, or forgetActivationProblem() was called.
const char* activationProblem();
void forgetActivationProblem();
void becomePassive();

/// Lets the self-test see operators. False: the process is not in the right phase.
bool beginTest();
void endTest();

/// Follows what the recorder wants recorded (Header::flags), if that has changed, and says so.
void followFlags(ThreadWriter& writer);
/// Whether operators are recorded.
bool recordsOperators();
/// Whether the work of devices is to be, as followFlags() has seen last.
bool wantsDevices();

/// Writes which tensors operators of the calling thread take and give, until endFollowing(). False: it
/// cannot; another thread may be followed.
bool follow(ThreadWriter& writer);
enum class Following : uint32_t {
    GoesOn,     ///< another thread changes callbacks: it is to be tried again
    Incomplete, ///< it has ended, and something is missing
    Complete,
};
Following endFollowing(ThreadWriter& writer);

/// Null until the thread writes for the first time.
extern __thread ThreadWriter* writerOfThread;
ThreadWriter* findThreadWriter();

/// The calling thread's writer, made at its first use; null when nothing is to be written.
inline ThreadWriter* threadWriter()
{
    auto* writer = writerOfThread;
    return writer && writer->isAlive() ? writer : findThreadWriter();
}

} // namespace stepscope::probe
