#pragma once

#include "core/base/text/short_names.h"
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
    QString help;    ///< what the column means, and how it is computed
    std::string key; ///< for programs, with the unit of operatorValue()
    OperatorFigure figure = OperatorFigure::Time;
    int width = 0; ///< default width in pixels, for text of normal size
    bool isShownAtFirst = true;

    bool isNumber() const { return figure != OperatorFigure::Text; }
    QString unit() const; ///< of operatorValue(): "µs", "%"
};

/// The title and the key of a column when something other than time was counted: "Self instructions".
QString operatorTitle(OperatorColumn column, const OperatorStatistics& statistics);
std::string operatorKey(OperatorColumn column, const OperatorStatistics& statistics);
/// Whether operatorValue() is in µs.
bool isInMicroseconds(OperatorColumn column, const OperatorStatistics& statistics);

const OperatorColumnInfo& operatorColumn(OperatorColumn column);

/// The title of the first column: what a row shows, such as an operator or a layer.
QString operatorRowTitle(const OperatorStatistics& statistics);

/// Whether a column has values for such figures: device columns only if there was device work, columns of
/// single calls only if calls were kept.
bool isOperatorColumnKnown(OperatorColumn column, const OperatorStatistics& statistics);

/// The figure behind a column of numbers: times in nanoseconds, shares from 0 to 1, rates in GFLOP/s. NaN if
/// it is not known.
double operatorFigure(const OperatorRow& row, OperatorColumn column);
/// The same in the unit of tables for programs: times in µs, other amounts in their unit, shares in %.
double operatorValue(const OperatorStatistics& statistics, const OperatorRow& row, OperatorColumn column);

/// The short forms of the rows' names: operators without their namespace, kernels as shortSymbol(), others as
/// they are.
ShortNames shortRowNames(const OperatorStatistics& statistics, const Trace& trace);
/// The text of the cell. Names are complete without `shortNames`.
QString operatorText(const OperatorStatistics& statistics, const OperatorRow& row, OperatorColumn column,
                     const Trace& trace, const ShortNames* shortNames);

} // namespace stepscope::ui
