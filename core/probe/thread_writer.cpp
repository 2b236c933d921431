#include "core/probe/thread_writer.h"

#include "core/probe/atomic.h"
#include "core/probe/input_shapes.h"

#include <pthread.h>
#include <string.h>

namespace stepscope::probe {

static constexpr int64_t syncNs = 10'000'000;
// Until the clock's speed is known: at least 10 ms for processors of up to 4 GHz and for nanoseconds.
static constexpr uint64_t firstTicksPerSync = 40'000'000;

void ThreadWriter::start(uint64_t* ring, Thread& slot)
{
    m_ring = ring;
    m_slot = &slot;
    m_ringBytes = slot.ringBytes;
    m_mask = m_ringBytes / 8 - 1;
    m_ticksPerSync = firstTicksPerSync;
    sync();
    m_isAlive = 1;
}

bool ThreadWriter::takeOver(int64_t threadId)
{
    if (!hasRoom(fixedWords(RecordType::ThreadIs)))
        return false;
    m_depth = 0;
    m_openLayers = 0;
    m_backwardDepth = 0;
    m_muted = 0;
    m_leastDepth = 0;
    m_isFollowed = 0;
    put(firstWord(RecordType::ThreadIs, uint64_t(threadId)));
    storeRelaxed(m_slot->handle, uint64_t(pthread_self()));
    publish();
    sync();
    return true;
}

bool ThreadWriter::hasRoomFor(uint64_t bytes)
{
    const auto end = m_head + bytes;
    if (end - m_knownTail <= m_ringBytes) [[likely]]
        return true;
    m_knownTail = loadAcquire(m_slot->tail);
    return end - m_knownTail <= m_ringBytes;
}

void ThreadWriter::putText(const char* text, size_t bytes)
{
    for (size_t at = 0; at < bytes; at += 8) {
        uint64_t word = 0;
        memcpy(&word, text + at, bytes - at < 8 ? bytes - at : 8);
        put(word);
    }
}

void ThreadWriter::sync()
{
    const auto moment = probeClock.readBoth();
    const auto ns = moment.monotonicNs - m_lastSync.monotonicNs;
    if (m_isAlive && ns > syncNs)
        m_ticksPerSync = uint64_t(double(moment.time - m_lastSync.time) * double(syncNs) / double(ns));
    m_lastSync = moment;
    if (!hasRoom(fixedWords(RecordType::Sync)))
        return;
    put(firstWord(RecordType::Sync, moment.time));
    put(uint64_t(moment.monotonicNs));
    publish();
}

void ThreadWriter::countDropped()
{
    ++m_droppedHere;
    storeRelaxed(m_slot->dropped, m_slot->dropped + 1);
}

void ThreadWriter::startDropping()
{
    if (!m_isDropping) {
        m_isDropping = 1;
        m_leastDepth = m_depth;
        m_droppedHere = 0;
    }
    countDropped();
}

/// Waits until half of the ring is free, so that there are few gaps, and until no unwritten range is open.
bool ThreadWriter::resume()
{
    if (m_depth != m_leastDepth)
        return false;
    m_knownTail = loadAcquire(m_slot->tail);
    if (m_head - m_knownTail > m_ringBytes / 2)
        return false;
    m_isDropping = 0;
    sync();
    const auto count = m_droppedHere < noId ? uint32_t(m_droppedHere) : noId;
    put(firstWord(RecordType::Dropped, probeClock.now()));
    put(pairOf(count, writtenOf(m_leastDepth)));
    publish();
    return true;
}

uint32_t ThreadWriter::writtenOf(uint32_t depth) const
{
    uint32_t written = 0;
    for (uint32_t at = 0; at < depth && at < mostDepth; ++at)
        written += (m_open[at] & unwrittenBit) == 0;
    return written;
}

void ThreadWriter::startThinning()
{
    if (!hasRoom(fixedWords(RecordType::Thinned))) {
        startDropping();
        return;
    }
    put(firstWord(RecordType::Thinned, probeClock.now()));
    put(1);
    publish();
    m_isThin = 1;
    countDropped();
}

/// Waits until half of the ring is free, so that there are few gaps.
bool ThreadWriter::stopThinning()
{
    m_knownTail = loadAcquire(m_slot->tail);
    if (m_head - m_knownTail > m_ringBytes / 2)
        return false;
    put(firstWord(RecordType::Thinned, probeClock.now()));
    put(0);
    publish();
    m_isThin = 0;
    return true;
}

void ThreadWriter::leaveOut(bool isOfStep)
{
    if (isOfStep || m_isThin)
        startDropping();
    else
        startThinning();
}

bool ThreadWriter::mayWrite(bool isOfStep)
{
    if (m_isDropping && !resume())
        return false;
    return isOfStep || !m_isThin || stopThinning();
}

bool ThreadWriter::internName(const char* text, Name& name)
{
    if (m_names.findByAddress(text, name)) [[likely]]
        return true;
    return m_names.intern(text, name, [this](uint32_t id, const char* each, size_t bytes) {
        if (!hasRoom(fixedWords(RecordType::NameIs) + textWords(bytes)))
            return false;
        put(firstWord(RecordType::NameIs, id));
        put(bytes);
        putText(each, bytes);
        return true;
    });
}

/// Returns noId also if the text does not fit: it is tried again with the next call.
uint32_t ThreadWriter::internShapes(Inputs inputs, const Name& name)
{
    uint32_t id = noId;
    const auto hash = hashOfShapes(inputs, name.convolution);
    if (!hash)
        return id;
    m_shapes.intern(hash, id, [&](uint32_t newId) {
        const auto bytes = textOfShapes(inputs, name.convolution, m_shapesText, sizeof m_shapesText);
        if (!hasRoom(fixedWords(RecordType::ShapeIs) + textWords(bytes)))
            return false;
        put(firstWord(RecordType::ShapeIs, newId));
        put(bytes);
        putText(m_shapesText, bytes);
        return true;
    });
    return id;
}

bool ThreadWriter::enterOperator(const RecordFunction& function, Scope scope, bool withShapes)
{
    const bool isWritten = canEnter(false) && writeOperator(function, scope, withShapes);
    push(reinterpret_cast<uint64_t>(&function), isWritten);
    return isWritten;
}

bool ThreadWriter::writeOperator(const RecordFunction& function, Scope scope, bool withShapes)
{
    Name name{};
    if (!internName(torch.name(function), name)) [[unlikely]] {
        leaveOut(false);
        return false;
    }
    const auto shape = withShapes ? internShapes(torch.inputs(function), name) : noId;
    const auto sequence = torch.sequence(function);
    const auto type = scope == Scope::BackwardFunction ? RecordType::EnterBackward
                      : sequence >= 0                  ? RecordType::EnterSequence
                                                       : RecordType::Enter;
    if (!hasSpareRoom(3)) [[unlikely]] {
        leaveOut(false);
        return false;
    }
    const auto time = probeClock.now(); // last, so that a range does not include its own recording
    put(firstWord(type, time));
    put(pairOf(name.id, shape));
    if (type != RecordType::Enter)
        put(uint64_t(sequence));
    publish();
    syncIfDue(time);
    return true;
}

/// An asynchronous range ends on another thread or after its outer ranges, so it is recorded as a moment.
void ThreadWriter::enterUser(const RecordFunction& function, bool isAsync, bool isOfStep)
{
    const bool isWritten = writeNamed(RecordType::EnterUser, torch.name(function), isAsync, isOfStep);
    if (!isAsync)
        push(reinterpret_cast<uint64_t>(&function), isWritten);
}

bool ThreadWriter::writeNamed(RecordType type, const char* text, bool isMoment, bool isOfStep)
{
    if (!canEnter(isOfStep))
        return false;
    Name name{};
    const uint64_t words = 2 + isMoment;
    if (!internName(text, name) || !(isOfStep ? hasRoom(words) : hasSpareRoom(words))) {
        leaveOut(isOfStep);
        return false;
    }
    const auto time = probeClock.now();
    put(firstWord(type, time));
    put(pairOf(name.id, noId));
    if (isMoment)
        put(firstWord(RecordType::Exit, time));
    publish();
    syncIfDue(time);
    return true;
}

void ThreadWriter::enterPython(uint64_t frame, const char* name)
{
    const bool isWritten = writeNamed(RecordType::EnterPython, name, false, false);
    push(frame | pythonBit, isWritten);
}

void ThreadWriter::exitPython(uint64_t frame)
{
    const uint64_t key = frame | pythonBit;
    if (m_depth > mostDepth || m_isDropping || (m_depth > 0 && isOpen(m_depth - 1, key))) {
        exit(key);
        return;
    }
    auto at = m_depth;
    while (at > 0 && !isOpen(at - 1, key))
        --at;
    if (at == 0)
        return;
    if ((m_open[at - 1] & unwrittenBit) == 0) {
        if (!hasRoom(fixedWords(RecordType::ExitAround))) {
            exit(key);
            return;
        }
        put(firstWord(RecordType::ExitAround, probeClock.now()));
        put(writtenOf(at - 1));
        publish();
    }
    --m_depth;
    memmove(m_open + at - 1, m_open + at, (m_depth - (at - 1)) * sizeof m_open[0]);
}

void ThreadWriter::enterLayer(uint64_t module)
{
    const bool isOfStep = m_openLayers == 0; // it may be a network
    constexpr auto words = fixedWords(RecordType::EnterLayer);
    bool isWritten = canEnter(isOfStep);
    if (isWritten && !(isOfStep ? hasRoom(words) : hasSpareRoom(words))) {
        leaveOut(isOfStep);
        isWritten = false;
    }
    if (isWritten) {
        const auto time = probeClock.now();
        put(firstWord(RecordType::EnterLayer, time));
        put(module);
        publish();
        syncIfDue(time);
    }
    push(module | layerBit, isWritten);
    ++m_openLayers;
}

void ThreadWriter::exitInnermost(uint64_t time)
{
    --m_depth;
    if (m_depth >= mostDepth)
        return;
    const auto open = m_open[m_depth];
    m_openLayers -= uint32_t(open & layerBit);
    if (m_isDropping) [[unlikely]] {
        countDropped();
        m_leastDepth = m_depth < m_leastDepth ? m_depth : m_leastDepth;
        return;
    }
    if (open & unwrittenBit) [[unlikely]]
        return;
    if (!hasRoom(fixedWords(RecordType::Exit))) [[unlikely]] {
        startDropping();
        return;
    }
    put(firstWord(RecordType::Exit, time));
    publish();
}

void ThreadWriter::exitDownTo(uint32_t depth, uint64_t time)
{
    while (m_depth > depth)
        exitInnermost(time);
}

void ThreadWriter::exitOuter(uint64_t key, uint64_t time)
{
    if (m_depth > mostDepth) {
        --m_depth;
        return;
    }
    for (auto at = m_depth; at > 0; --at) {
        if (!isOpen(at - 1, key))
            continue;
        exitDownTo(at - 1, time);
        return;
    }
}

void ThreadWriter::exitLayer(uint64_t module)
{
    if (m_openLayers == 0)
        return;
    const auto time = probeClock.now();
    if (m_depth > mostDepth) {
        --m_depth;
        --m_openLayers;
        return;
    }
    for (auto at = m_depth; at > 0; --at) {
        if (!isOpen(at - 1, module | layerBit))
            continue;
        exitDownTo(at - 1, time);
        return;
    }
}

bool ThreadWriter::beginBackward()
{
    if (m_backwardDepth++ > 0)
        return false;
    if (hasRoom(fixedWords(RecordType::BackwardBegin))) {
        put(firstWord(RecordType::BackwardBegin, probeClock.now()));
        publish();
    }
    return true;
}

void ThreadWriter::endBackward()
{
    if (m_backwardDepth == 0 || --m_backwardDepth > 0)
        return;
    if (hasRoom(fixedWords(RecordType::BackwardEnd))) {
        put(firstWord(RecordType::BackwardEnd, probeClock.now()));
        publish();
    }
}

void ThreadWriter::follow()
{
    m_isFollowed = 1;
    m_isIncomplete = m_isDropping || m_isThin;
    m_followed = 0;
}

bool ThreadWriter::endFollowing()
{
    m_isFollowed = 0;
    return !m_isIncomplete && !m_isDropping && !m_isThin;
}

void ThreadWriter::putTensors(RecordType type, Inputs values)
{
    const auto words = describeTensors(values, m_tensors, mostTensorWords);
    if (m_isDropping || m_isThin || words > mostTensorWords || !hasSpareRoom(fixedWords(type) + words)) {
        m_isIncomplete = 1;
        return;
    }
    put(firstWord(type, 0));
    put(words * sizeof m_tensors[0]);
    for (size_t i = 0; i < words; ++i)
        put(m_tensors[i]);
    publish();
}

/// A function defined by the program ("MyFunction") does not report its outputs; the operators within it do.
void ThreadWriter::putInputs(const RecordFunction& function, bool isWritten)
{
    if (m_followed || !strstr(torch.name(function), "::"))
        return;
    if (!isWritten) {
        m_isIncomplete = 1;
        return;
    }
    m_followed = reinterpret_cast<uint64_t>(&function);
    putTensors(RecordType::Inputs, torch.inputs(function));
}

void ThreadWriter::putOutputs(const RecordFunction& function)
{
    if (m_followed != reinterpret_cast<uint64_t>(&function))
        return;
    m_followed = 0;
    putTensors(RecordType::Outputs, torch.outputs(function));
}

void ThreadWriter::memory(uint64_t address, int64_t bytes, int device)
{
    if ((m_isDropping || m_isThin) && !mayWrite(false)) [[unlikely]] {
        countDropped();
        return;
    }
    if (!hasSpareRoom(fixedWords(RecordType::Memory))) [[unlikely]] {
        leaveOut(false);
        return;
    }
    put(firstWord(RecordType::Memory, probeClock.now()));
    put(address);
    put(uint64_t(bytes));
    put(uint64_t(int64_t(device)));
    publish();
}

bool ThreadWriter::flagsAre(uint32_t flags)
{
    if (!hasRoom(fixedWords(RecordType::FlagsAre)))
        return false;
    put(firstWord(RecordType::FlagsAre, probeClock.now()));
    put(flags);
    publish();
    return true;
}

void ThreadWriter::value(ValueKind kind, double value, uint64_t time)
{
    if (!hasRoom(fixedWords(RecordType::Value))) {
        storeRelaxed(m_slot->dropped, m_slot->dropped + 1);
        return;
    }
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    put(firstWord(RecordType::Value, time));
    put(uint64_t(kind));
    put(bits);
    publish();
}

bool ThreadWriter::message(const char* text, size_t bytes)
{
    if (!hasRoom(fixedWords(RecordType::Message) + textWords(bytes)))
        return false;
    put(firstWord(RecordType::Message, probeClock.now()));
    put(bytes);
    putText(text, bytes);
    publish();
    return true;
}

} // namespace stepscope::probe
