#include "ui/window/runs/trace_import.h"

#include "core/base/clock.h"
#include "core/base/text/format.h"
#include "core/import/ranks/ranks.h"
#include "core/import/stored_import.h"
#include "core/import/tensorboard/tensorboard_follower.h"
#include "core/run_file/run_library.h"
#include "ui/support/background_job.h"
#include "ui/support/qt_text.h"
#include "ui/window/notices/notice_area.h"

#include <QTimer>

#include <algorithm>
#include <atomic>
#include <iterator>
#include <utility>

namespace stepscope::ui {

namespace {

const QString noticeName = "import";
constexpr double busy = 2.0;

/// What the log says about the content, for the notice's detail.
QString detailOf(const StoredRun& stored)
{
    QStringList lines;
    for (const LogEntry& entry : stored.run.log)
        lines += toQString(entry.text);
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

bool TraceImport::isForImport(const QString& path)
{
    try {
        return stepscope::isForImport(path.toStdString());
    } catch (const Error&) {
        return false;
    }
}

bool TraceImport::mayBeExperiment(const QString& path)
{
    const std::filesystem::path file = path.toStdString();
    try {
        return !std::filesystem::is_directory(file) && !isUnsupported(file) && !importFormatOf(file);
    } catch (const Error&) {
        return !std::filesystem::exists(file);
    }
}

bool TraceImport::isReading() const
{
    return m_reading->isRunning();
}

/// Threads of the import report many times per second; passes on only a few reports, and the final one.
TraceImport::Report TraceImport::reportOf(const QString& name)
{
    const auto lastReport = std::make_shared<std::atomic<int64_t>>(0);
    return [this, name, lastReport, beganNs = monotonicNs(),
            stop = m_stop.get_token()](const ImportProgress& progress) {
        constexpr int64_t nsPerMs = 1'000'000;
        const int64_t nowMs = (monotonicNs() - beganNs) / nsPerMs;
        constexpr int64_t betweenMs = 50;
        if (int64_t last = lastReport->load();
            !progress.isRead() &&
            (nowMs - last < betweenMs || !lastReport->compare_exchange_strong(last, nowMs)))
            return;
        QMetaObject::invokeMethod(this, [this, name, progress, stop] {
            if (!stop.stop_requested())
                showProgress(name, progress);
        });
    };
}

namespace {

/// The results for the runs of a log folder.
struct Kept
{
    std::vector<std::filesystem::path> paths;
    std::vector<std::filesystem::path> sources; ///< what they were read from, each once
    QStringList failures;
};

/// What to do about a run without content.
enum class EmptyRuns {
    LeaveOut, ///< TensorBoard's profiler, for example, writes such files
    Report,
};

/// Reports the progress of one of `count` items as a part of all, each of which counts as much.
std::function<void(const ImportProgress&)> partOf(const ImportOptions& all, int64_t item, size_t count)
{
    return [report = all.progress, item, count](const ImportProgress& own) {
        constexpr int64_t each = 1'000;
        const double share =
            own.fileBytes > 0 ? std::min(double(own.bytesRead) / double(own.fileBytes), 1.0) : 0.0;
        report({.bytesRead = item * each + int64_t(share * double(each - 1)), // the rest: being written
                .fileBytes = int64_t(count) * each});
    };
}

struct ItemToKeep
{
    ImportItem item;
    std::filesystem::path source; ///< the file or folder that contains it
    EmptyRuns ifEmpty = EmptyRuns::LeaveOut;
};

/// The runs at a path: of a folder with several, those without content are left out.
std::vector<ItemToKeep> itemsToKeep(const std::filesystem::path& path)
{
    std::vector<ItemToKeep> all;
    auto items = importItems(path);
    const auto ifEmpty = items.size() > 1 ? EmptyRuns::LeaveOut : EmptyRuns::Report;
    for (ImportItem& item : items)
        all.push_back({std::move(item), path, ifEmpty});
    return all;
}

/// Writes each run to the library as soon as it has been read, so that only one is in memory. `kept` may have
/// failures already. Throws Error with the first failure if there is no run.
Kept keepRuns(const std::vector<ItemToKeep>& items, const ImportOptions& options, Kept kept = {})
{
    int64_t number = 0;
    for (const auto& [item, source, ifEmpty] : items) {
        if (options.stop.stop_requested())
            throw ImportCanceled(TraceImport::tr("The import was canceled.").toStdString());
        const ImportOptions ofItem{
            .progress = partOf(options, number++, items.size()), .stop = options.stop, .name = item.name};
        ofItem.progress({});
        try {
            const auto stored = storedRun(importFile(item.path, ofItem));
            if (ifEmpty == EmptyRuns::LeaveOut && stored.run.scalars.empty() && !stored.run.graph)
                continue; // only hyperparameters
            kept.paths.push_back(writeImportedRun(stored, defaultLibraryFolder()));
            if (kept.sources.empty() || kept.sources.back() != source)
                kept.sources.push_back(source);
            for (const std::string& problem : stored.problems)
                kept.failures += toQString(item.name + ": " + problem);
        } catch (const ImportCanceled&) {
            throw;
        } catch (const NothingToImport& error) {
            if (ifEmpty == EmptyRuns::Report)
                kept.failures += toQString(error.what());
        } catch (const Error& error) {
            kept.failures += toQString(error.what());
        }
    }
    if (kept.paths.empty() && !kept.failures.isEmpty())
        throw Error(kept.failures.front().toStdString(), kept.failures.join('\n').toStdString());
    return kept;
}

} // namespace

void TraceImport::open(const std::filesystem::path& path)
{
    openOne({.files = {path}});
}

void TraceImport::openRanks(const std::vector<std::filesystem::path>& files)
{
    openAllRanks({.files = files});
}

void TraceImport::openTogether(const std::vector<std::filesystem::path>& files)
{
    start(tr("%n file(s)", nullptr, int(files.size())), [this, files](const ImportOptions& options) {
        std::vector<ItemToKeep> items;
        Kept unreadable;
        for (const auto& file : files) {
            try {
                std::ranges::move(itemsToKeep(file), std::back_inserter(items));
            } catch (const Error& error) {
                unreadable.failures += toQString(error.what());
            }
        }
        const Kept kept = keepRuns(items, options, std::move(unreadable));
        return [this, kept] {
            m_notices->remove(noticeName);
            Q_EMIT keptTogether(kept.paths, kept.sources, kept.failures);
        };
    });
}

void TraceImport::openAgain(const QString& stepOn)
{
    if (m_opened.files.empty())
        return;
    const Source source{.files = m_opened.files, .stepOn = stepOn};
    source.files.size() == 1 ? openOne(source) : openAllRanks(source);
}

void TraceImport::openOne(const Source& source)
{
    const auto path = source.files.front();
    const auto read = [this, path, source](const ImportOptions& options) -> std::function<void()> {
        const auto items = itemsToKeep(path);
        if (items.size() > 1) {
            const Kept kept = keepRuns(items, options);
            return [this, path, kept] { showSeveral(path, kept.paths, kept.failures); };
        }
        const ImportItem& item = items.front().item;
        ImportOptions named = options;
        named.name = item.name;
        named.stepOn = source.stepOn.toStdString();
        auto stored = std::make_shared<StoredRun>(storedRun(importFile(item.path, named)));
        if (!stored->run.scalars.empty() && TensorBoardFollower::mayGrow(item.path, unixMsNow()))
            stored->run.outcome = RunOutcome::Running; // new data in the log is shown, too
        return [this, path = item.path, stored, source] { showOpened(path, stored, source); };
    };
    start(toQString(path.filename()), read);
}

void TraceImport::openAllRanks(const Source& source)
{
    start(tr("%n rank(s)", nullptr, int(source.files.size())), [this, source](const ImportOptions& options) {
        ImportOptions withSteps = options;
        withSteps.stepOn = source.stepOn.toStdString();
        auto stored = std::make_shared<StoredRun>(storedRun(importRanks(source.files, withSteps)));
        return [this, stored, source] { showOpened({}, stored, source); };
    });
}

void TraceImport::start(const QString& name, const Read& read)
{
    m_clock.start();
    m_stop.request_stop();
    m_stop = {};
    showReading(name);
    m_reading->start(
        [read, report = reportOf(name), stop = m_stop](std::stop_token closing) {
            const std::stop_callback stopToo(closing, [stop]() mutable { stop.request_stop(); });
            return read({.progress = report, .stop = stop.get_token()});
        },
        [this, stop = m_stop](const QString& sentence, const QString& detail) {
            if (stop.stop_requested())
                m_notices->remove(noticeName);
            else
                m_notices->show(noticeName,
                                {.kind = Notice::Kind::Error, .text = sentence, .detail = detail});
        });
}

void TraceImport::showSeveral(const std::filesystem::path& folder,
                              const std::vector<std::filesystem::path>& paths, const QStringList& failures)
{
    const bool isSound = failures.isEmpty();
    const int form = formNumber(paths.size());
    const QString text =
        isSound ? tr("Opened %2 and added its %1 run(s) to the library.", nullptr, form)
                : tr("Opened the readable part of %2 and added %1 run(s) to the library.", nullptr, form);
    m_notices->show(noticeName, {.kind = isSound ? Notice::Kind::Good : Notice::Kind::Warning,
                                 .text = counted(text, paths.size()).arg(toQString(folder.filename())),
                                 .detail = failures.join('\n')});
    Q_EMIT keptSeveral(paths);
}

void TraceImport::showReading(const QString& name)
{
    Notice notice{.text = tr("Reading %1…").arg(name), .closable = false, .progress = busy};
    notice.buttons += {tr("Cancel"), [this] {
                           m_stop.request_stop();
                           m_notices->update(noticeName, tr("Canceling…"), busy);
                       }};
    m_notices->show(noticeName, notice);
}

void TraceImport::showProgress(const QString& name, const ImportProgress& progress)
{
    if (!m_reading->isRunning() || !m_notices->has(noticeName))
        return;
    if (progress.isRead())
        return m_notices->update(noticeName, tr("Merging the parts of %1…").arg(name), busy);
    const double share =
        progress.fileBytes > 0 ? double(progress.bytesRead) / double(progress.fileBytes) : busy;
    const QString text =
        progress.secondsLeft < 0
            ? tr("Reading %1").arg(name)
            : tr("Reading %1: %2 left").arg(name, toQString(formatSeconds(progress.secondsLeft)));
    m_notices->update(noticeName, text, share);
}

void TraceImport::showOpened(const std::filesystem::path& path, const std::shared_ptr<StoredRun>& stored,
                             const Source& source)
{
    m_notices->remove(noticeName);
    m_opened = source;
    Q_EMIT opened(path, stored);
    // Runs after what the views do in this turn of the event loop.
    QTimer::singleShot(0, this, [this, path, stored, stop = m_stop] { tellOpened(path, stored, stop); });
}

void TraceImport::tellOpened(const std::filesystem::path& path, const std::shared_ptr<StoredRun>& stored,
                             const std::stop_source& stop)
{
    if (stop.stop_requested())
        return; // another file is being read
    if (m_isTableWhole && !m_isTableWhole()) {
        QTimer::singleShot(1, this, [this, path, stored, stop] { tellOpened(path, stored, stop); });
        return;
    }
    const bool isSound = stored->problems.empty();
    const QString took = durationText(double(m_clock.nsecsElapsed()));
    const QString name = path.empty() ? toQString(stored->label.name) : toQString(path.filename());
    Notice notice{.kind = isSound ? Notice::Kind::Good : Notice::Kind::Warning,
                  .text = isSound ? tr("Opened %1 in %2.").arg(name, took)
                                  : tr("Opened the readable part of %1 in %2.").arg(name, took),
                  .detail = detailOf(*stored)};
    notice.buttons += {tr("Add to the library"), [this, stored] { keep(stored); }, true};
    m_notices->show(noticeName, notice);
}

void TraceImport::endNotice()
{
    if (m_reading->isRunning() || m_keeping->isRunning())
        return;
    m_stop.request_stop(); // no more progress is reported
    m_notices->remove(noticeName);
}

void TraceImport::removeError()
{
    m_notices->removeErrors({noticeName});
}

void TraceImport::keep(const std::shared_ptr<StoredRun>& stored)
{
    m_notices->show(noticeName, {.text = tr("Writing the run…"), .closable = false, .progress = busy});
    auto written = stored;
    if (!stored->run.isOver()) { // it continues to grow
        written = std::make_shared<StoredRun>(*stored);
        written->run.outcome = RunOutcome::Finished;
    }
    m_keeping->start(
        [this, stored = written](std::stop_token) -> std::function<void()> {
            const auto path = writeImportedRun(*stored, defaultLibraryFolder());
            return [this, path] {
                m_notices->show(noticeName,
                                {.kind = Notice::Kind::Good,
                                 .text = tr("Added to the library as %1.").arg(toQString(path.filename()))});
                Q_EMIT kept(path);
            };
        },
        [this](const QString& sentence, const QString& detail) {
            m_notices->show(noticeName, {.kind = Notice::Kind::Error, .text = sentence, .detail = detail});
        });
}

} // namespace stepscope::ui
