#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace stepscope {

/// The name of a CUDA runtime call by its CUPTI number (cupti_runtime_cbid.h); "CUDA runtime call 256" if it
/// is not listed here.
std::string cudaRuntimeCallName(int64_t number);
/// The same for the CUDA driver (cupti_driver_cbid.h).
std::string cudaDriverCallName(int64_t number);

/// "cudaLaunchKernel" of "cudaLaunchKernel_ptsz_v7000": without the suffixes for the interface version.
std::string_view plainCudaName(std::string_view name);

} // namespace stepscope
