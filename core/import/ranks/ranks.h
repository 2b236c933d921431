#pragma once

#include "core/import/import.h"

#include <filesystem>
#include <span>
#include <vector>

namespace stepscope {

/// Whether these are the Chrome traces of different ranks of one distributed run, as they say themselves: by
/// distributedInfo with the same size of the world. False too for fewer than two files.
bool areRanksOfOneRun(std::span<const std::filesystem::path> files);

/// Opens the traces of a distributed run's ranks as one run. The rank of a file is what it says itself, else
/// the number behind "rank" or "worker" in its name, else its place among the files.
///
/// Clocks: the files' absolute times are taken as they are where all have them. Where one has none, or where
/// collective calls show that clocks differ (one ends on a rank before it begins on another), ranks are moved
/// so that the middle of their AllReduce calls' ends agree with those of the lowest rank; without such calls
/// recordings without a time are taken to have begun together. The log says what was done.
///
/// Threads have the rank as their process; devices of several ranks with the same number are numbered
/// through. The steps of the run are those of the lowest rank; each rank's own stand among its events (see
/// rankTraces()). Throws ImportCancelled, or Error when a file cannot be read, is no trace, or is of the same
/// rank as another.
ImportedRun importRanks(std::span<const std::filesystem::path> files, const ImportOptions& options = {});

} // namespace stepscope
