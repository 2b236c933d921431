#include "core/run/fused_update.h"

namespace stepscope {

bool isFusedUpdate(const OperatorStatistics& statistics, const OperatorRow& row, const Trace& trace)
{
    const bool isByOperator = statistics.grouping == OperatorGrouping::ByOperator ||
                              statistics.grouping == OperatorGrouping::ByOperatorAndShape;
    return isByOperator && row.pass == Pass::Optimizer && row.calls > 0 && row.selfNs == row.totalNs &&
           trace.names[row.name].starts_with("Optimizer.step");
}

} // namespace stepscope
