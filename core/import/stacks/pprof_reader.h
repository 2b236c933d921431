#pragma once

#include "core/import/shared/imported_run.h"

namespace stepscope {

/// Whether this begins as pprof's profile.proto does: fields of that message alone, among them types of
/// values or samples.
bool isPprof(std::string_view head);

/// Reads a profile of pprof (profile.proto, plain or gzip), as Go's runtime, perf_data_converter, pprof-rs,
/// Parca, Pyroscope and many others write it. Of several types of values the default one is shown, else the
/// last, as pprof does; what is called "calls" with the unit "count" becomes the number of calls. Functions
/// that were inlined are frames. After https://github.com/google/pprof/blob/main/proto/profile.proto. Throws
/// Error.
ImportedRun readPprof(const std::filesystem::path& path, const ImportOptions& options);

} // namespace stepscope
