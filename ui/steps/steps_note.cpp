#include "ui/steps/steps_note.h"

#include "core/run/run.h"
#include "core/trace/steps/counted_steps.h"
#include "ui/steps/steps_reader.h"
#include "ui/support/absence_text.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>

namespace stepscope::ui {

namespace {

/// Nothing of the selected steps is in the trace, which has others.
bool areOnlyOthersRecorded(const StepSeries& series, const StepRange& selected)
{
    return !selected.isAll() && !series.splits().empty() && series.splitsIn(selected).empty();
}

/// Why no step of the run has parts.
QString unrecordedText(const Run& run)
{
    if (!run.experiment.profile)
        return StepsNote::tr(
            "The profiler was off: only the wall time of each step is known. Turn it on in the "
            "experiment and train again to see the parts of steps.");
    return run.isOver()
               ? StepsNote::tr(
                     "No step was recorded, so only wall times are known. Train for more steps than the "
                     "profiler's wait and warm-up.")
               : StepsNote::tr(
                     "Waiting for the profiler's first active step: until then, only wall times are known.");
}

} // namespace

StepsNote::StepsNote(QWidget* parent)
    : QWidget(parent)
    , m_text(new QLabel)
    , m_nearestButton(new QPushButton)
{
    m_text->setObjectName("stepsNote");
    m_text->setProperty("muted", true);
    m_text->setWordWrap(true);
    m_text->setContentsMargins(16, 8, 16, 12);
    m_nearestButton->setObjectName("nearestStep");
    m_nearestButton->setToolTip(goToStepHelp());
    m_nearestButton->hide();
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 16, 0);
    row->addWidget(m_text, 1);
    row->addWidget(m_nearestButton);
    connect(m_nearestButton, &QPushButton::clicked, this, [this] { Q_EMIT stepWanted(*m_nearestStep); });
}

void StepsNote::explain(const Run* run, const StepsReader& reader, const StepRange& selected)
{
    QString text;
    std::optional<int64_t> nearest;
    if (run && areOnlyOthersRecorded(reader.series(), selected)) {
        const AbsenceText absence = stepsAbsenceText(*run, reader.trace(), selected);
        text = tr("%1: only wall times are known. %2").arg(absence.title, absence.hint);
        nearest = nearestRecordedStep(reader.trace(), selected);
    } else if (run && !reader.series().bars().empty()) {
        text = unrecordedText(*run);
    }
    m_text->setText(text);
    offer(nearest);
    show();
}

void StepsNote::clear()
{
    m_text->clear();
    offer({});
    hide();
}

void StepsNote::offer(const std::optional<int64_t>& step)
{
    m_nearestStep = step;
    if (step)
        m_nearestButton->setText(goToStepText(*step));
    m_nearestButton->setVisible(step.has_value());
}

} // namespace stepscope::ui
