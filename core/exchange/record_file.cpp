#include "core/exchange/record_file.h"

#include <isa-l/crc.h>

namespace stepscope {

namespace {

template<typename Number>
std::string littleEndian(Number number)
{
    std::string bytes;
    for (size_t i = 0; i < sizeof(Number); ++i)
        bytes += char(uint8_t(number >> (8 * i)));
    return bytes;
}

} // namespace

uint32_t crc32c(std::string_view bytes)
{
    uint32_t crc = ~0U; // isa-l leaves both inversions to the caller and takes the length as int
    while (!bytes.empty()) {
        const auto part = bytes.substr(0, 1 << 30);
        auto* data = reinterpret_cast<unsigned char*>(const_cast<char*>(part.data())); // isa-l only reads it
        crc = crc32_iscsi(data, int(part.size()), crc);
        bytes.remove_prefix(part.size());
    }
    return ~crc;
}

uint32_t maskedCrc32c(std::string_view bytes)
{
    const auto crc = crc32c(bytes);
    return ((crc >> 15) | (crc << 17)) + 0xa282ead8U;
}

void appendRecord(std::string& file, std::string_view data)
{
    const auto length = littleEndian(uint64_t(data.size()));
    file += length;
    file += littleEndian(maskedCrc32c(length));
    file += data;
    file += littleEndian(maskedCrc32c(data));
}

} // namespace stepscope
