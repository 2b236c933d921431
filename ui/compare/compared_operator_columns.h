#pragma once

#include "core/comparison/operator_comparison.h"
#include "ui/compare/compare_cells.h"

#include <QString>

#include <optional>

namespace stepscope::ui {

enum class OperatorMeasure {
    Name,
    Pass,
    Calls,
    SelfTime,
    StepShare,
    DeviceTime,
    Difference,
    Ratio,
    Interval,
    Verdict,
    DeviceVerdict,
};

inline constexpr int operatorMeasureCount = int(OperatorMeasure::DeviceVerdict) + 1;

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
/// Only where operators launched work on a device.
bool isOfDevice(OperatorMeasure measure);
/// The difference that a measure speaks of.
const std::optional<OperatorDifference>& differenceOf(const OperatorCell& cell, OperatorMeasure measure);

/// What a column of numbers is sorted by; none for what is not known and where the operator does not occur.
/// Verdicts are sorted by how large a real difference is; the others are between slower and faster.
std::optional<double> measureValue(const OperatorCell& cell, OperatorMeasure measure);
/// What stands in the cell; nothing likewise.
QString measureText(const OperatorCell& cell, OperatorMeasure measure);
/// For a spreadsheet.
QString measurePlainText(const OperatorCell& cell, OperatorMeasure measure);
/// "12.3 µs more than in the baseline, between …".
QString differenceDetail(const OperatorDifference& difference, OperatorBasis basis);

} // namespace stepscope::ui
