#pragma once

#include "core/trace/operators/operator_statistics.h"

#include <QString>
#include <QStringView>

#include <string>

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
    P5Time,
    MedianTime,
    P95Time,
    MaxTime,
    FirstTime,
    FirstRatio,
    SelfFlops,
    Flops,
    FlopRate,
    PeakShare,
    SelfMemory,
    TotalMemory,
    RuntimeTime,
    DeviceSelf,
    DeviceShare,
    DeviceTotal,
    Kernels,
    Occupancy,
    Layer,
    Sequence,
    Shapes
};

inline constexpr int operatorColumnCount = int(OperatorColumn::Shapes) + 1;

enum class OperatorFigure { Text, Count, Time, Share, Flops, Rate, Bytes, Times };

struct OperatorColumnInfo
{
    QString title;
    QString help;    ///< what the column tells, and how it is computed
    std::string key; ///< for programs, with the unit of what operatorValue() gives
    OperatorFigure figure = OperatorFigure::Time;
    int width = 0; ///< to begin with, in pixels
    bool isShownAtFirst = true;

    bool isNumber() const { return figure != OperatorFigure::Text; }
    QString unit() const; ///< of what operatorValue() gives: "µs", "%"
};

/// What a column is called, and its key for programs, where something else than time was counted: "Self
/// instructions".
QString operatorTitle(OperatorColumn column, const OperatorStatistics& statistics);
std::string operatorKey(OperatorColumn column, const OperatorStatistics& statistics);
/// Whether operatorValue() is in µs.
bool isInMicroseconds(OperatorColumn column, const OperatorStatistics& statistics);

const OperatorColumnInfo& operatorColumn(OperatorColumn column);

/// The title of the first column: what a row is.
QString operatorRowTitle(const OperatorStatistics& statistics);

/// Whether a column can tell anything of such figures: of the device only where it worked, of single calls
/// only where they were kept.
bool isOperatorColumnKnown(OperatorColumn column, const OperatorStatistics& statistics);

/// The figure behind a column of numbers; times in nanoseconds, shares of 0 to 1, rates in GFLOP/s. NaN where
/// it is not known.
double operatorFigure(const OperatorRow& row, OperatorColumn column);
/// The same in the unit that tables for programs have: times in µs, other amounts in their unit, shares in %.
double operatorValue(const OperatorStatistics& statistics, const OperatorRow& row, OperatorColumn column);

/// What stands in the cell.
QString operatorText(const OperatorStatistics& statistics, const OperatorRow& row, OperatorColumn column,
                     const Trace& trace, bool withNamespace);

} // namespace stepscope::ui
