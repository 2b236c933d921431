#pragma once

#include "ui/steps/step_columns.h"
#include "ui/theme/theme.h"

#include <QFont>
#include <QRectF>
#include <QString>

#include <optional>
#include <vector>

class QPainter;

namespace stepscope::ui {

struct StepLegendEntry
{
    QString name;
    QString figures; ///< "12.3 ms · 45 %": mean of the selected steps, and its share; of one step, its time
    QColor color;    ///< invalid: it has no square, and says what the figures of the others or the bars are
    bool isHatched = false;
    QRectF place;
};

/// Everything that is drawn of the steps, on the screen or in a picture.
struct StepBarsScene
{
    StepGeometry geometry;
    std::vector<StepColumn> columns;
    TimeTicks times;
    std::vector<StepTick> numbers;
    std::vector<StepLegendEntry> legend;
    std::optional<double> medianNs; ///< of all recorded steps
    QString medianLabel;            ///< empty: there is no line of the median
    QRectF medianPlace;             ///< of the label, and of a piece of the line before it: above the plot

    std::optional<StepRange> selected; ///< none: all
    std::optional<int64_t> hovered;
    ThemeColors colors;
    QFont font;
    QFont numberFont;
};

/// The part of a run to show.
struct StepBarsContent
{
    const StepSeries* series = nullptr;
    StepFigures figures; ///< of the selected steps
    double from = 0.0;
    double to = 1.0;
    std::optional<StepRange> selected;
};

/// Lays out everything in an area.
StepBarsScene layOutStepBars(const StepBarsContent& content, const QRectF& area, const ThemeColors& colors,
                             const QFont& font);

void paintStepBars(QPainter& painter, const StepBarsScene& scene);

} // namespace stepscope::ui
