#pragma once

#include <stddef.h>
#include <stdint.h>

/// Queries about the probe's own process.
namespace stepscope::probe {

/// Reads the start of a small file and adds a zero; false if it cannot be read.
bool readText(const char* path, char* text, size_t bytes);

/// The start time of the process, in clock ticks since boot (field 22 of /proc/self/stat); 0: unknown.
uint64_t startTicks();

/// Copies memory that may not exist. True if all bytes were read. If the kernel forbids the check (seccomp),
/// memory is assumed to exist.
bool readOwnMemory(void* to, const void* from, size_t bytes);

/// Maps zeroed memory that is zeroed again in a forked child. Null: out of memory.
void* mapWipedOnFork(size_t bytes);

} // namespace stepscope::probe
