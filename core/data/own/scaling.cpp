#include "core/data/own/scaling.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace stepscope {

namespace {

/// The pixels that a pixel of the result is made of.
struct Taps
{
    int64_t first = 0;
    std::vector<float> weights; ///< their sum is 1
};

std::vector<Taps> tapsOf(int64_t from, int64_t to)
{
    const double step = double(from) / double(to);
    const double reach = std::max(1.0, step);
    std::vector<Taps> all(static_cast<size_t>(to));
    for (int64_t i = 0; i < to; ++i) {
        const double center = (double(i) + 0.5) * step;
        const auto first = std::max<int64_t>(0, int64_t(std::floor(center - reach)));
        const auto end = std::min(from, int64_t(std::ceil(center + reach)));
        Taps& taps = all[size_t(i)];
        taps.first = first;
        double sum = 0;
        for (auto k = first; k < end; ++k) {
            const double weight = std::max(0.0, 1.0 - std::abs((double(k) + 0.5 - center) / reach));
            taps.weights.push_back(float(weight));
            sum += weight;
        }
        for (float& weight : taps.weights)
            weight = float(weight / sum);
    }
    return all;
}

} // namespace

void scaleImage(const PixelImage& image, int64_t rows, int64_t columns, uint8_t* to)
{
    const auto [channels, fromRows, fromColumns] = image.shape;
    if (rows == fromRows && columns == fromColumns) {
        for (int64_t channel = 0; channel < channels; ++channel) {
            for (int64_t i = 0; i < rows * columns; ++i)
                *to++ = image.pixels[size_t(i * channels + channel)];
        }
        return;
    }
    const auto across = tapsOf(fromColumns, columns);
    const auto down = tapsOf(fromRows, rows);
    // Rows are scaled once, although the rows of the result that follow each other share some.
    std::vector<float> narrow(size_t(fromRows * columns));
    for (int64_t channel = 0; channel < channels; ++channel) {
        for (int64_t row = 0; row < fromRows; ++row) {
            const uint8_t* const from = image.pixels.data() + row * fromColumns * channels + channel;
            for (int64_t column = 0; column < columns; ++column) {
                const Taps& taps = across[size_t(column)];
                const uint8_t* pixel = from + taps.first * channels;
                float sum = 0;
                for (const float weight : taps.weights) {
                    sum += weight * float(*pixel);
                    pixel += channels;
                }
                narrow[size_t(row * columns + column)] = sum;
            }
        }
        for (int64_t row = 0; row < rows; ++row) {
            const Taps& taps = down[size_t(row)];
            for (int64_t column = 0; column < columns; ++column) {
                const float* pixel = narrow.data() + taps.first * columns + column;
                float sum = 0;
                for (const float weight : taps.weights) {
                    sum += weight * *pixel;
                    pixel += columns;
                }
                *to++ = uint8_t(std::clamp(std::lround(sum), 0L, 255L));
            }
        }
    }
}

} // namespace stepscope
