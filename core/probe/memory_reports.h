#pragma once

#include <stddef.h>
#include <stdint.h>

/// What LibTorch allocates and frees. Its allocators report to what is in the thread's slot of the profiler
/// (c10::DebugInfoKind::PROFILER_STATE), of which there is one: while a profiler of the program is there,
/// nothing is recorded.
namespace stepscope::probe {

/// Puts the probe into the calling thread's slot. Threads that run backward passes for it take it over. Null,
/// or why nothing is reported; null also when the probe is there already.
const char* reportMemory();
/// Leaves the slot to a profiler of the program.
void stopReportingMemory();
/// The same as reportMemory() for a thread that has begun to write, if memory is recorded in this process.
void reportMemoryOfThread();

/// Bytes of the last block that was allocated, if it has this address; 0: it was not reported. For the
/// self-test.
int64_t lastReported(uint64_t address);

} // namespace stepscope::probe
