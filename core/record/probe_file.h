#pragma once

#include "core/base/file_descriptor.h"
#include "core/probe/probe_protocol.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace stepscope {

/// The memory that one process of a recorded program shares with us: a header and a ring for each thread.
/// Nothing in it is trusted: the program may have damaged it, or be hostile. It is read as a file, since
/// reading mapped memory ends the reader when the file is cut meanwhile.
class ProbeFile
{
public:
    /// Opens a regular file of this user. Throws Error when it is not a probe's, or of another version.
    explicit ProbeFile(const std::filesystem::path& path);

    int64_t process() const { return m_process; }
    probe::Clock clock() const { return m_clock; }
    /// Whether layers, calls of backward and messages are recorded besides operators.
    bool isPython() const { return m_isPython; }
    int64_t startMonotonicNs() const { return m_startNs; }
    probe::State state() const;
    /// Why the probe records nothing, when it has refused.
    std::string refusal() const;
    /// What it is to record from its next step on: probe::Flag.
    void setFlags(uint32_t flags);

    size_t threads() const;
    /// As the operating system counts; of the ring's first thread.
    int64_t threadId(size_t thread) const;
    /// Records that a thread has left out.
    uint64_t dropped(size_t thread) const;
    /// Those of threads that got no ring.
    uint64_t droppedWithoutRing() const;

    /// Moves the words that a thread has written since the last call behind `words`. Returns false when what
    /// the ring says of itself cannot be true: nothing of the thread is read any more.
    bool take(size_t thread, std::vector<uint64_t>& words);

private:
    template<typename Number>
    Number at(uint64_t offset) const;
    template<typename Number>
    void set(uint64_t offset, Number value);
    /// Reads as much as there is.
    size_t readAt(uint64_t offset, void* to, size_t bytes) const;

    FileDescriptor m_file;
    uint64_t m_bytes = 0;
    int64_t m_process = 0;
    int64_t m_startNs = 0;
    probe::Clock m_clock = probe::Clock::Monotonic;
    bool m_isPython = false;
    std::vector<uint64_t> m_tails; ///< by thread, what was read: the program could change its copy
    std::vector<bool> m_isDamaged;
};

} // namespace stepscope
