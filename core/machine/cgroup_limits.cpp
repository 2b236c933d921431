#include "core/machine/cgroup_limits.h"

#include <fstream>
#include <string>

namespace stepscope {

namespace {

namespace fs = std::filesystem;

/// Returns 0 when there is no such file or number ("max" means no limit).
double numberIn(const fs::path& file)
{
    std::ifstream input(file);
    double number = 0;
    return input >> number ? number : 0;
}

void tighten(double& limit, double found)
{
    if (found > 0 && (limit == 0 || found < limit))
        limit = found;
}

struct Limits
{
    double processors = 0;
    double memory = 0;

    void readFrom(const fs::path& group)
    {
        double quota = 0;
        double period = 0;
        if (std::ifstream unified(group / "cpu.max"); unified >> quota >> period && period > 0)
            tighten(processors, quota / period);
        quota = numberIn(group / "cpu.cfs_quota_us");
        period = numberIn(group / "cpu.cfs_period_us");
        if (period > 0)
            tighten(processors, quota / period);
        tighten(memory, numberIn(group / "memory.max"));
        // Without a limit, version 1 writes the largest number of pages.
        if (const auto bytes = numberIn(group / "memory.limit_in_bytes"); bytes < 1e18)
            tighten(memory, bytes);
    }

    void readUpwards(const fs::path& root, fs::path path)
    {
        for (path = path.relative_path(); !path.empty(); path = path.parent_path())
            readFrom(root / path);
        readFrom(root);
    }
};

} // namespace

CgroupLimits cgroupLimits(const fs::path& proc, const fs::path& cgroups)
{
    Limits limits;
    std::ifstream groups(proc / "self/cgroup");
    // Each line is "number:controllers:path"; version 2 has one, without controllers.
    for (std::string line; std::getline(groups, line);) {
        const auto first = line.find(':');
        const auto second = first == std::string::npos ? first : line.find(':', first + 1);
        if (second == std::string::npos)
            continue;
        const auto controllers = line.substr(first + 1, second - first - 1);
        limits.readUpwards(cgroups / controllers, line.substr(second + 1));
    }
    return {limits.processors, int64_t(limits.memory)};
}

} // namespace stepscope
