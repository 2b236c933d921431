#pragma once

#include "core/import/cuda/gpu_occupancy.h"
#include "core/import/cuda/import_tables.h"

#include <cstddef>
#include <string_view>

namespace stepscope {

/// The columns of gpuRows().
struct GpuColumn
{
    enum : size_t {
        Number,
        Name,
        MemoryBytes,
        Processors,
        WarpSize,
        Warps,
        ComputeMajor,
        ComputeMinor,
        Blocks,
        Registers,
        SharedBytes,
    };
};

/// The rows of a table of GPUs, whose columns Nsight Systems names in its own way or, like nvprof, as CUPTI
/// does.
ImportRows gpuRows(ImportTables& tables, std::string_view table);

/// The limits in the current row.
GpuLimits gpuLimitsIn(const ImportRows& rows);

} // namespace stepscope
