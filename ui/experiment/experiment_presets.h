#pragma once

#include "core/experiment/experiment.h"

#include <QList>
#include <QString>

#include <string_view>

namespace stepscope::ui {

/// An experiment from the sources, one click away.
struct ExperimentPreset
{
    QString label;
    QString help;
    QString network;
    int64_t epochs = 1;
    QString submenu; ///< that it is in; empty: none
};

QList<ExperimentPreset> experimentPresets();

/// Applies the preset's network, optimizer, schedule, batch size and epochs. Data, device, threads, seed and
/// profiler do not change.
Experiment withPreset(Experiment experiment, const ExperimentPreset& preset);

/// The window's name for a choice of a field: "ConvNet (current)" for "mnist-convnet"; the choice itself if
/// it has no other name.
QString choiceLabel(std::string_view key, std::string_view choice);

/// The heading under which a list shows a choice of a field: "Published networks"; empty: none.
QString choiceHeading(std::string_view key, std::string_view choice);

/// What a choice of a field is and where it comes from, for its tooltip; empty: nothing to say.
QString choiceHelp(std::string_view key, std::string_view choice);

} // namespace stepscope::ui
