#pragma once

#include "core/comparison/comparison.h"

#include <QString>

#include <optional>
#include <vector>

namespace stepscope::ui {

/// A row of the table of figures.
enum class Figure {
    Outcome,
    Network,
    DataSet,
    ValidationShare,
    BatchSize,
    Parameters,
    Steps,
    Training,
    Testing,
    Epoch,
    FirstStep,
    ToAccuracy,
    ImagesPerSecond,
    StepMedian,
    StepSpread,
    DataShare,
    DeviceTime,
    StepAgainstBaseline,
    ImageAgainstBaseline,
    FinalLoss,
    BestLoss,
    FinalAccuracy,
    BestAccuracy,
    FinalValidationLoss,
    BestValidationLoss,
    FinalValidationAccuracy,
    BestValidationAccuracy,
    Cpu,
    Memory,
    ReferenceLoop,
    RecorderCost
};

struct FigureInfo
{
    QString label;
    QString help; ///< what the row means, and how it is computed
    QString unit; ///< of the plain number
    double unitValue = 1.0;
};
/// `anyImported`: at least one run was imported, so its steps may not be training steps.
FigureInfo figureInfo(Figure figure, double accuracy, bool anyImported = false);

/// A heading and the rows below it.
struct FigureGroup
{
    QString title;
    std::vector<Figure> figures;
};
const std::vector<FigureGroup>& figureGroups();

/// None if the run does not have it, or if it is not a single number.
std::optional<double> figureValue(const RunComparison& run, Figure figure);
/// The ratio behind the two rows that show one.
const std::optional<RatioEstimate>& figureRatio(const RunComparison& run, Figure figure);
bool isRatio(Figure figure);
/// A setting that is in the table only if the runs differ in it.
bool isOnlyIfDifferent(Figure figure);

/// What is in the cell; empty where the run does not have the figure.
QString figureText(const RunComparison& run, Figure figure);
/// The tooltip: the difference from the baseline's figure, or how a ratio is computed.
QString figureDifference(const RunComparison& run, const RunComparison& baseline, Figure figure);

} // namespace stepscope::ui
