#pragma once

#include "core/import/import.h"

#include <span>

namespace stepscope {

/// Calls importFile() and shows its progress on stderr. An interruption ends it. The progress callback in
/// `options` is not called.
ImportedRun importWithDisplay(const std::filesystem::path& file, const ImportOptions& options = {});

/// The same for importRanks().
ImportedRun importRanksWithDisplay(std::span<const std::filesystem::path> files,
                                   const ImportOptions& options = {});

} // namespace stepscope
