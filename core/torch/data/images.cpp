#include "core/torch/data/images.h"

#include <algorithm>

namespace stepscope {

Images::Images(torch::Tensor floats)
    : m_pixels(std::move(floats))
{
}

Images::Images(torch::Tensor bytes, torch::Tensor values)
    : m_pixels(std::move(bytes))
    , m_values(std::move(values))
{
}

Images Images::to(torch::Device device) const
{
    return device.is_cpu() && device == m_pixels.device() ? *this : Images(floats(m_pixels).to(device));
}

torch::Tensor Images::select(const torch::Tensor& numbers) const
{
    return floats(m_pixels.index_select(0, numbers));
}

torch::Tensor Images::range(int64_t first, int64_t count) const
{
    return floats(m_pixels.narrow(0, first, count));
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
