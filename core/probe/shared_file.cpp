#include "core/probe/shared_file.h"

#include "core/probe/atomic.h"
#include "core/probe/own_process.h"
#include "core/probe/probe_clock.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

namespace stepscope::probe {

SharedFile sharedFile;

bool SharedFile::findFolder()
{
    if (m_folder[0])
        return true;
    const char* folder = getenv(folderVariable);
    if (!folder || folder[0] != '/' || strlen(folder) >= sizeof m_folder)
        return false;
    strcpy(m_folder, folder);
    return true;
}

/// A file larger than the process's limit would end the process with a signal.
static bool isAllowed(uint64_t bytes)
{
    rlimit limit;
    return getrlimit(RLIMIT_FSIZE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY || limit.rlim_cur >= bytes;
}

const char* SharedFile::map(uint64_t bytes, const char* path)
{
    if (!isAllowed(bytes))
        return "the program's file size limit is too small";
    const int file = ::open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (file < 0)
        return "its file cannot be created in the recorder's folder";
    int error = 0;
    do
        error = posix_fallocate(file, 0, off_t(bytes));
    while (error == EINTR);
    void* memory = error ? MAP_FAILED : mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    if (memory == MAP_FAILED) {
        unlink(path);
        return error ? "there is no room for its file in the recorder's folder"
                     : "its file cannot be mapped into memory";
    }
    madvise(memory, bytes, MADV_DONTFORK);
    m_header = static_cast<Header*>(memory);
    return nullptr;
}

const char* SharedFile::open(uint64_t bytes)
{
    char name[96];
    snprintf(name, sizeof name, "%d-%llu-%lld%s", int(getpid()),
             static_cast<unsigned long long>(startTicks()), static_cast<long long>(monotonicNs()),
             fileSuffix);
    snprintf(m_path, sizeof m_path, "%s/%s", m_folder, name);
    snprintf(m_hiddenPath, sizeof m_hiddenPath, "%s/.%s", m_folder, name);
    if (const char* reason = map(bytes, m_hiddenPath))
        return reason;
    m_header->magic = magic;
    m_header->version = version;
    m_header->pid = uint32_t(getpid());
    m_header->bytes = bytes;
    m_header->usedBytes = ringsOffset;
    m_header->startMonotonicNs = monotonicNs();
    m_header->flags = initialFlags;
    return nullptr;
}

void SharedFile::publish()
{
    rename(m_hiddenPath, m_path);
}

const char* SharedFile::create(bool countsTicks, bool isPython)
{
    const char* reason = open(fileBytes);
    if (reason)
        reason = open(smallFileBytes);
    if (reason)
        return reason;
    m_header->clock = uint32_t(countsTicks ? Clock::TimeStampCounter : Clock::Monotonic);
    m_header->isPython = isPython;
    publish();
    return nullptr;
}

void SharedFile::refuse(const char* reason)
{
    if (!m_folder[0] || m_header || open(ringsOffset))
        return;
    m_header->state = uint32_t(State::Refused);
    snprintf(m_header->refusal, sizeof m_header->refusal, "%s", reason);
    publish();
    munmap(m_header, ringsOffset);
    m_header = nullptr;
}

Thread* SharedFile::addThread(int64_t threadId)
{
    auto& used = m_header->usedBytes;
    auto& count = m_header->threadCount;
    const auto bytesOf = [this](uint64_t offset) {
        return offset == ringsOffset ? firstRingBytes(m_header->bytes) : ringBytes;
    };

    auto offset = loadAcquire(used);
    do {
        if (offset + bytesOf(offset) > m_header->bytes || loadAcquire(count) >= threadSlots)
            return nullptr;
    } while (!exchangeIf(used, offset, offset + bytesOf(offset)) && (offset = loadAcquire(used), true));

    auto index = loadAcquire(count);
    do {
        if (index >= threadSlots)
            return nullptr;
    } while (!exchangeIf(count, index, index + 1) && (index = loadAcquire(count), true));

    auto& thread = slots()[index];
    thread.ringOffset = offset;
    thread.threadId = threadId;
    storeRelaxed(thread.handle, uint64_t(pthread_self()));
    storeRelease(thread.ringBytes, bytesOf(offset));
    return &thread;
}

} // namespace stepscope::probe
