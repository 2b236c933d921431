#include "core/data/own/normalization.h"

#include <array>
#include <bit>
#include <cstring>
#include <numeric>

namespace stepscope {

Normalization normalizationBy(const std::vector<double>& means, const std::vector<double>& deviations)
{
    Normalization normalization;
    for (size_t channel = 0; channel < means.size(); ++channel) {
        normalization.factors.push_back(float(1.0 / (255.0 * deviations[channel])));
        normalization.offsets.push_back(float(-means[channel] / deviations[channel]));
    }
    return normalization;
}

std::vector<float> normalizedBytes(const Normalization& normalization)
{
    std::array<uint8_t, 256> bytes{};
    std::iota(bytes.begin(), bytes.end(), uint8_t(0));
    std::vector<float> values(bytes.size() * normalization.factors.size());
    for (size_t channel = 0; channel < normalization.factors.size(); ++channel)
        normalizePlane(bytes.data(), int64_t(bytes.size()), normalization.factors[channel],
                       normalization.offsets[channel], values.data() + bytes.size() * channel);
    return values;
}

void normalizePlane(const uint8_t* from, int64_t count, float factor, float offset, float* to)
{
    for (int64_t i = 0; i < count; ++i)
        to[i] = float(int(from[i])) * factor + offset;
}

/// Reads a pixel as one number: single bytes at a distance of four would take half again as long.
void normalizeColors(const uint8_t* from, int64_t count, const Normalization& normalization, float* to,
                     int64_t plane)
{
    constexpr bool isLittle = std::endian::native == std::endian::little;
    constexpr std::array<int, 3> shifts = isLittle ? std::array{0, 8, 16} : std::array{24, 16, 8};
    const auto& [factors, offsets] = normalization;
    const std::array factor = {factors[0], factors[1], factors[2]};
    const std::array offset = {offsets[0], offsets[1], offsets[2]};
    float* __restrict const red = to;
    float* __restrict const green = to + plane;
    float* __restrict const blue = to + 2 * plane;
    for (int64_t i = 0; i < count; ++i) {
        uint32_t pixel = 0;
        std::memcpy(&pixel, from + 4 * i, sizeof(pixel));
        red[i] = float(int(pixel >> shifts[0] & 255)) * factor[0] + offset[0];
        green[i] = float(int(pixel >> shifts[1] & 255)) * factor[1] + offset[1];
        blue[i] = float(int(pixel >> shifts[2] & 255)) * factor[2] + offset[2];
    }
}

} // namespace stepscope
