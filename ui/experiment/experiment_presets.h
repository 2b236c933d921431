#pragma once

#include "core/experiment/experiment.h"

#include <QList>
#include <QString>

namespace stepscope::ui {

/// An experiment of the sources, one click away.
struct ExperimentPreset
{
    QString label;
    QString help;
    QString network;
    int64_t epochs = 1;
};

QList<ExperimentPreset> experimentPresets();

/// The preset's network, optimizer, schedule, batch size and epochs. Data, device, threads, seed and profiler
/// stay as they are.
Experiment withPreset(Experiment experiment, const ExperimentPreset& preset);

/// How a choice of a field is called in the window: "Today's ConvNet" for "mnist-convnet"; the choice itself
/// when it has no other name.
QString choiceLabel(std::string_view key, std::string_view choice);

} // namespace stepscope::ui
