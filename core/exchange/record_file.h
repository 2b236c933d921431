#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace stepscope {

/// CRC-32C (Castagnoli) as defined in RFC 3720, appendix B.4: 0xe3069283 for "123456789".
uint32_t crc32c(std::string_view bytes);

/// The masked checksum of TFRecord files: rotated by 15 bits and offset, so that checksums of data that
/// contain checksums stay good.
uint32_t maskedCrc32c(std::string_view bytes);

/// Appends a record in TFRecord format: the length in eight bytes and its masked CRC in four, the data, and
/// the masked CRC of the data; all numbers are little-endian.
void appendRecord(std::string& file, std::string_view data);

} // namespace stepscope
