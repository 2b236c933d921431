#pragma once

#include <stddef.h>
#include <stdint.h>

/// Records what LibTorch allocates and frees. Its allocators report to the object in the thread's profiler
/// slot (c10::DebugInfoKind::PROFILER_STATE). There is only one slot: while a profiler of the program
/// occupies it, nothing is recorded.
namespace stepscope::probe {

/// Puts the probe into the calling thread's slot. Threads that run backward passes for this thread inherit
/// the slot. Returns null, or why nothing is reported; null also if the probe is already there.
const char* reportMemory();
/// Frees the slot for a profiler of the program.
void stopReportingMemory();
/// Calls reportMemory() for a thread that has started to write, if memory is recorded in this process.
void reportMemoryOfThread();

/// The size in bytes of the last allocated block, if it has this address; 0: it was not reported. For the
/// self-test.
int64_t lastReported(uint64_t address);

} // namespace stepscope::probe
