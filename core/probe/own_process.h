#pragma once

#include <stddef.h>
#include <stdint.h>

/// What the probe asks the kernel about the process that it is in.
namespace stepscope::probe {

/// The start of a small file, with a zero behind it; false when it cannot be read.
bool readText(const char* path, char* text, size_t bytes);

/// When the process started, in clock ticks since the machine did (field 22 of /proc/self/stat); 0: unknown.
uint64_t startTicks();

/// Copies memory that may not exist. True when all bytes were read. Where the kernel forbids asking
/// (seccomp), memory is taken to exist.
bool readOwnMemory(void* to, const void* from, size_t bytes);

/// Memory of zeros for this process alone: a forked child finds zeros there again. Null: there is none.
void* mapWipedOnFork(size_t bytes);

} // namespace stepscope::probe
