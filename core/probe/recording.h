#pragma once

#include "core/probe/thread_writer.h"

#include <stdint.h>

/// Controls whether and what this process records: callbacks, the shared file, the threads' writers, forks.
namespace stepscope::probe {

enum class Phase : uint32_t {
    Detached, ///< LibTorch has not been found
    Attached, ///< callbacks are in place; recording starts with the first relevant event
    Testing,  ///< the self-test runs
    Active,
    Passive, ///< a worker: not recorded unless it is forked again
};

/// How the recording of a process is started.
enum class Way : uint32_t {
    Python,  ///< by the Python package
    Preload, ///< by the first operator
};

Phase phase();
/// Whether this process is a forked child of an attached process.
bool isForkedChild();
Way way();

/// Finds LibTorch and adds the callbacks. Returns null, or a sentence that says why this process cannot be
/// recorded.
const char* attach(Way way);
/// Removes the callbacks and leaves a file with the reason why nothing is recorded.
void refuse(const char* reason);

/// Whether the user has named this range as the end of steps.
bool isStepRange(const char* name);

/// Creates the shared file and starts recording. False: this failed, and the process has become passive.
bool activate();
/// Why activate() failed; null: it was not called, it succeeded, or forgetActivationProblem() was called.
const char* activationProblem();
void forgetActivationProblem();
void becomePassive();

/// Starts the observation of operators for the self-test. False: the process is not in the right phase.
bool beginTest();
void endTest();

/// Applies the recorder's flags (Header::flags) if they have changed, and writes a record about it.
void followFlags(ThreadWriter& writer);
/// Whether operators are recorded.
bool recordsOperators();
/// Whether device work is to be recorded, according to the last followFlags().
bool wantsDevices();

/// Writes the input and output tensors of the calling thread's operators until endFollowing(). False: not
/// possible, for example because another thread is followed.
bool follow(ThreadWriter& writer);
enum class Following : uint32_t {
    GoesOn,     ///< another thread is changing callbacks: try again
    Incomplete, ///< ended, and something is missing
    Complete,
};
Following endFollowing(ThreadWriter& writer);

/// Null until the thread writes for the first time.
extern __thread ThreadWriter* writerOfThread;
ThreadWriter* findThreadWriter();

/// The calling thread's writer, created at its first use; null if nothing is to be written.
inline ThreadWriter* threadWriter()
{
    auto* writer = writerOfThread;
    return writer && writer->isAlive() ? writer : findThreadWriter();
}

} // namespace stepscope::probe
