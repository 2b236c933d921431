#include "core/machine/published_peak.h"

#include <algorithm>
#include <array>

namespace stepscope {

namespace {

constexpr double tera = 1e12;
constexpr double giga = 1e9;

constexpr PublishedPeak listed(std::string_view device, double float32, double tensorFloat32,
                               double tensorFloat16, double gigabytesPerSecond)
{
    return {device, float32 * tera, tensorFloat32 * tera, tensorFloat16 * tera, gigabytesPerSecond * giga};
}

/// From NVIDIA's data sheets and, for GeForce, its architecture white papers, in TFLOP/s and GB/s. Names are
/// without "NVIDIA", which drivers before 2021 left out.
constexpr std::array peaks = {
    listed("H200", 66.9, 494.7, 989.4, 4800),
    listed("H100 80GB HBM3", 66.9, 494.7, 989.4, 3350), // SXM5
    listed("H100 PCIe", 51.2, 378, 756.5, 2000),
    listed("A100-SXM4-40GB", 19.5, 156, 312, 1555),
    listed("A100-SXM4-80GB", 19.5, 156, 312, 2039),
    listed("A100-PCIE-40GB", 19.5, 156, 312, 1555),
    listed("A100 80GB PCIe", 19.5, 156, 312, 1935),
    listed("A10", 31.2, 62.5, 125, 600),
    listed("A40", 37.4, 74.8, 149.7, 696),
    listed("L4", 30.3, 60, 121, 300),
    listed("L40", 90.5, 90.5, 181.05, 864),
    listed("L40S", 91.6, 183, 362.05, 864),
    listed("GeForce RTX 3090", 35.6, 35.6, 71, 936),
    listed("GeForce RTX 4090", 82.6, 82.6, 165.2, 1008),
    listed("Tesla V100-SXM2-16GB", 15.7, 0, 125, 900),
    listed("Tesla V100-SXM2-32GB", 15.7, 0, 125, 900),
    listed("Tesla V100-PCIE-16GB", 14, 0, 112, 900),
    listed("Tesla V100-PCIE-32GB", 14, 0, 112, 900),
    listed("Tesla P100-PCIE-16GB", 9.3, 0, 0, 732),
    listed("Tesla T4", 8.1, 0, 65, 320),
};

} // namespace

std::optional<PublishedPeak> publishedPeak(std::string_view deviceName)
{
    constexpr std::string_view maker = "NVIDIA ";
    if (deviceName.starts_with(maker))
        deviceName.remove_prefix(maker.size());
    const auto found = std::ranges::find(peaks, deviceName, &PublishedPeak::device);
    return found == peaks.end() ? std::nullopt : std::optional(*found);
}

} // namespace stepscope
