#pragma once

#include "core/probe/atomic.h"
#include "core/probe/probe_clock.h"
#include "core/probe/probe_protocol.h"
#include "core/probe/text_tables.h"
#include "core/probe/torch_library.h"

#include <stddef.h>
#include <stdint.h>

namespace stepscope::probe {

/// Writes the records of one thread: its ring, the open ranges, names and shapes. Lives in zeroed memory that
/// is zeroed again in a forked child (mapWipedOnFork), so that isAlive() is false there. Nothing here locks,
/// allocates or makes system calls.
///
/// If the recorder does not keep up, the last quarter of the ring is left for what steps are derived from:
/// see RecordType::Thinned.
class ThreadWriter
{
public:
    /// `ring` and `slot` are in shared memory.
    void start(uint64_t* ring, Thread& slot);
    /// Another thread continues the ring of a thread that has ended. False if there is no room for the
    /// record.
    bool takeOver(int64_t threadId);

    bool isAlive() const { return m_isAlive; }
    const Thread& slot() const { return *m_slot; }
    bool isMuted() const { return m_muted; }
    void mute() { ++m_muted; }
    void unmute() { m_muted -= m_muted > 0; }

    /// Starts the range of an operator. False: it is not written.
    bool enterOperator(const RecordFunction& function, Scope scope, bool withShapes);
    /// `isOfStep`: steps are derived from this range.
    void enterUser(const RecordFunction& function, bool isAsync, bool isOfStep);
    /// Ends the range that enterOperator() or enterUser() started, and all open ranges within it. Ranges
    /// started on another thread are ignored.
    void exitFunction(const RecordFunction& function) { exit(reinterpret_cast<uint64_t>(&function)); }

    /// Starts the range of a call of a Python function. `name` must stay valid.
    void enterPython(uint64_t frame, const char* name);
    /// Ends the range, but not ranges that started within it and are still open, such as one started by
    /// record_function.__enter__().
    void exitPython(uint64_t frame);

    void enterLayer(uint64_t module);
    /// Ends the innermost call of the layer and all open ranges within it. Does nothing if there is none.
    void exitLayer(uint64_t module);
    uint32_t openLayers() const { return m_openLayers; }

    /// Returns whether it is the outermost one.
    bool beginBackward();
    void endBackward();

    /// Enables putInputs() and putOutputs().
    void follow();
    bool isFollowed() const { return m_isFollowed; }
    /// Returns whether everything since follow() has been written.
    bool endFollowing();
    /// Writes the input tensors of an operator that has just started, unless it is within another one whose
    /// inputs were written. If its range was not written, the followed pass is incomplete.
    void putInputs(const RecordFunction& function, bool isWritten);
    /// Writes the output tensors of the operator whose inputs were written, which is about to end.
    void putOutputs(const RecordFunction& function);

    /// Records that a block was allocated, or freed if `bytes` is negative. `device`: -1 for host memory.
    void memory(uint64_t address, int64_t bytes, int device);

    /// Records the flags from now on. False if there is no room for the record.
    bool flagsAre(uint32_t flags);

    void value(ValueKind kind, double value, uint64_t time);
    /// False if there is no room, now or ever.
    bool message(const char* text, size_t bytes);

private:
    static constexpr uint32_t mostDepth = 1024; ///< deeper ranges are not written
    static constexpr uint64_t layerBit = 1;     ///< in keys: addresses are multiples of 8
    static constexpr uint64_t pythonBit = 2;    ///< likewise
    static constexpr uint64_t unwrittenBit = 4; ///< likewise: the start of the range was left out
    static constexpr size_t longestShapes = 8192;
    static constexpr size_t mostTensorWords = 4096; ///< in one record

    bool hasRoom(uint64_t words) { return hasRoomFor(words * 8); }
    /// Likewise, for what steps do not need.
    bool hasSpareRoom(uint64_t words) { return hasRoomFor(words * 8 + m_ringBytes / 4); }
    bool hasRoomFor(uint64_t bytes);
    void put(uint64_t word)
    {
        m_ring[m_head >> 3 & m_mask] = word;
        m_head += 8;
    }
    void putText(const char* text, size_t bytes);
    void publish() { storeRelease(m_slot->head, m_head); }

    /// Whether a range that is about to start may be written. Otherwise it is counted as dropped.
    bool canEnter(bool isOfStep)
    {
        if ((m_isDropping || m_isThin) && !mayWrite(isOfStep)) [[unlikely]] {
            countDropped();
            return false;
        }
        return m_depth < mostDepth;
    }
    bool isOpen(uint32_t at, uint64_t key) const { return (m_open[at] & ~unwrittenBit) == key; }
    void exit(uint64_t key)
    {
        const auto time = probeClock.now();
        if (m_depth > 0 && m_depth <= mostDepth && isOpen(m_depth - 1, key))
            exitInnermost(time);
        else
            exitOuter(key, time);
    }
    void push(uint64_t key, bool isWritten)
    {
        if (m_depth < mostDepth)
            m_open[m_depth] = isWritten ? key : key | unwrittenBit;
        ++m_depth;
    }
    /// The number of the first `depth` open ranges that were written.
    uint32_t writtenOf(uint32_t depth) const;
    bool writeOperator(const RecordFunction& function, Scope scope, bool withShapes);
    /// Writes the start of a range that has only a name; for a moment also its end. If there is no room, it
    /// is counted as dropped, and false is returned.
    bool writeNamed(RecordType type, const char* text, bool isMoment, bool isOfStep);
    void exitInnermost(uint64_t time);
    void exitOuter(uint64_t key, uint64_t time);
    void exitDownTo(uint32_t depth, uint64_t time);

    void syncIfDue(uint64_t time)
    {
        if (time - m_lastSync.time > m_ticksPerSync) [[unlikely]]
            sync();
    }
    void sync();
    void startDropping();
    bool resume();
    void startThinning();
    bool stopThinning();
    /// If there is no room: startThinning() or startDropping().
    void leaveOut(bool isOfStep);
    bool mayWrite(bool isOfStep);
    void countDropped();

    void putTensors(RecordType type, Inputs values);

    bool internName(const char* text, Name& name);
    uint32_t internShapes(Inputs inputs, const Name& name);

    uint32_t m_isAlive;
    uint32_t m_muted;
    uint64_t* m_ring;
    uint64_t m_mask; ///< of words
    uint64_t m_head;
    uint64_t m_knownTail;
    uint64_t m_ringBytes;
    Thread* m_slot;
    ProbeClock::Moment m_lastSync;
    uint64_t m_ticksPerSync;

    uint32_t m_depth; ///< may exceed mostDepth
    uint32_t m_openLayers;
    uint32_t m_backwardDepth;
    uint32_t m_isDropping;
    uint32_t m_leastDepth; ///< since dropping started: the least number of open ranges
    uint32_t m_isThin;     ///< only what steps are derived from is written
    uint32_t m_isFollowed;
    uint32_t m_isIncomplete; ///< tensors are missing since follow()
    uint64_t m_followed;     ///< the outermost open operator: address of its RecordFunction
    uint64_t m_droppedHere;
    /// Address of the RecordFunction, or of the module with layerBit, or of the Python frame with pythonBit;
    /// with unwrittenBit if its start was left out.
    uint64_t m_open[mostDepth];

    NameTable m_names;
    ShapeTable m_shapes;
    char m_shapesText[longestShapes];
    uint64_t m_tensors[mostTensorWords];
};

} // namespace stepscope::probe
