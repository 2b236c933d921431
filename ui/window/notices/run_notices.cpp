#include "ui/window/notices/run_notices.h"

#include "core/base/text/format.h"
#include "core/import/shared/imported_run.h"
#include "core/run/run_figures.h"
#include "ui/support/open_outside.h"
#include "ui/support/qt_text.h"
#include "ui/window/notices/notice_area.h"

#include <QAction>
#include <QCoreApplication>
#include <QDir>
#include <QObject>
#include <QUrl>

namespace stepscope::ui {

namespace {

struct RunNoticesWords
{
    Q_DECLARE_TR_FUNCTIONS(RunNotices)
};

QString figures(const Run& run)
{
    const int64_t ms = run.endUnixMs - run.startUnixMs;
    const size_t steps = run.steps.size();
    const QString text =
        ms <= 0 // of a file that has no clock
            ? counted(RunNoticesWords::tr("%1 step(s).", nullptr, formNumber(steps)), steps)
            : counted(RunNoticesWords::tr("%1 step(s) in %2.", nullptr, formNumber(steps)), steps)
                  .arg(toQString(formatRunTime(double(ms) / 1000.0)));
    if (run.epochs.empty() || run.epochs.back().testImages == 0)
        return text;
    return text + " " + toQString(testLine(run.epochs.back()));
}

} // namespace

QString runOutcomeText(const Run& run)
{
    switch (run.outcome) {
    case RunOutcome::Finished:
        return isImported(run) ? RunNoticesWords::tr("Imported") : RunNoticesWords::tr("Finished");
    case RunOutcome::Stopped:
        return RunNoticesWords::tr("Stopped");
    case RunOutcome::Failed:
        return RunNoticesWords::tr("Failed");
    case RunOutcome::Crashed:
        return RunNoticesWords::tr("Crashed");
    case RunOutcome::Running:
        return run.kind == RunKind::Program ? RunNoticesWords::tr("Recording")
                                            : RunNoticesWords::tr("Running elsewhere");
    default:
        return {};
    }
}

QString deviceText(const Run& run)
{
    return toQString(run.plan.deviceName.empty() ? run.experiment.device : run.plan.deviceName);
}

QString deviceText(const Experiment& experiment, const std::vector<DeviceInfo>& devices)
{
    for (const DeviceInfo& device : devices) {
        if (device.id == experiment.device && !device.name.empty())
            return toQString(device.id + " · " + device.name);
    }
    return toQString(experiment.device);
}

void showRunNotice(NoticeArea& notices, const Run& run, QAction* exportAll)
{
    Notice notice;
    if (run.outcome == RunOutcome::Failed) {
        notice.kind = Notice::Kind::Error;
        notice.text = toQString(run.failure);
        notice.detail = toQString(run.failureDetail);
    } else {
        notice.kind = run.outcome == RunOutcome::Finished ? Notice::Kind::Good : Notice::Kind::Info;
        notice.text = RunNoticesWords::tr("%1: %2").arg(runOutcomeText(run), figures(run));
        notice.buttons += {RunNoticesWords::tr("Export everything…"), [exportAll] { exportAll->trigger(); }};
    }
    notices.show("run", notice);
}

void showEventsNotice(NoticeArea& notices, const Run& run, QAction* limit)
{
    const QString name = QStringLiteral("events");
    if (!run.leftOut.any())
        return notices.remove(name);
    const QString text = toQString(leftOutText(run));
    if (notices.has(name))
        return notices.update(name, text, -1.0);
    notices.show(name,
                 {.kind = Notice::Kind::Info,
                  .text = text,
                  .detail = RunNoticesWords::tr(
                      "The timeline, the table of operators, the flame graph and the other views of "
                      "events show what is in memory; so do their own exports. Curves, step times and "
                      "the files of Export everything cover the whole run. Set the limit with Edit > "
                      "Memory for events, or with `stepscope --event-memory MB`."),
                  .buttons = {{RunNoticesWords::tr("Change limit…"), [limit] { limit->trigger(); }, false}},
                  .closable = false});
}

void showEngineNotice(NoticeArea& notices, const QString& sentence, const QString& detail,
                      std::function<void()> tryAgain)
{
    Notice notice{.kind = Notice::Kind::Error,
                  .text = sentence,
                  .detail = detail,
                  .closable = false,
                  .needsAnswer = true};
    notice.buttons += {RunNoticesWords::tr("Try again"), std::move(tryAgain)};
    notices.show("engine", notice);
}

void showReportNotice(NoticeArea& notices, const QString& folder, const QStringList& missing, bool hasFailed)
{
    Notice notice{.kind = hasFailed ? Notice::Kind::Warning : Notice::Kind::Good};
    notice.text = RunNoticesWords::tr("Exported everything to %1.").arg(QDir::toNativeSeparators(folder));
    if (hasFailed)
        notice.text =
            RunNoticesWords::tr("Exported to %1, but not everything.").arg(QDir::toNativeSeparators(folder));
    notice.detail = missing.join('\n');
    notice.buttons +=
        {RunNoticesWords::tr("Open folder"), [folder] { openOutside(QUrl::fromLocalFile(folder)); }};
    notices.show("report", notice);
}

} // namespace stepscope::ui
