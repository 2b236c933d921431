#pragma once

#include "core/experiment/experiment.h"

#include <QList>
#include <QString>

namespace stepscope::ui {

/// An experiment from the sources, one click away.
struct ExperimentPreset
{
    QString label;
    QString help;
    QString network;
    int64_t epochs = 1;
};

QList<ExperimentPreset> experimentPresets();

/// Applies the preset's network, optimizer, schedule, batch size and epochs. Data, device, threads, seed and
/// profiler do not change.
Experiment withPreset(Experiment experiment, const ExperimentPreset& preset);

/// The window's name for a choice of a field: "ConvNet (current)" for "mnist-convnet"; the choice itself if
/// it has no other name.
QString choiceLabel(std::string_view key, std::string_view choice);

} // namespace stepscope::ui
