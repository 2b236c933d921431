#include "core/torch/shared/engine_info.h"

#include "core/torch/shared/torch_headers.h"

#include <ATen/Version.h>

#include <dlfcn.h>
#include <regex>

namespace stepscope {

static std::string firstMatch(const std::string& text, const char* pattern)
{
    std::smatch match;
    return std::regex_search(text, match, std::regex(pattern)) ? match[1].str() : std::string();
}

/// OpenBLAS reports its version and the chosen kernels; other libraries are known only from LibTorch's build.
static std::string blasName(const std::string& config)
{
    if (void* symbol = dlsym(RTLD_DEFAULT, "openblas_get_config"))
        return reinterpret_cast<const char* (*)()>(symbol)();
    if (config.find("Math Kernel Library") != std::string::npos)
        return "MKL " + firstMatch(config, "Math Kernel Library Version ([0-9.]+)");
    return firstMatch(config, "BLAS_INFO=([A-Za-z0-9]+)");
}

EngineInfo readEngineInfo()
{
    const std::string config = at::show_config();
    EngineInfo info;
    info.version = firstMatch(config, "TORCH_VERSION=([^,\\s]+)");
    if (info.version.empty())
        info.version = TORCH_VERSION;
    info.buildOptions = config;
    info.blas = blasName(config);
    info.oneDnn = firstMatch(config, "MKL-DNN v([0-9.]+)");
    info.cudaBuild = firstMatch(config, "CUDA Runtime ([0-9.]+)");
    info.cudnn = firstMatch(config, "CuDNN ([0-9.]+)");
    if (void* symbol = dlsym(RTLD_DEFAULT, "cudaRuntimeGetVersion")) {
        int version = 0;
        if (reinterpret_cast<int (*)(int*)>(symbol)(&version) == 0)
            info.cudaRuntime = std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
    }
    info.threads = at::get_num_threads();
    return info;
}

} // namespace stepscope
