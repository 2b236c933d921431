#include "core/probe/python_calls.h"

#include "core/probe/python_interface.h"
#include "core/probe/recording.h"

#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

namespace stepscope::probe {

namespace {

constexpr const char* namelessFunction = "more Python functions"; // when the table is full

/// The names of functions by the addresses of their code objects, which are kept alive. In zeroed memory.
class FunctionNames
{
public:
    void setFolders(const char* hidden, const char* ofProgram)
    {
        snprintf(m_hidden, sizeof m_hidden, "%s/", hidden);
        snprintf(m_program, sizeof m_program, strcmp(ofProgram, "/") == 0 ? "%s" : "%s/", ofProgram);
    }

    /// As "train.py(12): Trainer.step"; null: the function is hidden.
    const char* nameOf(Object* frame)
    {
        auto* code = python.codeOf(frame);
        if (!code)
            return nullptr;
        auto& entry = find(code);
        if (entry.code == code) [[likely]] {
            python.release(code);
            return entry.name;
        }
        if (m_used >= most) {
            python.release(code);
            return namelessFunction;
        }
        ++m_used;
        entry = {code, describe(code)}; // the reference is kept, so that no other object gets this address
        return entry.name;
    }

private:
    static constexpr uint32_t capacity = 1 << 15;
    static constexpr uint32_t most = capacity / 4 * 3;
    static constexpr size_t textBytes = 4 << 20;
    static constexpr size_t longestName = 512;

    struct Entry
    {
        Object* code;
        const char* name;
    };

    Entry& find(Object* code)
    {
        for (uint64_t at = reinterpret_cast<uint64_t>(code) * 0x9e3779b97f4a7c15 >> 40;; ++at) {
            auto& entry = m_entries[at & (capacity - 1)];
            if (!entry.code || entry.code == code)
                return entry;
        }
    }

    /// Copies a text attribute of the code object. False: it has none.
    static bool copyText(Object* code, const char* attribute, char* text, size_t bytes)
    {
        auto* value = python.attribute(code, attribute);
        const char* found = value ? python.asText(value, nullptr) : nullptr;
        if (found)
            snprintf(text, bytes, "%s", found);
        else
            python.clearError();
        if (value)
            python.release(value);
        return found;
    }

    static const char* lastIn(const char* text, const char* part)
    {
        const char* last = nullptr;
        for (const char* found = strstr(text, part); found; found = strstr(found + 1, part))
            last = found;
        return last;
    }

    /// The path without the part that all files of a Python installation or of the program have in common.
    const char* shortPath(const char* path) const
    {
        constexpr const char* packages[] = {"/site-packages/", "/dist-packages/"};
        for (const char* folder : packages)
            if (const char* found = lastIn(path, folder))
                return found + strlen(folder);
        if (strncmp(path, m_program, strlen(m_program)) == 0)
            return path + strlen(m_program);
        if (const char* found = lastIn(path, "/lib/python"))
            if (const char* behind = strchr(found + strlen("/lib/python"), '/'))
                return behind + 1;
        return path;
    }

    const char* describe(Object* code)
    {
        char path[PATH_MAX];
        char function[longestName];
        if (!copyText(code, "co_filename", path, sizeof path) ||
            (!copyText(code, "co_qualname", function, sizeof function) && // since Python 3.11
             !copyText(code, "co_name", function, sizeof function)))
            return "unknown Python function";
        if (strncmp(path, m_hidden, strlen(m_hidden)) == 0)
            return nullptr;
        auto* number = python.attribute(code, "co_firstlineno");
        const auto line = number ? python.asUnsigned(number) : 0;
        if (python.errorOccurred())
            python.clearError();
        if (number)
            python.release(number);
        const size_t room = textBytes - m_textUsed;
        const int bytes =
            snprintf(m_texts + m_textUsed, room, "%s(%llu): %s", shortPath(path), line, function);
        if (bytes < 0 || size_t(bytes) >= room)
            return namelessFunction;
        const char* name = m_texts + m_textUsed;
        m_textUsed += size_t(bytes) + 1;
        return name;
    }

    char m_hidden[PATH_MAX];
    char m_program[PATH_MAX];
    Entry m_entries[capacity];
    uint32_t m_used;
    size_t m_textUsed;
    char m_texts[textBytes];
};

/// The open calls of a thread. In zeroed memory.
class CallStack
{
public:
    FunctionNames names;

