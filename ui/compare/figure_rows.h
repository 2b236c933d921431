#pragma once

#include "core/comparison/comparison.h"

#include <QString>

#include <optional>
#include <vector>

namespace stepscope::ui {

/// A row of the table of figures.
enum class Figure {
    Outcome,
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
    StepAgainstBaseline,
    ImageAgainstBaseline,
    FinalLoss,
    BestLoss,
    FinalAccuracy,
    BestAccuracy,
    Cpu,
    Memory,
    ReferenceLoop,
    RecorderCost
};

struct FigureInfo
{
    QString label;
    QString help; ///< what the row tells, and how it is computed
    QString unit; ///< of the plain number
    double unitValue = 1.0;
};
/// `anyImported`: one of the runs was imported, so that its steps need not be of a training.
FigureInfo figureInfo(Figure figure, double accuracy, bool anyImported = false);

/// A heading and the rows below it.
struct FigureGroup
{
    QString title;
    std::vector<Figure> figures;
};
const std::vector<FigureGroup>& figureGroups();

/// None for what a run has not, and for what is no single number.
std::optional<double> figureValue(const RunComparison& run, Figure figure);
/// Of the two rows that tell it.
const std::optional<RatioEstimate>& figureRatio(const RunComparison& run, Figure figure);
bool isRatio(Figure figure);

/// What is in the cell; empty where the run does not have the figure.
QString figureText(const RunComparison& run, Figure figure);
/// What the figure says beside the baseline's, or what a ratio is made of: for the tool tip.
QString figureDifference(const RunComparison& run, const RunComparison& baseline, Figure figure);

} // namespace stepscope::ui
