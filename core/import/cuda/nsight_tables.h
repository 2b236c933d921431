#pragma once

#include "core/import/cuda/import_strings.h"
#include "core/import/cuda/nvtx_ranges.h"

#include <map>

namespace stepscope {

/// Whether these are tables of an Nsight Systems export. Some nvprof tables have the same names, so check
/// isNvprofFile() first.
bool isNsightExport(const ImportTables& tables);

/// Reads the SQLite export of any version of Nsight Systems: kernels, copies, CUDA graphs, calls of CUDA and
/// of the operating system, NVTX ranges, memory. The schema is documented with the product ("SQLite Schema
/// Reference"); a table exists only if it has rows, and columns differ between versions.
///
/// Threads and processes are identified by a GlobalId: its lowest 24 bits are the thread's number, the next
/// 24 the process's. Correlation numbers are unique within a process.
class NsightTables
{
public:
    NsightTables(ImportTables& tables, CudaEvents& events);

    /// Returns whether PyTorch's operators are among the NVTX ranges.
    bool read();
    /// Wall clock at the origin of all times; 0: not known.
    int64_t sessionUnixNs();

private:
    void readDevices();
    void readThreadNames();
    void readMemoryUsage();
    void readCalls(std::string_view table);
    void readKernels();
    void readGraphs();
    void readCopies();
    void readSets();
    void readSynchronizations();
    bool readRanges();
    void readSystemCalls();
    void tellOthers();

    int64_t deviceOf(int64_t process, int64_t number) const;
    int64_t linkOf(int64_t globalId, int64_t correlation) const;
    std::string_view memoryKind(const ImportRows& rows, size_t column) const;
    CudaEvents::Stream streamOf(const ImportRows& rows, size_t device, size_t stream, size_t process) const;

    ImportTables& m_tables;
    CudaEvents& m_events;
    ImportStrings m_strings;
    bool m_tellsProcesses;                                    ///< that work belongs to; not in every file
    std::map<std::pair<int64_t, int64_t>, int64_t> m_devices; ///< by process and CUDA device number
    std::map<int64_t, std::string> m_memoryKinds;
};

} // namespace stepscope
