#include "ui/window/runs/run_progress.h"

#include "core/base/text/format.h"
#include "core/comparison/reference_loop.h"
#include "core/import/shared/imported_run.h"
#include "core/run/run_contents.h"
#include "ui/support/qt_text.h"

#include <QGridLayout>
#include <QLabel>
#include <QProgressBar>

namespace stepscope::ui {

namespace {

/// A log of another program has tags, but no length.
bool isLog(const Run& run)
{
    return run.steps.empty() && !loggedScalars(run).empty();
}

QString stepsText(const Run& run)
{
    return counted(RunProgress::tr("%1 step(s)", nullptr, formNumber(run.steps.size())), run.steps.size());
}

/// The content of a run without steps from another program.
QString contentText(const Run& run)
{
    if (run.trace.empty() && run.graph)
        return counted(RunProgress::tr("%1 operator(s)", nullptr, formNumber(run.graph->nodes.size())),
                       run.graph->nodes.size());
    if (contentsOf(run).areFunctions)
        return RunProgress::tr("aggregated profile");
    return counted(RunProgress::tr("%1 event(s)", nullptr, formNumber(run.trace.size())), run.trace.size());
}

QString stageText(const Run& run, const Progress& progress)
{
    if (isLog(run)) {
        const size_t tags = loggedScalars(run).size();
        return counted(RunProgress::tr("%1 tag(s)", nullptr, formNumber(tags)), tags);
    }
    if (run.isOver() && isImported(run) && run.steps.empty())
        return contentText(run);
    if (run.isOver())
        return stepsText(run);
    if (run.kind == RunKind::Program) // its length is not known
        return stepsText(run);
    if (run.stage == RunStage::Preparing || progress.totalSteps == 0)
        return RunProgress::tr("Preparing");
    if (run.stage == RunStage::Finishing)
        return RunProgress::tr("Finishing");
    const QString epoch =
        RunProgress::tr("Epoch %1")
            .arg(toQString(epochNumberText(progress.epoch, progress.epochs, run.experiment)));
    if (progress.testing)
        return RunProgress::tr("%1 · testing").arg(epoch);
    return RunProgress::tr("%1 · step %2 of %3")
        .arg(epoch, countText(progress.step), toQString(plannedStepsText(run)));
}

QString timeLeft(const Run& run, const Progress& progress)
{
    const bool isTimed = !run.isOver() && run.kind != RunKind::Program && run.stage != RunStage::Preparing &&
                         run.stage != RunStage::Finishing;
    if (!isTimed)
        return {};
    if (progress.isLeftToTests)
        return RunProgress::tr("time of tests not known yet");
    if (progress.secondsLeft < 0)
        return RunProgress::tr("time left not known yet");
    const auto text =
        progress.testsAreTimed ? RunProgress::tr("%1 left") : RunProgress::tr("at least %1 left");
    return text.arg(toQString(formatSeconds(progress.secondsLeft)));
}

} // namespace

RunProgress::RunProgress(QWidget* parent)
    : QWidget(parent)
    , m_text(new QLabel(this))
    , m_timeLeft(new QLabel(this))
    , m_bar(new QProgressBar(this))
{
    m_timeLeft->setProperty("muted", true);
    m_bar->setRange(0, 1000);
    m_bar->setTextVisible(false);
    m_bar->setFixedHeight(6);
    m_bar->setAccessibleName(tr("Progress of the run"));
    auto* layout = new QGridLayout(this);
    layout->setContentsMargins(12, 4, 12, 4);
    layout->setHorizontalSpacing(8);
    layout->setVerticalSpacing(4);
    layout->addWidget(m_text, 0, 0);
    layout->addWidget(m_timeLeft, 0, 1, Qt::AlignRight);
    layout->addWidget(m_bar, 1, 0, 1, 2);
    layout->setColumnStretch(0, 1);
    setMinimumHeight(sizeHint().height()); // the tool bar keeps its height without a bar
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
}

void RunProgress::showText(const QString& text)
{
    m_text->setText(text);
    m_timeLeft->clear();
    m_bar->hide();
}

void RunProgress::showRun(const Run& run, const QString& state)
{
    const Progress progress = progressOf(run);
    const QString stage = stageText(run, progress);
    m_text->setText(state.isEmpty() ? stage : tr("%1 · %2").arg(state, stage));
    m_timeLeft->setText(timeLeft(run, progress));
    m_bar->setValue(int(m_fraction.of(run, progress) * 1000));
    m_bar->setVisible(!isImported(run) && run.kind != RunKind::Program);
}

void RunProgress::showSweep(const QString& text, double fraction)
{
    m_text->setText(tr("Sweep · %1").arg(text));
    m_timeLeft->clear(); // it is in the text
    m_bar->setValue(int(fraction * 1000));
    m_bar->setVisible(fraction >= 0);
}

QString RunProgress::text() const
{
    return m_text->text();
}

} // namespace stepscope::ui
