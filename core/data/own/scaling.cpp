#include "core/data/own/scaling.h"

#include <algorithm>
#include <cmath>
#include <cstring>
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

/// The nearest byte to a sum that is not negative; a half is rounded up, as by std::lround(), which is slow.
uint8_t rounded(float sum)
{
    const int whole = int(sum);
    return uint8_t(std::min(255, whole + int(sum - float(whole) >= 0.5F)));
}

using Four = float __attribute__((vector_size(16)));

/// Scales rows first, each once, and keeps those that the next row of the result needs.
class Scaling
{
public:
    Scaling(const PixelImage& image, int64_t rows, int64_t columns)
        : m_image(image)
        , m_across(tapsOf(image.shape.columns, columns))
        , m_down(tapsOf(image.shape.rows, rows))
        , m_values(columns * image.shape.channels)
        , m_wide(size_t(image.shape.columns * image.shape.channels + 1)) // colors() reads one more
        , m_sums(size_t(m_values))
    {
        for (const Taps& taps : m_down)
            m_kept = std::max(m_kept, int64_t(taps.weights.size()));
        m_narrow.resize(size_t(m_kept * m_values));
    }

    void write(uint8_t* to)
    {
        const int64_t channels = m_image.shape.channels;
        const auto columns = int64_t(m_across.size());
        int64_t ready = 0;
        for (const Taps& taps : m_down) {
            for (ready = std::max(ready, taps.first); ready < taps.first + int64_t(taps.weights.size());
                 ++ready)
                narrow(ready);
            addRows(taps);
            for (int64_t channel = 0; channel < channels; ++channel) {
                uint8_t* const row = to + channel * int64_t(m_down.size()) * columns;
                for (int64_t column = 0; column < columns; ++column)
                    row[column] = rounded(m_sums[size_t(column * channels + channel)]);
            }
            to += columns;
        }
    }

private:
    float* narrowRow(int64_t row) { return m_narrow.data() + row % m_kept * m_values; }

    void narrow(int64_t row)
    {
        const int64_t channels = m_image.shape.channels;
        const uint8_t* const from = m_image.pixels.data() + row * m_image.shape.columns * channels;
        std::copy_n(from, m_image.shape.columns * channels, m_wide.data());
        float* to = narrowRow(row);
        for (const Taps& taps : m_across) {
            const float* const pixels = m_wide.data() + taps.first * channels;
            if (channels == 3) {
                const Four sums = colors(taps, pixels);
                for (int k = 0; k < 3; ++k)
                    *to++ = sums[k];
                continue;
            }
            for (int64_t channel = 0; channel < channels; ++channel) {
                float sum = 0;
                for (size_t i = 0; i < taps.weights.size(); ++i)
                    sum += taps.weights[i] * pixels[int64_t(i) * channels + channel];
                *to++ = sum;
            }
        }
    }

    /// Of three colors, and of the value after them, which fills a vector register.
    static Four colors(const Taps& taps, const float* pixels)
    {
        Four sums{};
        for (const float weight : taps.weights) {
            Four values;
            std::memcpy(&values, pixels, sizeof(values));
            sums += weight * values;
            pixels += 3;
        }
        return sums;
    }

    void addRows(const Taps& taps)
    {
        std::ranges::fill(m_sums, 0.0F);
        for (size_t i = 0; i < taps.weights.size(); ++i) {
            const float weight = taps.weights[i];
            const float* const row = narrowRow(taps.first + int64_t(i));
            for (size_t k = 0; k < m_sums.size(); ++k)
                m_sums[k] += weight * row[k];
        }
    }

    const PixelImage& m_image;
    std::vector<Taps> m_across;
    std::vector<Taps> m_down;
    int64_t m_values; ///< of a row of the result
    int64_t m_kept = 1;
    std::vector<float> m_wide;
    std::vector<float> m_narrow; ///< m_kept rows
    std::vector<float> m_sums;
};

void separateChannels(const uint8_t* from, int64_t pixels, int64_t channels, uint8_t* to)
{
    for (int64_t channel = 0; channel < channels; ++channel) {
        for (int64_t i = 0; i < pixels; ++i)
            *to++ = from[i * channels + channel];
    }
}

} // namespace

void scaleImage(const PixelImage& image, int64_t rows, int64_t columns, uint8_t* to)
{
    const auto [channels, fromRows, fromColumns] = image.shape;
    if (rows == fromRows && columns == fromColumns) {
        separateChannels(image.pixels.data(), rows * columns, channels, to);
        return;
    }
    Scaling(image, rows, columns).write(to);
}

} // namespace stepscope
