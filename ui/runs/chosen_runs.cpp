#include "ui/runs/chosen_runs.h"

#include "ui/runs/runs_model.h"
#include "ui/runs/runs_panel.h"

#include <QMenu>
#include <QPushButton>

#include <set>

namespace stepscope::ui {

RunRows chosenRuns(RunRows selected, const RunsModel& model)
{
    std::erase_if(selected, [](const LibraryEntry* run) { return !run->problem.empty(); });
    return selected.size() >= 2 ? selected : model.tickedEntries();
}

void tickOnly(const RunRows& runs, RunsModel* model)
{
    std::set<std::filesystem::path> paths;
    for (const LibraryEntry* run : runs)
        paths.insert(run->path);
    model->tickOnly(paths);
}

void addUntickAll(QMenu* menu, RunsModel* model)
{
    menu->addAction(RunsPanel::tr("Untick all"), model, &RunsModel::untickAll)
        ->setEnabled(!model->tickedEntries().empty());
}

void showOnCompareButton(QPushButton* button, const RunRows& chosen)
{
    const bool areSeveral = chosen.size() >= 2;
    button->setText(areSeveral ? RunsPanel::tr("Compare %n run(s)", nullptr, int(chosen.size()))
                               : RunsPanel::tr("Compare"));
    button->setEnabled(areSeveral);
    button->setToolTip(areSeveral ? RunsPanel::tr("Compare times, losses and operators of these runs")
                                  : tooFewRunsText());
}

QString tooFewRunsText()
{
    return RunsPanel::tr("Tick or select at least two runs.");
}

} // namespace stepscope::ui
