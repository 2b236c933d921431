#pragma once

#include "core/run/operator_comparison.h"
#include "ui/compare/compare_cells.h"

#include <QString>

#include <optional>

namespace stepscope::ui {

enum class OperatorMeasure { Name, Pass, Calls, SelfTime, StepShare, Difference, Ratio, Interval, Verdict };

inline constexpr int operatorMeasureCount = int(OperatorMeasure::Verdict) + 1;

/// A column of the operators side by side: one of the operator itself, or a measure of a run.
struct ComparedColumn
{
    OperatorMeasure measure = OperatorMeasure::Name;
    size_t run = 0;

    bool isOfRun() const { return measure > OperatorMeasure::Pass; }
    bool operator==(const ComparedColumn&) const = default;
};

struct MeasureInfo
{
    QString key; ///< in the settings
    QString title;
    QString help;
    QString plainTitle; ///< with the unit of plain numbers
    QString widestUnit;
    CellKind kind = CellKind::Text;
    int width = 0;
    bool isShown = true; ///< to begin with
};
MeasureInfo measureInfo(OperatorMeasure measure, OperatorBasis basis);

/// Only of runs other than the baseline.
bool isOfDifference(OperatorMeasure measure);

/// What a column of numbers is sorted by; none for what is not known and where the operator does not occur.
/// Verdicts go by how large a real difference is, those that are none lie between slower and faster.
std::optional<double> measureValue(const OperatorCell& cell, OperatorMeasure measure, OperatorBasis basis);
/// What stands in the cell; nothing likewise.
QString measureText(const OperatorCell& cell, OperatorMeasure measure, OperatorBasis basis);
/// For a spreadsheet.
QString measurePlainText(const OperatorCell& cell, OperatorMeasure measure, OperatorBasis basis);
/// "12.3 µs more than in the baseline, between …".
QString differenceDetail(const OperatorDifference& difference, OperatorBasis basis);

} // namespace stepscope::ui
