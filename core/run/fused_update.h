#pragma once

#include "core/trace/operators/operator_statistics.h"

#include <string>

namespace stepscope {

/// Whether the row is an optimizer's update that called no operator: "Optimizer.step#Adadelta" as recorded by
/// this program's fused optimizers.
bool isFusedUpdate(const OperatorStatistics& statistics, const OperatorRow& row, const Trace& trace);

/// What a reader of such a row should know, as a paragraph.
std::string fusedUpdateText();

} // namespace stepscope
