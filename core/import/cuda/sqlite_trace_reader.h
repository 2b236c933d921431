#pragma once

#include "core/import/shared/imported_run.h"

namespace stepscope {

/// Whether this is the start of an SQLite file.
bool isSqliteTrace(std::string_view head);

/// Reads an Nsight Systems export, or a file of nvprof and NVIDIA's Visual Profiler: see NsightTables and
/// NvprofTables. A damaged table is read as far as possible, which is logged.
ImportedRun readSqliteTrace(const std::filesystem::path& path, const ImportOptions& options);

} // namespace stepscope
