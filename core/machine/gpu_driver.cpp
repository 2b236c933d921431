#include "core/machine/gpu_driver.h"

#include "core/machine/optional_library.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <fstream>
#include <sstream>
#include <string_view>
#include <system_error>

namespace stepscope {

namespace {

/// The first word that looks like "550.90.07" or "535.161".
std::string versionIn(std::istream&& text)
{
    const auto isVersion = [](const std::string& word) {
        return std::isdigit(static_cast<unsigned char>(word[0])) && word.find('.') != std::string::npos &&
               std::ranges::all_of(word, [](unsigned char c) { return std::isdigit(c) || c == '.'; });
    };
    for (std::string word; text >> word;)
        if (isVersion(word))
            return word;
    return {};
}

GpuDriver askDriver()
{
    GpuDriver driver;
    driver.version = versionIn(std::ifstream("/proc/driver/nvidia/version"));
    const OptionalLibrary library("libcuda.so.1");
    int cuda = 0;
    if (library.call("cuDriverGetVersion", &cuda) && cuda > 0)
        driver.cudaVersion = fmt::format("{}.{}", cuda / 1000, cuda % 1000 / 10);
    int count = 0;
    if (!library.call("cuInit", 0U) || !library.call("cuDeviceGetCount", &count))
        return driver;
    for (int i = 0; i < count; ++i) {
        int device = 0;
        std::array<char, 256> name{};
        size_t bytes = 0;
        std::array<char, 64> bus{};
        if (library.call("cuDeviceGet", &device, i) &&
            library.call("cuDeviceGetName", name.data(), int(name.size()) - 1, device) &&
            library.call("cuDeviceTotalMem_v2", &bytes, device))
            driver.gpus.push_back(
                {name.data(), int64_t(bytes),
                 library.call("cuDeviceGetPCIBusId", bus.data(), int(bus.size()) - 1, device) ? bus.data()
                                                                                              : ""});
    }
    return driver;
}

} // namespace

const GpuDriver& gpuDriver()
{
    static const GpuDriver driver = askDriver();
    return driver;
}

std::string pciAddressOf(const std::string& gpu, const GpuDriver& (&driver)())
{
    constexpr std::string_view device = "cuda:";
    if (!gpu.starts_with(device))
        return gpu.find(':') == std::string::npos ? std::string() : gpu;
    const char* const end = gpu.data() + gpu.size();
    size_t number = 0;
    const auto parsed = std::from_chars(gpu.data() + device.size(), end, number);
    if (parsed.ec != std::errc() || parsed.ptr != end)
        return {};
    const auto& gpus = driver().gpus;
    return number < gpus.size() ? gpus[number].pciBusId : std::string();
}

} // namespace stepscope
