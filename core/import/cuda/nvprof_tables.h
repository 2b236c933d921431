#pragma once

#include "core/import/cuda/import_strings.h"
#include "core/import/cuda/nvtx_ranges.h"

namespace stepscope {

/// Whether these are tables of nvprof or NVIDIA's Visual Profiler.
bool isNvprofFile(const ImportTables& tables);

/// Reads files of `nvprof -o`, which NVIDIA's Visual Profiler opens: CUPTI's records, one table per kind,
/// with columns named after the members of its structs (cupti_activity.h). Times are wall clock times.
class NvprofTables
{
public:
    NvprofTables(ImportTables& tables, CudaEvents& events)
        : m_tables(tables)
        , m_events(events)
        , m_strings(tables, "StringTable", "_id_")
    {
    }

    /// Returns whether PyTorch's operators are among the NVTX ranges.
    bool read();

private:
    void readDevices();
    void readThreadNames();
    void readCalls(std::string_view table, bool isDriver);
    void readKernels(std::string_view table);
    void readCopies(std::string_view table);
    void readSets();
    bool readMarkers();
    const std::string& kernelName(const ImportRows& rows, size_t column);

    ImportTables& m_tables;
    CudaEvents& m_events;
    ImportStrings m_strings;
    std::unordered_map<int64_t, std::string> m_kernelNames; ///< demangled, by string
};

} // namespace stepscope
