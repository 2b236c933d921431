#include "core/import/tensorboard/tfrecord.h"

#include "core/base/text/format.h"
#include "core/exchange/record_file.h"
#include "core/language/translation.h"

#include <algorithm>

namespace stepscope {

namespace {

constexpr size_t lengthBytes = 8;
constexpr size_t checksumBytes = 4;
constexpr size_t headerBytes = lengthBytes + checksumBytes;
constexpr size_t readBytes = 1 << 20;          // per read, so that a wrong length costs no more memory
constexpr uint64_t longestRecord = 1ULL << 31; // the limit of protocol buffers

template<typename Number>
Number littleEndian(std::string_view bytes)
{
    Number number = 0;
    for (size_t i = 0; i < sizeof(Number); ++i)
        number |= Number(uint8_t(bytes[i])) << (8 * i);
    return number;
}

bool isChecksumOf(std::string_view checksum, std::string_view bytes)
{
    return littleEndian<uint32_t>(checksum) == maskedCrc32c(bytes);
}

} // namespace

TfRecordReader::TfRecordReader(Read read, int64_t start)
    : m_read(std::move(read))
    , m_offset(start)
{
}

bool TfRecordReader::fill(size_t bytes)
{
    while (m_buffer.size() - m_begin < bytes) {
        m_buffer.erase(0, m_begin);
        m_begin = 0;
        const size_t before = m_buffer.size();
        const size_t wanted = std::max(readBytes, std::min(before, bytes - before));
        m_buffer.resize(before + wanted);
        const size_t count = m_read(m_buffer.data() + before, wanted);
        m_buffer.resize(before + count);
        if (count == 0)
            return false;
    }
    return true;
}

std::optional<std::string_view> TfRecordReader::next()
{
    while (m_damage.empty()) {
        m_endsInRecord = false;
        if (!fill(headerBytes)) {
            m_endsInRecord = m_buffer.size() > m_begin;
            return std::nullopt;
        }
        const auto header = std::string_view(m_buffer).substr(m_begin, headerBytes);
        const auto length = littleEndian<uint64_t>(header);
        if (!isChecksumOf(header.substr(lengthBytes), header.substr(0, lengthBytes)) ||
            length > longestRecord) {
            m_damage = translated("the length of its record at byte {position} is damaged",
                                  {{"position", formatCount(m_offset)}});
            break;
        }
        const size_t whole = headerBytes + size_t(length) + checksumBytes;
        if (!fill(whole)) {
            m_endsInRecord = true;
            return std::nullopt;
        }
        const auto record = std::string_view(m_buffer).substr(m_begin, whole);
        m_begin += whole;
        m_offset += int64_t(whole);
        const auto data = record.substr(headerBytes, size_t(length));
        if (isChecksumOf(record.substr(whole - checksumBytes), data))
            return data;
        ++m_wrongChecksums;
    }
    return std::nullopt;
}

bool isTfRecordHead(std::string_view head)
{
    return head.size() >= headerBytes &&
           isChecksumOf(head.substr(lengthBytes, checksumBytes), head.substr(0, lengthBytes));
}

} // namespace stepscope
