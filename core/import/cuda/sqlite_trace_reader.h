#pragma once

#include "core/import/shared/imported_run.h"

namespace stepscope {

/// Whether this is the start of an SQLite file.
bool isSqliteTrace(std::string_view head);

/// Reads an export of Nsight Systems, or a file of nvprof and NVIDIA's Visual Profiler: see NsightTables and
/// NvprofTables. A table that is damaged is read as far as it goes, and the log says so.
ImportedRun readSqliteTrace(const std::filesystem::path& path, const ImportOptions& options);

} // namespace stepscope
