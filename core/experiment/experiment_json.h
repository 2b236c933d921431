#pragma once

#include "core/experiment/experiment.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace stepscope {

/// All fields, indented, with a final line break; null for those of an imported run that are not known.
std::string toJson(const Experiment& experiment);

/// Fields that are not named keep the values of `base`, but naming a network or an optimizer brings their
/// reference settings with it, over which the named fields go. Validates. Throws Error that names `source`
/// (the file), the field and what was expected, for broken JSON (with its line), unknown fields, wrong types
/// and values out of range.
Experiment experimentFromJson(std::string_view json, std::string_view source, const Experiment& base = {});

Experiment readExperiment(const std::filesystem::path& file);

} // namespace stepscope
