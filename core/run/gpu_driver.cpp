#include "core/run/gpu_driver.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <fstream>
#include <sstream>

namespace stepscope {

namespace {

/// The few functions of the driver's library that are needed, as its documentation declares them: each
/// returns 0 when it succeeds.
class DriverLibrary
{
public:
    // Never closed: the driver keeps threads and handlers of its own.
    DriverLibrary()
        : m_handle(dlopen("libcuda.so.1", RTLD_LAZY | RTLD_LOCAL))
    {
    }

    template<typename... Arguments>
    bool call(const char* name, Arguments... arguments) const
    {
        using Function = int (*)(Arguments...);
        const auto function = m_handle ? reinterpret_cast<Function>(dlsym(m_handle, name)) : nullptr;
        return function && function(arguments...) == 0;
    }

private:
    void* m_handle;
};

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
    const DriverLibrary library;
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
        if (library.call("cuDeviceGet", &device, i) &&
            library.call("cuDeviceGetName", name.data(), int(name.size()) - 1, device) &&
            library.call("cuDeviceTotalMem_v2", &bytes, device))
            driver.gpus.push_back({name.data(), int64_t(bytes)});
    }
    return driver;
}

} // namespace

const GpuDriver& gpuDriver()
{
    static const GpuDriver driver = askDriver();
    return driver;
}

} // namespace stepscope
