#include "core/exchange/record_file.h"

#include <array>

namespace stepscope {

namespace {

constexpr uint32_t polynomial = 0x82f63b78; // with the lowest bit first

constexpr std::array<uint32_t, 256> makeTable()
{
    std::array<uint32_t, 256> table{};
    for (uint32_t byte = 0; byte < table.size(); ++byte) {
        auto rest = byte;
        for (int bit = 0; bit < 8; ++bit)
            rest = (rest >> 1) ^ ((rest & 1) != 0 ? polynomial : 0);
        table[byte] = rest;
    }
    return table;
}

constexpr auto crcTable = makeTable();

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
    uint32_t crc = ~0U;
    for (const char byte : bytes)
        crc = crcTable[(crc ^ uint8_t(byte)) & 0xff] ^ (crc >> 8);
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
