#pragma once

#include "core/import/shared/imported_run.h"

#include <optional>

namespace stepscope {

/// Whether this is the begin of a Chrome trace: an object with a list "traceEvents", or a list of events.
bool isChromeTrace(std::string_view head);

struct ChromeRank
{
    int64_t rank = -1;
    int64_t worldSize = 0;
};

/// Which rank of a distributed run a Chrome trace is of, as its begin tells; none: it does not, or is no such
/// trace. Throws Error when the file cannot be read.
std::optional<ChromeRank> chromeRankOf(const std::filesystem::path& path);

/// Reads a Chrome trace: of PyTorch's profiler of any year and device, of TensorFlow, Perfetto and others.
///
/// Operators, annotations, Python functions and calls of the runtime become events of threads; kernels,
/// copies and what else ran on a device events of streams, joined to the call that launched them by their
/// correlation and, without such a call, to the operator by its external id. What is annotated as
/// ProfilerStep#N becomes the trace's steps. Events that a module's call encloses have it as their layer.
///
/// Times are read as text, to the nanosecond. Reads some MB ahead and nothing twice; the events take about
/// 50 bytes each while they are read.
ImportedRun readChromeTrace(const std::filesystem::path& path, const ImportOptions& options);

} // namespace stepscope
