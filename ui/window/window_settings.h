#pragma once

#include "core/experiment/experiment.h"
#include "ui/theme/theme.h"

#include <QByteArray>

namespace stepscope::ui {

/// What the window remembers from one start to the next.
struct WindowSettings
{
    QByteArray geometry;
    QByteArray docks;     ///< of the window: the experiment panel
    QByteArray workspace; ///< of the views
    ThemeMode theme = ThemeMode::System;
    int textSteps = 0;            ///< how many times text was made larger
    int64_t eventMemoryBytes = 0; ///< for the events of a run; 0: automaticEventMemory()
    Experiment experiment;
};

/// What is missing or cannot be read is as at the first start.
WindowSettings readWindowSettings();
void writeWindowSettings(const WindowSettings& settings);

} // namespace stepscope::ui
