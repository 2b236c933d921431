#pragma once

#include "core/trace/operator_statistics.h"

#include <QString>
#include <QStringView>

namespace stepscope::ui {

enum class OperatorColumn {
    Name,
    Pass,
    Calls,
    SelfTime,
    SelfShare,
    TotalTime,
    TotalShare,
    MeanTime,
    MinTime,
    MaxTime,
    Flops,
    FlopRate,
    SelfMemory,
    TotalMemory,
    Shapes
};

inline constexpr int operatorColumnCount = int(OperatorColumn::Shapes) + 1;

struct OperatorColumnInfo
{
    QString title;
    QString help;  ///< what the column tells, and how it is computed
    int width = 0; ///< to begin with, in pixels
    bool isNumber = true;
};

const OperatorColumnInfo& operatorColumn(OperatorColumn column);

/// The figure behind a column of numbers; times in nanoseconds, shares of 0 to 1, rates in GFLOP/s.
double operatorFigure(const OperatorRow& row, OperatorColumn column);

/// What stands in the cell.
QString operatorText(const OperatorRow& row, OperatorColumn column, const Trace& trace, bool withNamespace);

} // namespace stepscope::ui
