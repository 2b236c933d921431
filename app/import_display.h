#pragma once

#include "core/import/import.h"

#include <span>

namespace stepscope {

/// importFile() with its progress on stderr, which an interruption ends. The options' own progress is not
/// told.
ImportedRun importWithDisplay(const std::filesystem::path& file, const ImportOptions& options = {});

/// The same of importRanks().
ImportedRun importRanksWithDisplay(std::span<const std::filesystem::path> files,
                                   const ImportOptions& options = {});

} // namespace stepscope
