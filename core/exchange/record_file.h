#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace stepscope {

/// CRC-32C (Castagnoli) as RFC 3720, appendix B.4 defines it: of "123456789" it is 0xe3069283.
uint32_t crc32c(std::string_view bytes);

/// What TFRecord files hold in a checksum's place: turned by 15 bits and moved, so that the checksum of data
/// that holds checksums is a good one too.
uint32_t maskedCrc32c(std::string_view bytes);

/// Appends a record as TFRecord files keep it: the length in eight bytes and its masked CRC in four, the
/// data, and the masked CRC of these; all numbers little-endian.
void appendRecord(std::string& file, std::string_view data);

} // namespace stepscope
