#pragma once

#include "core/comparison/operator_comparison.h"

#include <cstddef>
#include <string>

namespace stepscope {

/// "Times are per image: …", what the runs were compared by and why.
std::string basisText(OperatorBasis basis);

/// "+7.8 %, slower", "not in the baseline", "too noisy to tell: ×0.68, 0.32–1.59".
std::string operatorDifferenceText(const OperatorDifference& difference);

/// "12.3 ms, 45.6 % (+7.8 %, slower)": self time by the comparison's basis, its share of the step, and what
/// the difference to the baseline says; then the same of its work on devices.
std::string operatorCellText(const OperatorCell& cell);

/// CSV has a row for each operator, or kernel, and run that recorded any, JSON an object for each operator
/// and each kernel. Both hold plain numbers with their units in the names, and nothing for what is not known.
/// `self_us`, `device_us` and differences are by the comparison's basis, which `difference_per` names.
std::string operatorComparisonCsv(const OperatorComparison& comparison);
std::string operatorComparisonJson(const OperatorComparison& comparison);
/// A row an operator, of the `limit` with the largest differences, and a column a run: self time, its share
/// of the step, and what the difference to the baseline says. What is left out is counted below. Then the
/// same of kernels, where there are any.
std::string operatorComparisonMarkdown(const OperatorComparison& comparison, size_t limit = 20);

} // namespace stepscope
