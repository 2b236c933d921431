#pragma once

#include "core/experiment/experiment.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace stepscope {

/// All fields, indented, with a final line break; null for the unknown fields of an imported run.
std::string toJson(const Experiment& experiment);

/// Missing fields keep the values of `base`. A network or an optimizer brings its reference settings; the
/// given fields override them. Validates. Throws Error that names `source` (the file), the field and what was
/// expected, for invalid JSON (with its line), unknown fields, wrong types and values out of range.
Experiment experimentFromJson(std::string_view json, std::string_view source, const Experiment& base = {});

/// The same for a file. Throws Error also for JSON that has no field of an experiment.
Experiment readExperiment(const std::filesystem::path& file);

} // namespace stepscope