    void called(Object* frame)
    {
        if (m_depth >= most) {
            ++m_depth;
            return;
        }
        const char* name = names.nameOf(frame);
        auto* writer = threadWriter(); // a new one writes the open calls
        m_open[m_depth++] = {frame, name};
        if (name && writer && !writer->isMuted())
            writer->enterPython(reinterpret_cast<uint64_t>(frame), name);
    }

    void returned(Object* frame)
    {
        if (m_depth > most) {
            --m_depth;
            return;
        }
        auto depth = m_depth;
        while (depth > 0 && m_open[depth - 1].frame != frame)
            --depth;
        if (depth == 0)
            return; // it was called before calls were followed
        m_depth = depth - 1;
        auto* writer = m_open[m_depth].name ? threadWriter() : nullptr;
        if (writer && !writer->isMuted())
            writer->exitPython(reinterpret_cast<uint64_t>(frame));
    }

    /// Stores the calls that are open when the recording of calls starts.
    void takeOpen()
    {
        m_depth = 0;
        auto* innermost = python.currentFrame();
        if (!innermost)
            return;
        uint32_t count = 0;
        forEachFrom(innermost, [&](Object*) { ++count; });
        m_depth = count;
        forEachFrom(innermost, [&](Object* frame) {
            if (--count < most)
                m_open[count] = {frame, names.nameOf(frame)};
        });
    }

    /// Whether the innermost call is that of the running function. Otherwise the program has replaced the
    /// profile function.
    bool isCurrent() const
    {
        return m_depth > most || (m_depth > 0 && m_open[m_depth - 1].frame == python.currentFrame());
    }

    void endAll(ThreadWriter& writer)
    {
        for (auto depth = m_depth < most ? m_depth : most; depth > 0; --depth)
            if (m_open[depth - 1].name)
                writer.exitPython(reinterpret_cast<uint64_t>(m_open[depth - 1].frame));
        m_depth = 0;
    }

    void write(ThreadWriter& writer) const
    {
        for (uint32_t i = 0; i < m_depth && i < most; ++i)
            if (m_open[i].name)
                writer.enterPython(reinterpret_cast<uint64_t>(m_open[i].frame), m_open[i].name);
    }

private:
    static constexpr uint32_t most = 768; ///< leaves room for operators in ThreadWriter
    struct Call
    {
        Object* frame;
        const char* name; ///< null: hidden
    };

    template<typename Function>
    static void forEachFrom(Object* innermost, Function function)
    {
        function(innermost);
        for (auto* frame = python.frameBefore(innermost); frame;) {
            function(frame);
            auto* before = python.frameBefore(frame);
            python.release(frame); // it stays alive because it is running
            frame = before;
        }
    }

    Call m_open[most];
    uint32_t m_depth; ///< may exceed `most`
};

__thread CallStack* callsOfThread = nullptr;
__thread bool isFollowing = false;

void stop()
{
    isFollowing = false;
    python.setProfile(nullptr, nullptr);
}

int profile(Object*, Object* frame, int what, Object*)
{
    if (!callsOfThread || (what != functionCalled && what != functionReturned))
        return 0; // an embedding program may have moved the Python thread to another system thread
    if (!writerOfThread && phase() == Phase::Passive)
        stop();
    else if (what == functionCalled)
        callsOfThread->called(frame);
    else
        callsOfThread->returned(frame);
    return 0;
}

} // namespace

const char* followPythonCalls(const char* hiddenFolder, const char* programFolder)
{
    if (!python.findCalls())
        return "Python 3.9 or newer is needed";
    if (!callsOfThread) {
        void* memory =
            mmap(nullptr, sizeof(CallStack), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (memory == MAP_FAILED)
            return "there is not enough memory";
        callsOfThread = static_cast<CallStack*>(memory);
    }
    callsOfThread->names.setFolders(hiddenFolder, programFolder);
    callsOfThread->takeOpen();
    isFollowing = true;
    python.setProfile(profile, nullptr);
    return nullptr;
}

void stopFollowingPythonCalls()
{
    if (isFollowing && callsOfThread->isCurrent())
        stop();
    isFollowing = false;
}

bool hasLostPythonCalls(ThreadWriter& writer)
{
    if (!isFollowing || callsOfThread->isCurrent()) [[likely]]
        return false;
    isFollowing = false;
    callsOfThread->endAll(writer);
    return true;
}

void writeOpenCalls(ThreadWriter& writer)
{
    if (isFollowing)
        callsOfThread->write(writer);
}

} // namespace stepscope::probe
