#pragma once

#include "core/run/operator_comparison.h"

#include <cstddef>
#include <string>

namespace stepscope {

/// "12.3 ms, 45.6 % (+7.8 %, slower)": self time by the comparison's basis, its share of the step, and what
/// the difference to the baseline says.
std::string operatorCellText(const OperatorCell& cell, OperatorBasis basis);

/// CSV has a row for each operator and run that recorded steps, JSON an object for each operator. Both hold
/// plain numbers with their units in the names, and nothing for what is not known.
std::string operatorComparisonCsv(const OperatorComparison& comparison);
std::string operatorComparisonJson(const OperatorComparison& comparison);
/// A row an operator, of the `limit` with the largest differences, and a column a run: self time, its share
/// of the step, and what the difference to the baseline says. What is left out is counted below.
std::string operatorComparisonMarkdown(const OperatorComparison& comparison, size_t limit = 20);

} // namespace stepscope
