#pragma once

#include "core/experiment/experiment_fields.h"

#include <span>
#include <string>
#include <string_view>

namespace stepscope {

// The values of a sweep's axis as a user writes them in one line: "1, 16, 64". Descriptions of layers have
// commas themselves, so they are separated by semicolons: "flatten, linear 10; conv 8 3, flatten, linear 10".

/// What separates the values in such a text: a semicolon for layers, also in place of names of networks;
/// otherwise a comma.
char axisSeparator(const ExperimentField& field, std::string_view text);

/// The text of these values.
std::string axisValuesText(const ExperimentField& field, std::span<const std::string> values);

} // namespace stepscope
