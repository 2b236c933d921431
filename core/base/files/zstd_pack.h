#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace stepscope {

/// The bytes as one zstd frame that includes their length and a checksum.
std::vector<std::byte> zstdPack(std::span<const std::byte> bytes);

/// Unpacks a frame that must hold exactly bytes.size() bytes into `bytes`. Throws Error for any other frame.
void zstdUnpack(std::span<const std::byte> frame, std::span<std::byte> bytes);

} // namespace stepscope
