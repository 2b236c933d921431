#pragma once

#include "ui/steps/step_bars_painter.h"

#include <QImage>

namespace stepscope::ui {

/// The steps as on the screen, for print: light, 1600 x 800 units.
struct StepsPicture
{
    StepBarsContent content;
    QString title;
    QString subtitle;
};

/// At two pixels per unit.
QImage stepsImage(const StepsPicture& picture);
/// Writes PNG, SVG or PDF, by the path's extension, completely or not at all. Throws Error.
void writeStepsPicture(const StepsPicture& picture, const QString& path);

} // namespace stepscope::ui
