#pragma once

#include "core/import/import.h"

#include <span>

namespace stepscope {

/// importFile() with its progress on stderr, which an interruption ends. The run is called `name`, or after
/// the file.
ImportedRun importWithDisplay(const std::filesystem::path& file, const std::string& name = {});

/// The same of importRanks().
ImportedRun importRanksWithDisplay(std::span<const std::filesystem::path> files);

} // namespace stepscope
