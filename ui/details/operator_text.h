#pragma once

#include "ui/details/details_text.h"

namespace stepscope::ui {

struct OperatorKnowledge;

/// Everything known about an operator, in all its calls: calls, times on host and devices, shapes, layers,
/// callers and callees, work that it launches, memory that it allocates.
DetailsText operatorDetails(const Trace& trace, const OperatorKnowledge& known);

} // namespace stepscope::ui
