#include "ui/window/session/sweep_session.h"

#include "ui/experiment/experiment_panel.h"
#include "ui/support/dialogs.h"
#include "ui/support/open_outside.h"
#include "ui/support/qt_text.h"
#include "ui/sweep/sweep_view.h"
#include "ui/window/views/view_registry.h"

#include <QFileInfo>
#include <QUrl>

namespace stepscope::ui {

namespace {

constexpr auto replacedNotice = "replacedSettings";
constexpr auto reportNotice = "sweepReport";

} // namespace

SweepSession::SweepSession(ViewRegistry* views, ExperimentPanel* panel, NoticeArea* notices, QWidget* window)
    : QObject(window)
    , m_views(views)
    , m_panel(panel)
    , m_notices(notices)
    , m_window(window)
{
    views->whenCreated<SweepView>(this, [this](SweepView* view) { use(view); });
}

void SweepSession::use(SweepView* view)
{
    m_view = view;
    const auto setBase = [this] { m_view->setBase(m_panel->experiment()); };
    connect(m_panel, &ExperimentPanel::changed, view, setBase);
    connect(m_panel, &ExperimentPanel::changed, this, [this] {
        if (m_replaced && m_panel->experiment() == *m_replaced)
            forgetReplaced();
    });
    connect(view, &SweepView::experimentWanted, this, &SweepSession::useSettings);
    connect(view, &SweepView::runningChanged, this, [this, setBase] {
        setBase(); // it may have changed meanwhile
        if (m_view->isSweeping())
            forgetReplaced(); // other settings would be those of another sweep
        Q_EMIT changed();
    });
    connect(view, &SweepView::progressed, this, &SweepSession::progressed);
    connect(view, &SweepView::openWanted, this, &SweepSession::openWanted);
    connect(view, &SweepView::folderWanted, this, &SweepSession::folderWanted);
    connect(view, &SweepView::runsWanted, this, &SweepSession::runsWanted);
    connect(view, &SweepView::compareWanted, this, &SweepSession::compareWanted);
    connect(view, &SweepView::reportWanted, this, &SweepSession::openReport);
    connect(view, &SweepView::swept, this, &SweepSession::showSwept);
    connect(view, &SweepView::failed, this, [this](const QString& sentence) {
        m_result.reset();
        m_notices->show("sweep", {.kind = Notice::Kind::Error, .text = sentence});
        Q_EMIT logged(LogLevel::Error, sentence);
    });
    setBase();
    Q_EMIT changed();
}

void SweepSession::useSettings(const Experiment& experiment, const QString& what)
{
    const Experiment before = m_panel->experiment();
    m_panel->use(experiment, what);
    if (m_panel->experiment() == before)
        return;
    m_replaced = before;
    const Notice notice{
        .text = tr("The experiment has the settings of %1. Undo brings yours back.").arg(what),
        .buttons = {
            {tr("Undo"), [this, before, what] { m_panel->use(before, tr("Undo of %1").arg(what)); }, false}}};
    m_notices->show(replacedNotice, notice);
}

void SweepSession::forgetReplaced()
{
    m_replaced.reset();
    m_notices->remove(replacedNotice);
}

void SweepSession::prepareLab()
{
    m_views->createMissing();
    m_views->show("sweep");
    m_view->prepareLab();
}

bool SweepSession::isRunning() const
{
    return m_view && m_view->isRunning();
}

bool SweepSession::canStop() const
{
    return isRunning() && !m_view->isStopping();
}

QString SweepSession::progressText() const
{
    return isRunning() ? m_view->progressText() : QString();
}

double SweepSession::progressFraction() const
{
    return isRunning() ? m_view->progressFraction() : -1.0;
}

void SweepSession::stop()
{
    if (isRunning())
        m_view->stop();
}

bool SweepSession::stopToClose()
{
    if (m_view->isSweeping()) {
        const Confirmation question{
            tr("A sweep is running"),
            tr("Stop the sweep and close? Finished runs are kept, and the sweep can be resumed later."),
            tr("Stop and close"), tr("Continue the sweep")};
        if (!dialogs().confirm(m_window, question))
            return false;
    }
    m_view->stop();
    return true;
}

void SweepSession::setPossible(const std::vector<DeviceInfo>& devices, const QString& whyNot)
{
    if (!m_view)
        return;
    QStringList usable;
    for (const DeviceInfo& device : devices) {
        if (device.whyAbsent.empty())
            usable += toQString(device.id);
    }
    m_view->setDevices(usable);
    m_view->setObstacle(whyNot);
}

void SweepSession::showSwept(const QString& what, const QString& report, bool isGood)
{
    Notice notice{.kind = isGood ? Notice::Kind::Good : Notice::Kind::Warning, .text = what};
    if (m_view->canCompare())
        notice.buttons += {tr("Compare"), [this, folder = m_view->runsFolder()] {
                               Q_EMIT folderWanted(folder);
                               Q_EMIT compareWanted();
                           }};
    m_result = notice;
    if (!report.isEmpty())
        notice.buttons += {tr("Open report"), [this, report] { openReport(report); }, true};
    m_notices->remove(reportNotice);
    m_notices->show("sweep", notice);
    Q_EMIT logged(isGood ? LogLevel::Info : LogLevel::Warning, what);
}

/// If it fails, the result of the sweep stays above the failure, without a button that would fail again.
void SweepSession::openReport(const QString& path)
{
    m_notices->remove(reportNotice);
    const QString failure = failureToOpenOutside(QUrl::fromLocalFile(path));
    if (failure.isEmpty())
        return;
    if (m_result && m_notices->has("sweep"))
        m_notices->show("sweep", *m_result);
    showReportFailure(path, failure);
}

void SweepSession::showReportFailure(const QString& path, const QString& failure)
{
    Notice notice{.kind = Notice::Kind::Error, .text = failure, .below = "sweep"};
    if (m_canShowFolder)
        notice.buttons += {tr("Show folder"), [this, path] { showFolderOf(path); }, false};
    m_notices->show(reportNotice, notice);
}

void SweepSession::showFolderOf(const QString& report)
{
    const QString failure = failureToOpenOutside(QUrl::fromLocalFile(QFileInfo(report).path()));
    m_canShowFolder = failure.isEmpty();
    if (!m_canShowFolder)
        showReportFailure(report, failure);
}

} // namespace stepscope::ui
