#include "core/probe/own_process.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

namespace stepscope::probe {

bool readText(const char* path, char* text, size_t bytes)
{
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return false;
    size_t count = 0;
    while (count + 1 < bytes) {
        const auto got = read(file, text + count, bytes - 1 - count);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            break;
        count += size_t(got);
    }
    close(file);
    text[count] = 0;
    return count > 0;
}

uint64_t startTicks()
{
    char text[1024];
    if (!readText("/proc/self/stat", text, sizeof text))
        return 0;
    const char* at = strrchr(text, ')'); // the name before it may contain anything
    if (!at)
        return 0;
    ++at;
    for (int field = 2; field < 22; ++field) {
        at = strchr(at, ' ');
        if (!at)
            return 0;
        ++at;
    }
    uint64_t ticks = 0;
    for (; *at >= '0' && *at <= '9'; ++at)
        ticks = ticks * 10 + uint64_t(*at - '0');
    return ticks;
}

bool readOwnMemory(void* to, const void* from, size_t bytes)
{
    const iovec local{to, bytes};
    const iovec remote{const_cast<void*>(from), bytes};
    const auto count = syscall(SYS_process_vm_readv, getpid(), &local, 1, &remote, 1, 0);
    if (count < 0 && errno != EFAULT) {
        memcpy(to, from, bytes);
        return true;
    }
    return count == ssize_t(bytes);
}

void* mapWipedOnFork(size_t bytes)
{
    void* memory =
        mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED)
        return nullptr;
    madvise(memory, bytes, MADV_WIPEONFORK); // before Linux 4.14 only pthread_atfork() detects a fork
    return memory;
}

} // namespace stepscope::probe
