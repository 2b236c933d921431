#pragma once

#include "ui/runs/runs_text.h"

class QMenu;
class QPushButton;

namespace stepscope::ui {

class RunsModel;

/// The runs that a command for several runs is about: the selected ones if there are at least two, otherwise
/// the ticked ones. Without those that cannot be read.
RunRows chosenRuns(RunRows selected, const RunsModel& model);

/// Ticks these runs and no others: Compare shows the ticked ones.
void tickOnly(const RunRows& runs, RunsModel* model);

/// Adds an entry that unticks all runs.
void addUntickAll(QMenu* menu, RunsModel* model);

/// Text, tooltip and state of a button that compares the chosen runs: it needs two.
void showOnCompareButton(QPushButton* button, const RunRows& chosen);

/// The tooltip of what cannot be done with the chosen runs, because they are fewer than two.
QString tooFewRunsText();

} // namespace stepscope::ui
