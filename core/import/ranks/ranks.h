#pragma once

#include "core/base/error.h"
#include "core/import/import.h"

#include <filesystem>
#include <span>
#include <vector>

namespace stepscope {

/// A rank has no events, perhaps because it has only just started.
class NoRankEvents : public Error
{
public:
    using Error::Error;
};

/// Whether these are traces or recorded runs of different ranks of one distributed run: they say that their
/// world size is the same, and runs were recorded at the same time. Also false for fewer than two files.
/// Throws Error if a file cannot be read.
bool areRanksOfOneRun(std::span<const std::filesystem::path> files);

/// Opens the traces or recorded runs of a distributed run's ranks as one run. Runs may still be growing. The
/// rank of a file is the one it states, otherwise the number after "rank" or "worker" in its name, otherwise
/// its position among the files.
///
/// Clocks: if all files have absolute times, these are used. If one has none, or if collective calls show
/// that clocks differ (a call ends on one rank before it begins on another), ranks are moved so that the
/// median ends of their AllReduce calls agree with those of the lowest rank; without such calls, recordings
/// without absolute times are assumed to begin together. The log says what was done.
///
/// Threads have the rank as their process; devices of several ranks with the same number are renumbered. The
/// steps of the run are those of the lowest rank; each rank's own steps are among its events (see
/// rankTraces()). Throws ImportCanceled, or Error if a file cannot be read, is not a trace, or is of the
/// same rank as another.
ImportedRun importRanks(std::span<const std::filesystem::path> files, const ImportOptions& options = {});

} // namespace stepscope
