#include "core/run/fused_update.h"

#include "core/language/translation.h"

namespace stepscope {

bool isFusedUpdate(const OperatorStatistics& statistics, const OperatorRow& row, const Trace& trace)
{
    const bool isByOperator = statistics.grouping == OperatorGrouping::ByOperator ||
                              statistics.grouping == OperatorGrouping::ByOperatorAndShape;
    return isByOperator && row.pass == Pass::Optimizer && row.calls > 0 && row.selfNs == row.totalNs &&
           trace.names[row.name].starts_with("Optimizer.step");
}

std::string fusedUpdateText()
{
    return translated(
        "The update of the weights is fused: one call, where PyTorch's Python optimizers call "
        "some 100 to 300 operators per step. Set optimizer.form = pytorch to call those instead.");
}

} // namespace stepscope
