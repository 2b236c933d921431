#pragma once

#include "core/import/shared/imported_run.h"

#include <optional>

namespace stepscope {

/// Whether this is the start of a Chrome trace: an object with a list "traceEvents", or a list of events.
bool isChromeTrace(std::string_view head);

struct ChromeRank
{
    int64_t rank = -1;
    int64_t worldSize = 0;
};

/// The rank of a distributed run that a Chrome trace is of, according to its start; none: not given, or not a
/// Chrome trace. Throws Error if the file cannot be read.
std::optional<ChromeRank> chromeRankOf(const std::filesystem::path& path);

/// Reads a Chrome trace: of any version of PyTorch's profiler and any device, of TensorFlow, Perfetto and
/// others.
///
/// Operators, annotations, Python functions and runtime calls become events of threads; kernels, copies and
/// other device work become events of streams, joined to the call that launched them by their correlation or,
/// without such a call, to the operator by its external id. ProfilerStep#N annotations become the trace's
/// steps. Events enclosed by a module's call have the module as their layer.
///
/// Times are read as text, to the nanosecond. Reads some MB ahead and nothing twice; events take about 50
/// bytes each while they are read.
ImportedRun readChromeTrace(const std::filesystem::path& path, const ImportOptions& options);

} // namespace stepscope
