#pragma once

#include "ui/details/details_text.h"

namespace stepscope::ui {

struct OperatorKnowledge;

/// Everything known about an operator, in all its calls: calls, times on host and devices, shapes, layers
/// with their shares of its time, callers and callees, work that it launches, memory that it allocates. Lists
/// are cut after some lines, but not that of the layers.
DetailsText operatorDetails(const Trace& trace, const OperatorKnowledge& known);

} // namespace stepscope::ui
