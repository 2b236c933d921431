#pragma once

#include "core/trace/calls/call_tree.h"

#include <memory>

namespace stepscope {
struct Run;
}

namespace stepscope::ui {

/// The content of the flame graph and the tree table: made on a worker thread, then immutable.
struct FlameData
{
    std::shared_ptr<const CallTree> tree = std::make_shared<const CallTree>();
    CallOrder order = orderOf(CallTree(), CallWeight::TotalTime);
    std::shared_ptr<const CallTreeDifference> difference; ///< from the other run's tree; null: not wanted
    std::shared_ptr<const Run> other;                     ///< null: no difference is wanted
    int source = 0;                                       ///< generation of the CallTreeSource
    int generation = 0; ///< data with the same number have the same nodes, up to the smaller size
};

} // namespace stepscope::ui
