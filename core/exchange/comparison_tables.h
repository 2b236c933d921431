#pragma once

#include "core/run/comparison.h"

#include <string>

namespace stepscope {

/// Rows are figures, with a column a run. CSV and JSON hold plain numbers, their units in the figures' names,
/// and nothing for what a run has not; Markdown is to be read and leaves out what no run has.
std::string comparisonCsv(const Comparison& comparison);
std::string comparisonJson(const Comparison& comparison);
std::string comparisonMarkdown(const Comparison& comparison);

} // namespace stepscope
