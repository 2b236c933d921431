#pragma once

#include "core/experiment/experiment.h"
#include "ui/theme/theme.h"

#include <QByteArray>

namespace stepscope::ui {

/// What the window remembers between sessions.
struct WindowSettings
{
    QByteArray geometry;
    QByteArray docks;     ///< of the window: the experiment panel
    QByteArray workspace; ///< of the views
    ThemeMode theme = ThemeMode::System;
    int textSteps = 0;            ///< how often text was made larger
    int64_t eventMemoryBytes = 0; ///< for the events of a run; 0: automaticEventMemory()
    Experiment experiment;
};

/// Missing or unreadable settings have their initial values.
WindowSettings readWindowSettings();
void writeWindowSettings(const WindowSettings& settings);

} // namespace stepscope::ui
