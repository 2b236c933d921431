#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace stepscope {

/// The name of a call of CUDA's runtime by CUPTI's number for it (cupti_runtime_cbid.h); of one that is not
/// listed here "CUDA runtime call 256".
std::string cudaRuntimeCallName(int64_t number);
/// The same of CUDA's driver (cupti_driver_cbid.h).
std::string cudaDriverCallName(int64_t number);

/// "cudaLaunchKernel" of "cudaLaunchKernel_ptsz_v7000": without what tells of the version of the interface.
std::string_view plainCudaName(std::string_view name);

} // namespace stepscope
