#pragma once

#include "core/trace/calls/call_tree.h"

#include <memory>

namespace stepscope::ui {

/// What the flame graph and the tree table show: made on a worker thread, and never changed.
struct FlameData
{
    std::shared_ptr<const CallTree> tree = std::make_shared<const CallTree>();
    CallOrder order = orderOf(CallTree(), CallWeight::TotalTime);
    std::shared_ptr<const CallTreeDifference> difference; ///< null: none is wanted
    int generation = 0; ///< data with the same number have the same nodes, as far as the smaller goes
};

} // namespace stepscope::ui
