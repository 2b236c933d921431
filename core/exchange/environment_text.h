#pragma once

#include "core/machine/environment.h"
#include "core/run/run.h"

#include <string>

namespace stepscope {

/// The environment of a run as JSON, see toJson(const Environment&); empty if nothing is known of it. Of an
/// imported run only the GPUs, those of them with work in the file, and its rank can be known: the rest is
/// null.
std::string environmentText(const Run& run, const Environment& environment);

} // namespace stepscope
