#pragma once

#include <cstdint>
#include <filesystem>

namespace stepscope {

/// The resources that a container or service manager (cgroup version 2, else 1) allows this process; 0: no
/// limit.
struct CgroupLimits
{
    double processors = 0.0;
    int64_t memoryBytes = 0;
};

/// The tightest limits of the process's group and its parents. `proc` and `cgroups` are the file systems to
/// read, for tests.
CgroupLimits cgroupLimits(const std::filesystem::path& proc = "/proc",
                          const std::filesystem::path& cgroups = "/sys/fs/cgroup");

} // namespace stepscope
