#pragma once

#include <cstdint>
#include <vector>

namespace stepscope {

/// The floats of an image's bytes: byte × factor + offset, of each channel. One product and one sum are what
/// compilers make vector instructions of, which a table of 256 floats would prevent.
struct Normalization
{
    std::vector<float> factors; ///< of each channel
    std::vector<float> offsets; ///< of each channel, as many
};

/// (byte / 255 - mean) / deviation of each channel. The deviations are not 0.
Normalization normalizationBy(const std::vector<double>& means, const std::vector<double>& deviations);

/// The float of each byte, of each channel: [channels, 256].
std::vector<float> normalizedBytes(const Normalization& normalization);

/// `count` bytes of one channel.
void normalizePlane(const uint8_t* from, int64_t count, float factor, float offset, float* to);

/// `count` pixels of four bytes each, red, green, blue and one that is ignored, to the three planes that
/// begin at `to` and are `plane` floats apart.
void normalizeColors(const uint8_t* from, int64_t count, const Normalization& normalization, float* to,
                     int64_t plane);

} // namespace stepscope
