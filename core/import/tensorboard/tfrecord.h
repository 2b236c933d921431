#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace stepscope {

/// Reads a TFRecord file record by record: length, its checksum, data, their checksum. A record whose data
/// have a wrong checksum is left out and counted; after a wrong length, reading stops.
class TfRecordReader
{
public:
    /// Reads up to `size` bytes, fewer only at the end.
    using Read = std::function<size_t(char* to, size_t size)>;

    /// `start` is the position in the file where `read` begins, the start of a record.
    explicit TfRecordReader(Read read, int64_t start = 0);

    /// The data of the next valid record, until the next call; none after the last.
    std::optional<std::string_view> next();

    /// The position of the first record that has not been read completely.
    int64_t offset() const { return m_offset; }
    /// The file ends within a record: it is cut short or still being written.
    bool endsInRecord() const { return m_endsInRecord; }
    /// The number of records left out.
    int64_t wrongChecksums() const { return m_wrongChecksums; }
    /// Why reading stopped: "the length of its record at byte 1,234 is damaged". Empty for an undamaged file.
    const std::string& damage() const { return m_damage; }

private:
    bool fill(size_t bytes);

    Read m_read;
    std::string m_buffer;
    size_t m_begin = 0; ///< start of the unused bytes
    int64_t m_offset;
    int64_t m_wrongChecksums = 0;
    bool m_endsInRecord = false;
    std::string m_damage;
};

/// Whether these are the first bytes of a TFRecord file.
bool isTfRecordHead(std::string_view head);

} // namespace stepscope
