#include "core/torch/data/samples.h"

#include <algorithm>
#include <utility>

namespace stepscope {

Samples::Samples(torch::Tensor inputs)
    : m_stored(std::move(inputs))
    , m_shape(m_stored.sizes().vec())
{
}

Samples::Samples(torch::Tensor bytes, torch::Tensor values)
    : m_stored(std::move(bytes))
    , m_values(std::move(values))
    , m_shape(m_stored.sizes().vec())
{
}

Samples::Samples(std::shared_ptr<const ImageFileReader> files, torch::Tensor values)
    : m_files(std::move(files))
    , m_values(std::move(values))
    , m_shape{m_files->count(), m_files->shape().channels, m_files->shape().rows, m_files->shape().columns}
{
}

Samples Samples::to(torch::Device device) const
{
    if (m_files || (device.is_cpu() && device == m_stored.device()))
        return *this;
    return Samples(inputs(m_stored).to(device));
}

torch::Tensor Samples::select(const torch::Tensor& numbers) const
{
    return m_files ? decoded(numbers) : inputs(m_stored.index_select(0, numbers));
}

torch::Tensor Samples::range(int64_t first, int64_t count) const
{
    return m_files ? decoded(torch::arange(first, first + count)) : inputs(m_stored.narrow(0, first, count));
}

void Samples::write(int64_t number, float* to) const
{
    const int64_t plane = m_shape[2] * m_shape[3];
    const int64_t pixels = m_shape[1] * plane;
    if (!m_values.defined()) {
        std::copy_n(m_stored.data_ptr<float>() + number * pixels, pixels, to);
        return;
    }
    const auto* values = m_values.data_ptr<float>();
    if (m_files) {
        m_files->read(number, values, to);
        return;
    }
    const uint8_t* from = m_stored.data_ptr<uint8_t>() + number * pixels;
    for (int64_t channel = 0; channel < m_shape[1]; ++channel, values += 256)
        for (int64_t i = 0; i < plane; ++i)
            *to++ = values[*from++];
}

std::vector<float> Samples::black() const
{
    std::vector<float> black(size_t(m_shape[1]), 0.0F);
    for (size_t channel = 0; m_values.defined() && channel < black.size(); ++channel)
        black[channel] = m_values.data_ptr<float>()[256 * channel];
    return black;
}

torch::Tensor Samples::decoded(const torch::Tensor& numbers) const
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
torch::Tensor Samples::inputs(const torch::Tensor& stored) const
{
    if (!m_values.defined())
        return stored;
    at::RecordFunction function(at::RecordScope::FUNCTION);
    if (function.isActive())
        function.before("stepscope::normalize");
    const at::DisableRecordFunctionGuard noRecording;
    const auto result = torch::empty(stored.sizes(), torch::kFloat32);
    const auto* bytes = stored.data_ptr<uint8_t>();
    const auto* values = m_values.data_ptr<float>();
    auto* to = result.data_ptr<float>();
    constexpr int64_t grain = 65'536; // pixels
    const auto channels = stored.size(1);
    const auto planePixels = stored.size(2) * stored.size(3);
    at::parallel_for(0, stored.size(0) * channels, std::max<int64_t>(1, grain / planePixels),
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
