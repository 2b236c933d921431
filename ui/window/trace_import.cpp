#include "ui/window/trace_import.h"

#include "core/base/clock.h"
#include "core/base/format.h"
#include "core/import/ranks.h"
#include "core/import/stored_import.h"
#include "core/run/run_library.h"
#include "ui/support/background_job.h"
#include "ui/window/notice_area.h"

#include <QTimer>

#include <atomic>

namespace stepscope::ui {

namespace {

const QString noticeName = "import";
constexpr double busy = 2.0;

QString toQString(const std::filesystem::path& path)
{
    return QString::fromStdString(path.string());
}

/// What the log says of the content, for the notice's detail.
QString detailOf(const StoredRun& stored)
{
    QStringList lines;
    for (const LogEntry& entry : stored.run.log)
        lines += QString::fromStdString(entry.text);
    return lines.join('\n');
}

} // namespace

TraceImport::TraceImport(NoticeArea* notices, QObject* parent)
    : QObject(parent)
    , m_notices(notices)
    , m_reading(new BackgroundJob(this))
    , m_keeping(new BackgroundJob(this))
{
}

bool TraceImport::canOpen(const QString& path)
{
    try {
        return importFormatOf(path.toStdString()) != nullptr;
    } catch (const Error&) {
        return false;
    }
}

bool TraceImport::isReading() const
{
    return m_reading->isRunning();
}

/// Threads of the import report many times a second; the window wants to hear it some times only.
TraceImport::Report TraceImport::reportOf(const QString& name)
{
    const auto lastReport = std::make_shared<std::atomic<int64_t>>(0);
    return [this, name, lastReport, beganNs = monotonicNs(),
            stop = m_stop.get_token()](const ImportProgress& progress) {
        constexpr int64_t nsPerMs = 1'000'000;
        const int64_t nowMs = (monotonicNs() - beganNs) / nsPerMs;
        constexpr int64_t betweenMs = 50;
        if (int64_t last = lastReport->load();
            nowMs - last < betweenMs || !lastReport->compare_exchange_strong(last, nowMs))
            return;
        QMetaObject::invokeMethod(this, [this, name, progress, stop] {
            if (!stop.stop_requested())
                showProgress(name, progress);
        });
    };
}

void TraceImport::open(const std::filesystem::path& path)
{
    start(toQString(path.filename()), path,
          [path](const ImportOptions& options) { return importFile(path, options); });
}

void TraceImport::openRanks(const std::vector<std::filesystem::path>& files)
{
    start(tr("%1 ranks").arg(files.size()), {},
          [files](const ImportOptions& options) { return importRanks(files, options); });
}

void TraceImport::start(const QString& name, const std::filesystem::path& path, const Read& read)
{
    m_clock.start();
    m_stop.request_stop();
    m_stop = {};
    showReading(name);
    m_reading->start(
        [this, path, read, report = reportOf(name),
         stop = m_stop](std::stop_token closing) -> std::function<void()> {
            const std::stop_callback stopToo(closing, [stop]() mutable { stop.request_stop(); });
            auto stored =
                std::make_shared<StoredRun>(storedRun(read({.progress = report, .stop = stop.get_token()})));
            return [this, path, stored] { showOpened(path, stored); };
        },
        [this, stop = m_stop](const QString& sentence, const QString& detail) {
            if (stop.stop_requested())
                m_notices->remove(noticeName);
            else
                m_notices->show(noticeName,
                                {.kind = Notice::Kind::Error, .text = sentence, .detail = detail});
        });
}

void TraceImport::showReading(const QString& name)
{
    Notice notice{.text = tr("Reading %1…").arg(name), .closable = false, .progress = busy};
    notice.buttons += {tr("Cancel"), [this] {
                           m_stop.request_stop();
                           m_notices->update(noticeName, tr("Cancelling…"), busy);
                       }};
    m_notices->show(noticeName, notice);
}

void TraceImport::showProgress(const QString& name, const ImportProgress& progress)
{
    if (!m_reading->isRunning() || !m_notices->has(noticeName))
        return;
    const double share =
        progress.fileBytes > 0 ? double(progress.bytesRead) / double(progress.fileBytes) : busy;
    QString text = tr("Reading %1").arg(name);
    if (progress.secondsLeft >= 0)
        text += tr(": %1 left").arg(QString::fromStdString(formatSeconds(progress.secondsLeft)));
    m_notices->update(noticeName, text, share);
}

void TraceImport::showOpened(const std::filesystem::path& path, const std::shared_ptr<StoredRun>& stored)
{
    m_notices->remove(noticeName);
    Q_EMIT opened(path, stored);
    // After what the views do in this turn of the event loop the tables stand on the screen.
    QTimer::singleShot(0, this, [this, path, stored] {
        const bool isSound = stored->problems.empty();
        const QString took = QString::fromStdString(formatNs(double(m_clock.nsecsElapsed())));
        const QString name =
            path.empty() ? QString::fromStdString(stored->label.name) : toQString(path.filename());
        Notice notice{.kind = isSound ? Notice::Kind::Good : Notice::Kind::Warning,
                      .text = isSound ? tr("Opened %1 in %2.").arg(name, took)
                                      : tr("Opened what could be read of %1, in %2.").arg(name, took),
                      .detail = detailOf(*stored)};
        notice.buttons += {tr("Keep among the runs"), [this, stored] { keep(stored); }, true};
        m_notices->show(noticeName, notice);
    });
}

void TraceImport::keep(const std::shared_ptr<StoredRun>& stored)
{
    m_notices->show(noticeName, {.text = tr("Writing the run…"), .closable = false, .progress = busy});
    m_keeping->start(
        [this, stored](std::stop_token) -> std::function<void()> {
            const auto path = writeImportedRun(*stored, defaultLibraryFolder());
            return [this, path] {
                m_notices->show(noticeName,
                                {.kind = Notice::Kind::Good,
                                 .text = tr("Kept among the runs as %1.").arg(toQString(path.filename()))});
                Q_EMIT kept(path);
            };
        },
        [this](const QString& sentence, const QString& detail) {
            m_notices->show(noticeName, {.kind = Notice::Kind::Error, .text = sentence, .detail = detail});
        });
}

} // namespace stepscope::ui
