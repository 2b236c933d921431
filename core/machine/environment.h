#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace stepscope {

/// The LibTorch in use, for the report's environment table.
struct EngineInfo
{
    std::string version;      ///< of LibTorch
    std::string buildOptions; ///< at::show_config()
    std::string blas;      ///< the linear algebra library that was loaded, with its version if it reports one
    std::string oneDnn;    ///< version, or empty
    std::string cudaBuild; ///< the CUDA release it was built with, or empty
    std::string cudaRuntime; ///< as loaded, or empty
    std::string cudnn;       ///< or empty
    std::string nccl;        ///< or empty
    int threads = 0;         ///< its default number of threads per operator
};

/// The machine and the software a run was measured on.
struct Environment
{
    std::string stepscopeVersion;
    std::string cpuModel;
    int processors = 0;      ///< logical processors the process may use
    int64_t memoryBytes = 0; ///< in the machine, or in the process's container where that is less
    struct Gpu
    {
        std::string name;
        int64_t memoryBytes = 0;
    };
    std::vector<Gpu> gpus;
    std::string gpuDriver;       ///< version of NVIDIA's driver and the CUDA release it supports, or empty
    std::string operatingSystem; ///< "Debian GNU/Linux 12 (bookworm)"
    std::string kernel;
    std::string hostName;
    std::string compiler;     ///< that built Stepscope
    double loadAverage = 0.0; ///< over the last minute, at the time of recording
    EngineInfo engine;
    /// A program that was recorded, other than Stepscope; empty without one.
    struct Program
    {
        std::string command; ///< with its arguments
        std::string folder;  ///< the folder in which it was started
        std::string python;  ///< version
        /// Git's state of the folder, as a sentence in English: see revisionText(). Empty outside a
        /// repository.
        std::string revision;
    };
    Program program;
};

/// Examines the machine; leaves the engine's part empty. The first call on a machine with a GPU may take a
/// second, until its driver has woken up.
Environment machineEnvironment();

/// The number of logical processors that this process may use: those it is bound to, and no more than its
/// container's share.
int availableProcessors();

/// The memory that this process may use: that of the machine, and no more than its container's limit.
int64_t usableMemoryBytes();

/// "AMD EPYC 9654 96-Core Processor".
std::string cpuModelName();

/// Whether it describes a machine: that of an imported run does not.
bool isKnown(const Environment& environment);

/// An object with every key of Environment in snake_case, the engine's under "engine", and those of a
/// program, if any, under "program".
std::string toJson(const Environment& environment);

/// The reverse; missing keys stay empty. Throws Error.
Environment environmentFromJson(std::string_view json);

} // namespace stepscope
