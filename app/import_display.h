#pragma once

#include "core/import/import.h"

namespace stepscope {

/// importFile() with its progress on stderr, which an interruption ends.
ImportedRun importWithDisplay(const std::filesystem::path& file);

} // namespace stepscope
