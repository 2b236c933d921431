#include "core/torch/data/images.h"

#include <algorithm>
#include <utility>

namespace stepscope {

Images::Images(torch::Tensor floats)
    : m_pixels(std::move(floats))
    , m_shape(m_pixels.sizes().vec())
{
}

Images::Images(torch::Tensor bytes, torch::Tensor values)
    : m_pixels(std::move(bytes))
    , m_values(std::move(values))
    , m_shape(m_pixels.sizes().vec())
{
}

Images::Images(std::shared_ptr<const ImageFileReader> files, torch::Tensor values)
    : m_files(std::move(files))
    , m_values(std::move(values))
    , m_shape{m_files->count(), m_files->shape().channels, m_files->shape().rows, m_files->shape().columns}
{
}

Images Images::to(torch::Device device) const
{
    if (m_files || (device.is_cpu() && device == m_pixels.device()))
        return *this;
    return Images(floats(m_pixels).to(device));
}

torch::Tensor Images::select(const torch::Tensor& numbers) const
{
    return m_files ? decoded(numbers) : floats(m_pixels.index_select(0, numbers));
}

torch::Tensor Images::range(int64_t first, int64_t count) const
{
    return m_files ? decoded(torch::arange(first, first + count)) : floats(m_pixels.narrow(0, first, count));
}

void Images::write(int64_t number, float* to) const
{
    const int64_t plane = m_shape[2] * m_shape[3];
    const int64_t pixels = m_shape[1] * plane;
    if (!m_values.defined()) {
        std::copy_n(m_pixels.data_ptr<float>() + number * pixels, pixels, to);
        return;
    }
    const auto* values = m_values.data_ptr<float>();
    if (m_files) {
        m_files->read(number, values, to);
        return;
    }
    const uint8_t* from = m_pixels.data_ptr<uint8_t>() + number * pixels;
    for (int64_t channel = 0; channel < m_shape[1]; ++channel, values += 256)
        for (int64_t i = 0; i < plane; ++i)
            *to++ = values[*from++];
}

std::vector<float> Images::black() const
{
    std::vector<float> black(size_t(m_shape[1]), 0.0F);
    for (size_t channel = 0; m_values.defined() && channel < black.size(); ++channel)
        black[channel] = m_values.data_ptr<float>()[256 * channel];
    return black;
}

torch::Tensor Images::decoded(const torch::Tensor& numbers) const
{
    const auto result = torch::empty({numbers.size(0), m_shape[1], m_shape[2], m_shape[3]}, torch::kFloat32);
    const auto* number = numbers.data_ptr<int64_t>();
    auto* to = result.data_ptr<float>();
    const int64_t pixels = m_files->shape().pixels();
    at::parallel_for(0, numbers.size(0), 1, [=, this](int64_t begin, int64_t end) {
        for (auto i = begin; i < end; ++i)
            write(number[i], to + i * pixels);
    });
    return result;
}

/// Uses a plain loop, which a profile shows as one call: LibTorch's operators would make four passes over the
/// batch.
torch::Tensor Images::floats(const torch::Tensor& pixels) const
{
    if (!m_values.defined())
        return pixels;
    at::RecordFunction function(at::RecordScope::FUNCTION);
    if (function.isActive())
        function.before("stepscope::normalize");
    const at::DisableRecordFunctionGuard noRecording;
    const auto result = torch::empty(pixels.sizes(), torch::kFloat32);
    const auto* bytes = pixels.data_ptr<uint8_t>();
    const auto* values = m_values.data_ptr<float>();
    auto* to = result.data_ptr<float>();
    constexpr int64_t grain = 65'536; // pixels
    const auto channels = pixels.size(1);
    const auto planePixels = pixels.size(2) * pixels.size(3);
    at::parallel_for(0, pixels.size(0) * channels, std::max<int64_t>(1, grain / planePixels),
                     [=](int64_t begin, int64_t end) {
                         for (auto plane = begin; plane < end; ++plane) {
                             const auto* ofChannel = values + 256 * (plane % channels);
                             for (auto i = plane * planePixels; i < (plane + 1) * planePixels; ++i)
                                 to[i] = ofChannel[bytes[i]];
                         }
                     });
    return result;
}

} // namespace stepscope
