#include "core/record/probe_file.h"

#include "core/base/error.h"
#include "core/base/system_reason.h"
#include "core/language/translation.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace stepscope {

using probe::Header;
using probe::Thread;

static constexpr uint64_t slotOffset(size_t thread)
{
    return probe::headerBytes + thread * sizeof(Thread);
}

size_t ProbeFile::readAt(uint64_t offset, void* to, size_t bytes) const
{
    size_t done = 0;
    while (done < bytes) {
        const auto read =
            pread(m_file.number(), static_cast<char*>(to) + done, bytes - done, off_t(offset + done));
        if (read < 0 && errno == EINTR)
            continue;
        if (read <= 0)
            break;
        done += size_t(read);
    }
    return done;
}

template<typename Number>
Number ProbeFile::at(uint64_t offset) const
{
    Number value{};
    readAt(offset, &value, sizeof(value));
    return value;
}

template<typename Number>
void ProbeFile::set(uint64_t offset, Number value)
{
    while (pwrite(m_file.number(), &value, sizeof(value), off_t(offset)) < 0 && errno == EINTR) {
    }
}

ProbeFile::ProbeFile(const std::filesystem::path& path)
    : m_file(open(path.c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK))
{
    const auto fail = [&](const std::string& reason) {
        return Error(translated("The recording of a process in {file} cannot be read: {reason}.",
                                {{"file", path.string()}, {"reason", reason}}));
    };
    struct stat found = {};
    if (!m_file.isOpen() || fstat(m_file.number(), &found) != 0)
        throw fail(systemReason());
    if (!S_ISREG(found.st_mode))
        throw fail(translated("it is not a regular file"));
    Header header;
    if (readAt(0, &header, sizeof(header)) < sizeof(header))
        throw fail(translated("it is too short"));
    if (header.magic != probe::magic || header.version != probe::version)
        throw fail(translated("it was not written by the probe of this version of Stepscope"));
    m_bytes = std::min(uint64_t(found.st_size), probe::fileBytes);
    m_process = header.pid;
    m_startNs = header.startMonotonicNs;
    m_isPython = header.isPython != 0;
    if (header.clock == uint32_t(probe::Clock::TimeStampCounter))
        m_clock = probe::Clock::TimeStampCounter;
}

probe::State ProbeFile::state() const
{
    return probe::State(at<uint32_t>(offsetof(Header, state)));
}

std::string ProbeFile::refusal() const
{
    char text[probe::refusalBytes] = {};
    readAt(offsetof(Header, refusal), text, sizeof(text) - 1);
    return text;
}

void ProbeFile::setFlags(uint32_t flags)
{
    set(offsetof(Header, flags), flags);
}

size_t ProbeFile::threads() const
{
    if (m_bytes <= probe::ringsOffset)
        return 0;
    return std::min(at<uint32_t>(offsetof(Header, threadCount)), probe::threadSlots);
}

int64_t ProbeFile::threadId(size_t thread) const
{
    return at<int64_t>(slotOffset(thread) + offsetof(Thread, threadId));
}

uint64_t ProbeFile::threadHandle(size_t thread) const
{
    return at<uint64_t>(slotOffset(thread) + offsetof(Thread, handle));
}

uint64_t ProbeFile::dropped(size_t thread) const
{
    return at<uint64_t>(slotOffset(thread) + offsetof(Thread, dropped));
}

uint64_t ProbeFile::droppedWithoutRing() const
{
    return at<uint64_t>(offsetof(Header, droppedWithoutRing));
}

bool ProbeFile::take(size_t thread, std::vector<uint64_t>& words)
{
    constexpr uint64_t wordBytes = sizeof(uint64_t);
    m_tails.resize(std::max(m_tails.size(), thread + 1));
    m_isDamaged.resize(m_tails.size());
    if (m_isDamaged[thread])
        return false;
    const auto ring = at<Thread>(slotOffset(thread));
    if (ring.ringBytes == 0)
        return true; // it is being set up
    const uint64_t tail = m_tails[thread];
    const bool isInFile = std::has_single_bit(ring.ringBytes) && ring.ringBytes >= wordBytes &&
                          ring.ringBytes <= m_bytes && ring.ringOffset >= probe::ringsOffset &&
                          ring.ringOffset <= m_bytes - ring.ringBytes && ring.ringOffset % wordBytes == 0;
    m_isDamaged[thread] =
        !isInFile || ring.head < tail || ring.head - tail > ring.ringBytes || ring.head % wordBytes != 0;
    if (m_isDamaged[thread])
        return false;
    const uint64_t from = tail % ring.ringBytes;
    const uint64_t bytes = ring.head - tail;
    const uint64_t untilEnd = std::min(bytes, ring.ringBytes - from);
    const size_t before = words.size();
    words.resize(before + bytes / wordBytes);
    auto* const to = reinterpret_cast<char*>(words.data() + before);
    const bool isWhole = readAt(ring.ringOffset + from, to, untilEnd) == untilEnd &&
                         readAt(ring.ringOffset, to + untilEnd, bytes - untilEnd) == bytes - untilEnd;
    m_isDamaged[thread] = !isWhole;
    if (!isWhole) {
        words.resize(before);
        return false;
    }
    m_tails[thread] = ring.head;
    set(slotOffset(thread) + offsetof(Thread, tail), ring.head);
    return true;
}

} // namespace stepscope
