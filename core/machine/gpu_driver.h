#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace stepscope {

/// NVIDIA's GPUs as listed by their driver, without CUDA's libraries or LibTorch; empty without a driver.
struct GpuDriver
{
    struct Gpu
    {
        std::string name;
        int64_t memoryBytes = 0;
        std::string pciBusId; ///< "0000:3B:00.0", or empty
    };
    std::string version;     ///< "550.90.07"
    std::string cudaVersion; ///< the newest CUDA release it supports: "12.4"
    std::vector<Gpu> gpus;
};

/// Reads it once and remembers it: waking up the driver may take a second.
const GpuDriver& gpuDriver();

/// The PCI address of a GPU that is named by its number as a CUDA device of this process ("cuda:0"), or by
/// its address. Empty for any other text and if there is no such device. The driver is asked only for a
/// number.
std::string pciAddressOf(const std::string& gpu, const GpuDriver& (&driver)() = gpuDriver);

} // namespace stepscope
