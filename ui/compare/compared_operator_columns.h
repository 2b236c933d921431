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

/// A column of the operator comparison: a property of the operator, or a measure of one run.
struct ComparedColumn
{
    OperatorMeasure measure = OperatorMeasure::Name;
    size_t run = 0;

    bool isOfRun() const { return measure > OperatorMeasure::Pass; }
    bool operator==(const ComparedColumn&) const = default;
};

struct MeasureInfo
{
    QString key; ///< name in the settings
    QString title;
    QString help;
    QString plainTitle; ///< with the unit of plain numbers
    QString widestUnit;
    CellKind kind = CellKind::Text;
    int width = 0;
    bool isShown = true;     ///< by default
    QString shortTitle = {}; ///< for a narrow column; empty: the title
};
MeasureInfo measureInfo(OperatorMeasure measure, OperatorBasis basis);

/// Whether the measure exists only for runs other than the baseline.
bool isOfDifference(OperatorMeasure measure);
/// Whether the measure exists only where operators launched device work.
bool isOfDevice(OperatorMeasure measure);
bool isVerdict(OperatorMeasure measure);
/// The difference that a measure is about.
const std::optional<OperatorDifference>& differenceOf(const OperatorCell& cell, OperatorMeasure measure);

/// The value that a column is sorted by; none if it is not known or the operator does not occur. Verdicts are
/// sorted by the size of a real difference; all others rank between slower and faster.
std::optional<double> measureValue(const OperatorCell& cell, OperatorMeasure measure);
/// The text of a cell; empty if there is no value.
QString measureText(const OperatorCell& cell, OperatorMeasure measure);
/// The text for a spreadsheet.
QString measurePlainText(const OperatorCell& cell, OperatorMeasure measure);
/// "12.3 µs more than in the baseline, between …".
QString differenceDetail(const OperatorDifference& difference, OperatorBasis basis);

} // namespace stepscope::ui
