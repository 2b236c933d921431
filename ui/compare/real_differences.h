#pragma once

#include "ui/compare/comparison_result.h"

#include <QString>

namespace stepscope::ui {

/// Whether the operator is slower or faster in one of the runs, on the host or on devices.
bool isRealDifference(const OperatorComparisonRow& row);

/// Why none of these rows of the comparison is a real difference, and what to do; empty if one is.
QString noRealDifferenceText(const ComparisonResult& result, const std::vector<OperatorComparisonRow>& rows);

} // namespace stepscope::ui
