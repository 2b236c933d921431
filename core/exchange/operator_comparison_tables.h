#pragma once

#include "core/comparison/operator_comparison.h"

#include <cstddef>
#include <string>

namespace stepscope {

/// "Times are per sample: …", the basis of the comparison.
std::string basisText(const OperatorComparison& comparison);

/// "+7.8 %, slower", "not in the baseline", "does not occur", "too noisy to tell: ×0.68, 0.32–1.59".
std::string operatorDifferenceText(const OperatorDifference& difference);
/// For machines: verdictName(), but "not in the baseline" and "does not occur" for an operator of one run
/// alone, unless that may be chance.
const char* operatorVerdictName(const OperatorDifference& difference);

/// "12.3 ms, 45.6 % (+7.8 %, slower)": self time by the comparison's basis, its share of the step, and the
/// difference from the baseline; then the same for its work on devices. "does not occur" if only the baseline
/// has it.
std::string operatorCellText(const OperatorCell& cell);

/// CSV has one row per operator or kernel and run that recorded any; JSON has one object per operator and per
/// kernel. Both contain plain numbers with units in the names; unknown values are empty. `self_us`,
/// `device_us` and differences are by the comparison's basis, which `difference_per` names.
std::string operatorComparisonCsv(const OperatorComparison& comparison);
std::string operatorComparisonJson(const OperatorComparison& comparison);
/// One row per operator, for the `limit` with the largest differences, and one column per run: self time, its
/// share of the step, and the difference from the baseline. The number of omitted operators is given below.
/// Then the same for kernels, if there are any.
std::string operatorComparisonMarkdown(const OperatorComparison& comparison, size_t limit = 20);

} // namespace stepscope
