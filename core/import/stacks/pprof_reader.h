#pragma once

#include "core/import/shared/imported_run.h"

namespace stepscope {

/// Whether this is the start of a pprof profile.proto: only fields of that message, among them value types or
/// samples.
bool isPprof(std::string_view head);

/// Reads a pprof profile (profile.proto, plain or gzip), as written by Go's runtime, perf_data_converter,
/// pprof-rs, Parca, Pyroscope and many others. Of several value types, the default is shown, otherwise the
/// last, as in pprof; the type "calls" with the unit "count" becomes the number of calls. Inlined functions
/// are frames. Format: https://github.com/google/pprof/blob/main/proto/profile.proto. Throws Error.
ImportedRun readPprof(const std::filesystem::path& path, const ImportOptions& options);

} // namespace stepscope
