#pragma once

#include "core/probe/probe_protocol.h"

#include <stddef.h>
#include <stdint.h>

namespace stepscope::probe {

/// The file in the recorder's folder that this process writes. A forked child does not inherit it.
class SharedFile
{
public:
    /// Stores the folder that the environment names, because a program may change its environment. False:
    /// there is none, and nothing is recorded.
    bool findFolder();
    /// Creates and maps the file. Returns null, or a sentence that says why it failed.
    const char* create(bool countsTicks, bool isPython);
    /// Leaves a file with the reason why nothing is recorded.
    void refuse(const char* reason);

    Header* header() const { return m_header; }
    /// Sets up a slot and a ring for the thread; null if there is no room for another one.
    Thread* addThread(int64_t threadId);
    uint64_t* ringOf(const Thread& thread) const
    {
        return reinterpret_cast<uint64_t*>(reinterpret_cast<char*>(m_header) + thread.ringOffset);
    }
    uint32_t indexOf(const Thread& thread) const { return uint32_t(&thread - slots()); }

    /// In a forked child: the parent's file is no longer this process's.
    void forget() { m_header = nullptr; }

private:
    Thread* slots() const
    {
        return reinterpret_cast<Thread*>(reinterpret_cast<char*>(m_header) + headerBytes);
    }
    /// Returns null, or what failed.
    const char* map(uint64_t bytes, const char* path);
    const char* open(uint64_t bytes);
    void publish();

    char m_folder[1024] = {};
    char m_hiddenPath[1152] = {};
    char m_path[1152] = {};
    Header* m_header = nullptr;
};

extern SharedFile sharedFile;

} // namespace stepscope::probe
