#pragma once

#include "core/engine/engine.h"

#include <cstdint>
#include <string>
#include <vector>

namespace stepscope {

/// The machine and the software a run was measured on.
struct Environment
{
    std::string stepscopeVersion;
    std::string cpuModel;
    int processors = 0; ///< logical processors the process may use
    int64_t memoryBytes = 0;
    struct Gpu
    {
        std::string name;
        int64_t memoryBytes = 0;
    };
    std::vector<Gpu> gpus;
    std::string gpuDriver; ///< version of NVIDIA's driver and the CUDA release it supports, or empty
    std::string operatingSystem; ///< "Debian GNU/Linux 12 (bookworm)"
    std::string kernel;
    std::string hostName;
    std::string compiler; ///< that built Stepscope
    double loadAverage = 0.0; ///< of the last minute, when it was looked at
    EngineInfo engine;
};

/// Looks at the machine; the part of the engine is left empty.
Environment machineEnvironment();

std::string toJson(const Environment& environment);

} // namespace stepscope
