#include "ui/flame/profile_message.h"

#include "core/run/run.h"
#include "ui/support/empty_page.h"
#include "ui/support/qt_text.h"
#include "ui/support/unrecorded_message.h"

#include <QVBoxLayout>

namespace stepscope::ui {

ProfileMessage::ProfileMessage(QWidget* parent)
    : QWidget(parent)
    , m_page(new EmptyPage("profileMessage"))
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_page);
}

QString ProfileMessage::title() const
{
    return m_page->title();
}

void ProfileMessage::showText(const QString& title, const QString& hint)
{
    m_page->showText(title, hint);
}

void ProfileMessage::showWhyEmpty(const Run* run)
{
    if (!run || run->outcome == RunOutcome::NotStarted)
        return showText(tr("No profile yet"), tr("Train a network with the profiler on to see where the time "
                                                 "goes. This view is updated while the training runs."));
    if (!run->trace.empty())
        return showText(tr("No events in these steps"), tr("Select other steps, or all of them."));
    if (UnrecordedMessage::isOf(*run))
        return showText(UnrecordedMessage().title, UnrecordedMessage().hint);
    if (!run->experiment.profile)
        return showText(
            tr("The profiler was off"),
            tr("Turn the profiler on in the experiment and train again to see where the time goes."));
    const auto before = run->experiment.profileWait + run->experiment.profileWarmup;
    if (!run->isOver())
        return showText(
            tr("Waiting for the profiler"),
            counted(
                tr("The picture appears with the first active step, after %1 step(s) of wait and warm-up.",
                   nullptr, formNumber(before)),
                before));
    showText(tr("No step was profiled"),
             counted(tr("The run ended before the profiler's first active step. Train "
                        "for more than %1 step(s), or shorten its wait and warm-up.",
                        nullptr, formNumber(before)),
                     before));
}

} // namespace stepscope::ui
