#include "core/import/cuda/gpu_table.h"

namespace stepscope {

ImportRows gpuRows(ImportTables& tables, std::string_view table)
{
    return {tables,
            table,
            {"id|deviceId", "name", "totalMemory|globalMemorySize", "smCount|numMultiprocessors",
             "threadsPerWarp|numThreadsPerWarp", "maxWarpsPerSm|maxWarpsPerMultiprocessor",
             "computeMajor|computeCapabilityMajor", "computeMinor|computeCapabilityMinor",
             "maxBlocksPerSm|maxBlocksPerMultiprocessor", "maxRegistersPerSm|maxRegistersPerMultiprocessor",
             "maxShmemPerSm|maxSharedMemoryPerMultiprocessor"}};
}

GpuLimits gpuLimitsIn(const ImportRows& rows)
{
    return {.computeMajor = rows.integer(GpuColumn::ComputeMajor, 0),
            .computeMinor = rows.integer(GpuColumn::ComputeMinor, 0),
            .processors = rows.integer(GpuColumn::Processors, 0),
            .warpSize = rows.integer(GpuColumn::WarpSize, 0),
            .warps = rows.integer(GpuColumn::Warps, 0),
            .blocks = rows.integer(GpuColumn::Blocks, 0),
            .registers = rows.integer(GpuColumn::Registers, 0),
            .sharedBytes = rows.integer(GpuColumn::SharedBytes, 0)};
}

} // namespace stepscope
