#pragma once

#include "ui/exports/picture.h"
#include "ui/steps/step_bars_painter.h"

namespace stepscope::ui {

/// The steps as on the screen, with a title.
struct StepsPicture
{
    StepBarsContent content;
    QString title;
    QString subtitle;
};

/// The size of such a picture while the view is hidden, in units.
inline constexpr QSize usualStepsSize(1600, 800);

/// The series of the content must outlive the picture.
Picture stepsPicture(const StepsPicture& picture, const QSize& size = usualStepsSize);

} // namespace stepscope::ui
