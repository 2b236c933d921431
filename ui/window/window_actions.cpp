#include "ui/window/window_actions.h"

#include "ui/support/icons.h"

#include <QAction>
#include <QActionGroup>

namespace stepscope::ui {

WindowActions::WindowActions(QObject* parent)
    : QObject(parent)
    , train(make(tr("Train"), tr("Train the experiment from the start"), {Qt::CTRL | Qt::Key_R, Qt::Key_F5}))
    , pause(make(tr("Pause"), tr("Pause the training after this step"), {Qt::CTRL | Qt::Key_P}, "pause"))
    , stop(make(tr("Stop"), tr("Stop the training after this step, or interrupt the recorded program"),
                {Qt::CTRL | Qt::Key_Period}, "stop"))
    , resume(make(tr("Resume training"),
                  tr("Continue the training on the screen from where it stopped, as a new run")))
    , saveWeights(make(tr("Save weights"), tr("Save the weights of trainings beside their runs, and a "
                                              "checkpoint to resume them from")))
    , lab(make(
          tr("Lab 1: compare batch sizes 1, 16 and 64…"),
          tr("Batch sizes 1, 16 and 64 on every device: estimates the time, trains, compares the runs and "
             "writes the report"),
          {}, "presets"))
    , recordProgram(make(tr("Record a program…"),
                         tr("Run any program that uses PyTorch, unchanged, and follow it live"),
                         {Qt::CTRL | Qt::ALT | Qt::Key_R}, "record"))
    , recordSteps(make(tr("Record 50 steps now"),
                       tr("Keep the events of the recorded program's next 50 steps"),
                       {Qt::CTRL | Qt::ALT | Qt::Key_S}, "record"))
    , abTest(
          make(tr("A/B test…"),
               tr("Measure whether another value of a setting trains faster, and what happens to the loss"),
               {Qt::CTRL | Qt::ALT | Qt::Key_B}))
    , measureOperator(make(tr("Measure an operator…"), tr("Measure what one call of an operator costs, with "
                                                          "tensors of any size")))
    , openRun(make(tr("Open run or trace…"), tr("Show a saved run, or a trace of PyTorch's profiler"),
                   {Qt::CTRL | Qt::SHIFT | Qt::Key_O}, "open"))
    , openFolder(make(tr("Open log folder…"), tr("Show the runs in TensorBoard's event files"),
                      {Qt::CTRL | Qt::ALT | Qt::Key_O}, "open"))
    , closeRun(make(tr("Close run"), tr("Remove the run from the screen and go to the start page"),
                    {QKeySequence(QKeySequence::Close)}, "close"))
    , exportView(make(tr("Export this view…"), tr("Save the picture or the table of the view in front"),
                      {Qt::CTRL | Qt::ALT | Qt::Key_E}, "export"))
    , exportAll(make(tr("Export everything…"), tr("Write tables, pictures and trace of the run to a folder"),
                     {Qt::CTRL | Qt::SHIFT | Qt::Key_E}, "export"))
    , report(make(tr("Report…"), tr("Write the lab's report of the ticked runs, or of the run on the screen"),
                  {Qt::CTRL | Qt::SHIFT | Qt::Key_R}))
    , quit(make(tr("Quit"), tr("Close the window"), {QKeySequence(QKeySequence::Quit)}))
    , copy(make(tr("Copy"), tr("Copy the selected rows, or the picture"), {QKeySequence(QKeySequence::Copy)},
                "copy"))
    , themeSystem(make(tr("Follow desktop"), tr("Use the desktop's light or dark theme")))
    , themeLight(make(tr("Light"), tr("Dark text on a light background")))
    , themeDark(make(tr("Dark"), tr("Light text on a dark background")))
    , palette(make(tr("Command palette…"), tr("Search all actions, views, runs, operators and settings"),
                   {Qt::CTRL | Qt::Key_K, Qt::CTRL | Qt::SHIFT | Qt::Key_P}))
    , untickAll(make(tr("Untick all runs"), tr("Remove the ticked runs from the curves and from Compare")))
    , resetLayout(make(tr("Reset layout"), tr("Move all views back to their default places")))
    , largerText(make(tr("Larger text"), tr("Make all text larger"),
                      {Qt::CTRL | Qt::ALT | Qt::Key_Plus, Qt::CTRL | Qt::ALT | Qt::Key_Equal}))
    , smallerText(make(tr("Smaller text"), tr("Make all text smaller"), {Qt::CTRL | Qt::ALT | Qt::Key_Minus}))
    , normalText(
          make(tr("Normal text"), tr("Reset text to its normal size"), {Qt::CTRL | Qt::ALT | Qt::Key_0}))
    , eventMemory(make(tr("Memory for events…"),
                       tr("Limit the memory for the recorded events of the run on the screen")))
    , manual(make(tr("Manual"), tr("Open the manual at the page of the current view"),
                  {QKeySequence(Qt::Key_F1)}))
    , shortcuts(make(tr("Keyboard shortcuts"), tr("List all keyboard shortcuts of the window"),
                     {Qt::CTRL | Qt::Key_F1}))
    , about(make(tr("About Stepscope"), tr("Versions of the program and its environment")))
{
    train->setIcon(themedIcon("train"));
    saveWeights->setCheckable(true);
    saveWeights->setChecked(true);
    auto* themes = new QActionGroup(this);
    for (QAction* theme : {themeSystem, themeLight, themeDark}) {
        theme->setCheckable(true);
        themes->addAction(theme);
    }
    setTheme(Theme::instance().mode());
}

void WindowActions::setPaused(bool paused)
{
    pause->setText(paused ? tr("Resume") : tr("Pause"));
    pause->setIcon(themedIcon(paused ? "train" : "pause"));
    pause->setStatusTip(paused ? tr("Continue the training") : tr("Pause the training after this step"));
}

void WindowActions::setTheme(ThemeMode mode)
{
    QAction* chosen = mode == ThemeMode::Light  ? themeLight
                      : mode == ThemeMode::Dark ? themeDark
                                                : themeSystem;
    chosen->setChecked(true);
}

QAction* WindowActions::make(const QString& text, const QString& tip, const QList<QKeySequence>& keys,
                             const QString& icon)
{
    auto* action = new QAction(text, this);
    action->setShortcuts(keys);
    action->setStatusTip(tip);
    action->setToolTip(
        keys.isEmpty() ? tip : QString("%1 (%2)").arg(tip, keys.first().toString(QKeySequence::NativeText)));
    if (!icon.isEmpty())
        action->setIcon(themedIcon(icon));
    return action;
}

} // namespace stepscope::ui
