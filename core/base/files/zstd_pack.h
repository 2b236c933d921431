#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace stepscope {

/// The bytes as one zstd frame with its length and a checksum in it.
std::vector<std::byte> zstdPack(std::span<const std::byte> bytes);

/// Unpacks a frame that must hold just bytes.size() bytes into them. Throws Error for any other frame.
void zstdUnpack(std::span<const std::byte> frame, std::span<std::byte> bytes);

} // namespace stepscope
