#include "core/import/cuda/cuda_call_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>

namespace stepscope {

namespace {

struct Entry
{
    int16_t number;
    const char* name;
};

/// The calls that launch, copy, set, wait and allocate, and other frequent ones.
constexpr auto runtimeCalls = std::to_array<Entry>({
    {3, "cudaGetDeviceCount"},
    {4, "cudaGetDeviceProperties"},
    {8, "cudaConfigureCall"},
    {9, "cudaSetupArgument"},
    {10, "cudaGetLastError"},
    {11, "cudaPeekAtLastError"},
    {13, "cudaLaunch"},
    {14, "cudaFuncSetCacheConfig"},
    {15, "cudaFuncGetAttributes"},
    {16, "cudaSetDevice"},
    {17, "cudaGetDevice"},
    {19, "cudaSetDeviceFlags"},
    {20, "cudaMalloc"},
    {21, "cudaMallocPitch"},
    {22, "cudaFree"},
    {23, "cudaMallocArray"},
    {24, "cudaFreeArray"},
    {25, "cudaMallocHost"},
    {26, "cudaFreeHost"},
    {27, "cudaHostAlloc"},
    {28, "cudaHostGetDevicePointer"},
    {30, "cudaMemGetInfo"},
    {31, "cudaMemcpy"},
    {32, "cudaMemcpy2D"},
    {33, "cudaMemcpyToArray"},
    {34, "cudaMemcpy2DToArray"},
    {35, "cudaMemcpyFromArray"},
    {36, "cudaMemcpy2DFromArray"},
    {37, "cudaMemcpyArrayToArray"},
    {38, "cudaMemcpy2DArrayToArray"},
    {39, "cudaMemcpyToSymbol"},
    {40, "cudaMemcpyFromSymbol"},
    {41, "cudaMemcpyAsync"},
    {42, "cudaMemcpyToArrayAsync"},
    {43, "cudaMemcpyFromArrayAsync"},
    {44, "cudaMemcpy2DAsync"},
    {45, "cudaMemcpy2DToArrayAsync"},
    {46, "cudaMemcpy2DFromArrayAsync"},
    {47, "cudaMemcpyToSymbolAsync"},
    {48, "cudaMemcpyFromSymbolAsync"},
    {49, "cudaMemset"},
    {50, "cudaMemset2D"},
    {51, "cudaMemsetAsync"},
    {52, "cudaMemset2DAsync"},
    {55, "cudaBindTexture"},
    {58, "cudaUnbindTexture"},
    {123, "cudaThreadExit"},
    {126, "cudaThreadSynchronize"},
    {129, "cudaStreamCreate"},
    {130, "cudaStreamDestroy"},
    {131, "cudaStreamSynchronize"},
    {132, "cudaStreamQuery"},
    {133, "cudaEventCreate"},
    {134, "cudaEventCreateWithFlags"},
    {135, "cudaEventRecord"},
    {136, "cudaEventDestroy"},
    {137, "cudaEventSynchronize"},
    {138, "cudaEventQuery"},
    {139, "cudaEventElapsedTime"},
    {140, "cudaMalloc3D"},
    {141, "cudaMalloc3DArray"},
    {142, "cudaMemset3D"},
    {143, "cudaMemset3DAsync"},
    {144, "cudaMemcpy3D"},
    {145, "cudaMemcpy3DAsync"},
    {147, "cudaStreamWaitEvent"},
    {151, "cudaPointerGetAttributes"},
    {152, "cudaHostRegister"},
    {153, "cudaHostUnregister"},
    {154, "cudaDeviceCanAccessPeer"},
    {155, "cudaDeviceEnablePeerAccess"},
    {160, "cudaMemcpyPeer"},
    {161, "cudaMemcpyPeerAsync"},
    {162, "cudaMemcpy3DPeer"},
    {163, "cudaMemcpy3DPeerAsync"},
    {164, "cudaDeviceReset"},
    {165, "cudaDeviceSynchronize"},
    {166, "cudaDeviceGetLimit"},
    {167, "cudaDeviceSetLimit"},
    {171, "cudaProfilerStart"},
    {172, "cudaProfilerStop"},
    {197, "cudaStreamAddCallback"},
    {198, "cudaStreamCreateWithFlags"},
    {200, "cudaDeviceGetAttribute"},
    {201, "cudaStreamDestroy"},
    {202, "cudaStreamCreateWithPriority"},
    {206, "cudaMallocManaged"},
    {210, "cudaOccupancyMaxActiveBlocksPerMultiprocessor"},
    {211, "cudaLaunchKernel"},
    {213, "cudaLaunch"},
    {214, "cudaLaunchKernel"},
    {215, "cudaMemcpy"},
    {216, "cudaMemcpy2D"},
    {225, "cudaMemcpyAsync"},
    {228, "cudaMemcpy2DAsync"},
    {233, "cudaMemset"},
    {235, "cudaMemsetAsync"},
    {239, "cudaStreamSynchronize"},
    {240, "cudaStreamQuery"},
    {242, "cudaEventRecord"},
    {246, "cudaMemcpy3DAsync"},
    {247, "cudaStreamWaitEvent"},
    {251, "cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags"},
    {252, "cudaMemPrefetchAsync"},
    {254, "cudaMemAdvise"},
    {269, "cudaLaunchCooperativeKernel"},
    {270, "cudaLaunchCooperativeKernel"},
    {272, "cudaLaunchCooperativeKernelMultiDevice"},
    {273, "cudaFuncSetAttribute"},
    {284, "cudaLaunchHostFunc"},
    {310, "cudaGraphInstantiate"},
    {311, "cudaGraphLaunch"},
    {312, "cudaGraphLaunch"},
    {315, "cudaStreamBeginCapture"},
    {317, "cudaStreamIsCapturing"},
    {319, "cudaStreamEndCapture"},
    {430, "cudaLaunchKernelExC"},
    {431, "cudaLaunchKernelExC"},
});

constexpr auto driverCalls = std::to_array<Entry>({
    {1, "cuInit"},
    {3, "cuDeviceGet"},
    {9, "cuDeviceGetAttribute"},
    {10, "cuCtxCreate"},
    {14, "cuCtxPushCurrent"},
    {15, "cuCtxPopCurrent"},
    {17, "cuCtxSynchronize"},
    {18, "cuModuleLoad"},
    {19, "cuModuleLoadData"},
    {20, "cuModuleLoadDataEx"},
    {21, "cuModuleLoadFatBinary"},
    {22, "cuModuleUnload"},
    {23, "cuModuleGetFunction"},
    {115, "cuLaunch"},
    {116, "cuLaunchGrid"},
    {117, "cuLaunchGridAsync"},
    {118, "cuEventCreate"},
    {119, "cuEventRecord"},
    {120, "cuEventQuery"},
    {121, "cuEventSynchronize"},
    {124, "cuStreamCreate"},
    {125, "cuStreamQuery"},
    {126, "cuStreamSynchronize"},
    {216, "cuMemsetD8Async"},
    {218, "cuMemsetD16Async"},
    {220, "cuMemsetD32Async"},
    {249, "cuMemsetD8"},
    {250, "cuMemsetD16"},
    {251, "cuMemsetD32"},
    {276, "cuMemcpyHtoD"},
    {277, "cuMemcpyHtoDAsync"},
    {278, "cuMemcpyDtoH"},
    {279, "cuMemcpyDtoHAsync"},
    {280, "cuMemcpyDtoD"},
    {281, "cuMemcpyDtoDAsync"},
    {287, "cuMemcpy2D"},
    {289, "cuMemcpy2DAsync"},
    {290, "cuMemcpy3D"},
    {291, "cuMemcpy3DAsync"},
    {295, "cuStreamWaitEvent"},
    {304, "cuCtxGetCurrent"},
    {305, "cuMemcpy"},
    {306, "cuMemcpyAsync"},
    {307, "cuLaunchKernel"},
    {310, "cuPointerGetAttribute"},
    {318, "cuMemcpyPeer"},
    {319, "cuMemcpyPeerAsync"},
    {418, "cuMemcpyAsync"},
    {421, "cuMemcpyHtoDAsync"},
    {422, "cuMemcpyDtoHAsync"},
    {423, "cuMemcpyDtoDAsync"},
    {440, "cuStreamSynchronize"},
    {442, "cuLaunchKernel"},
    {477, "cuLaunchCooperativeKernel"},
    {513, "cuGraphInstantiate"},
    {514, "cuGraphLaunch"},
    {515, "cuGraphLaunch"},
    {527, "cuLaunchHostFunc"},
    {652, "cuLaunchKernelEx"},
});

std::string nameOf(std::span<const Entry> entries, int64_t number, const char* otherwise)
{
    const auto found = std::ranges::find(entries, number, &Entry::number);
    return found == entries.end() ? fmt::format("{} {}", otherwise, number) : std::string(found->name);
}

} // namespace

std::string cudaRuntimeCallName(int64_t number)
{
    return nameOf(runtimeCalls, number, "CUDA runtime call");
}

std::string cudaDriverCallName(int64_t number)
{
    return nameOf(driverCalls, number, "CUDA driver call");
}

std::string_view plainCudaName(std::string_view name)
{
    const size_t version = name.rfind("_v");
    constexpr size_t fewest = 4; // "_v2" is part of a driver's name
    if (version != std::string_view::npos && name.size() - version - 2 >= fewest &&
        name.find_first_not_of("0123456789", version + 2) == std::string_view::npos)
        name = name.substr(0, version);
    for (const std::string_view stream : {"_ptsz", "_ptds"}) {
        if (name.ends_with(stream))
            name.remove_suffix(stream.size());
    }
    return name;
}

} // namespace stepscope
