#pragma once

#include "core/base/file_descriptor.h"
#include "core/probe/probe_protocol.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace stepscope {

/// The memory that one process of a recorded program shares with the recorder: a header and a ring for each
/// thread. Nothing in it is trusted: the program may have damaged it, or be hostile. It is read as a file,
/// because reading mapped memory would end the reader if the file were truncated.
class ProbeFile
{
public:
    /// Opens a regular file of this user. Throws Error if it is not a probe's file, or of another version.
    explicit ProbeFile(const std::filesystem::path& path);

    int64_t process() const { return m_process; }
    probe::Clock clock() const { return m_clock; }
    /// Whether layers, calls of backward and messages are recorded in addition to operators.
    bool isPython() const { return m_isPython; }
    int64_t startMonotonicNs() const { return m_startNs; }
    probe::State state() const;
    /// Why the probe records nothing, if it has refused.
    std::string refusal() const;
    /// Sets what the probe records, starting with its next step: probe::Flag.
    void setFlags(uint32_t flags);

    size_t threads() const;
    /// The operating system's number of the ring's first thread.
    int64_t threadId(size_t thread) const;
    /// pthread_self() of the thread that writes to the ring at present.
    uint64_t threadHandle(size_t thread) const;
    /// Number of records that a thread has left out.
    uint64_t dropped(size_t thread) const;
    /// Number of records of threads without a ring.
    uint64_t droppedWithoutRing() const;

    /// Appends the words that a thread has written since the last call to `words`. Returns false if the
    /// ring's description is invalid: the thread is not read any further.
    bool take(size_t thread, std::vector<uint64_t>& words);

private:
    template<typename Number>
    Number at(uint64_t offset) const;
    template<typename Number>
    void set(uint64_t offset, Number value);
    /// Reads as much as is available.
    size_t readAt(uint64_t offset, void* to, size_t bytes) const;

    FileDescriptor m_file;
    uint64_t m_bytes = 0;
    int64_t m_process = 0;
    int64_t m_startNs = 0;
    probe::Clock m_clock = probe::Clock::Monotonic;
    bool m_isPython = false;
    std::vector<uint64_t> m_tails; ///< by thread, bytes read: the program could change its copy
    std::vector<bool> m_isDamaged;
};

} // namespace stepscope
