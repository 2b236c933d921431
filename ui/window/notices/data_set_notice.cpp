#include "ui/window/notices/data_set_notice.h"

#include "ui/support/background_job.h"
#include "ui/support/qt_text.h"
#include "ui/window/notices/notice_area.h"

namespace stepscope::ui {

namespace {

const QString noticeName = "dataSet";

const DataSetInfo* findInfo(std::string_view id)
{
    for (const DataSetInfo& info : knownDataSets()) {
        if (info.id == id)
            return &info;
    }
    return nullptr; // a synthetic one needs no files
}

} // namespace

DataSetNotice::DataSetNotice(NoticeArea* notices, QObject* parent)
    : QObject(parent)
    , m_notices(notices)
    , m_job(new BackgroundJob(this))
    , m_fetch([](const DataSetInfo& info, const auto& progress, std::stop_token stop) {
        fetchDataSet(info, progress, std::move(stop));
    })
{
}

void DataSetNotice::check(const Experiment& experiment)
{
    m_experiment = experiment;
    const DataSetInfo* info = findInfo(experiment.dataset);
    const bool wasMissing = isMissing();
    const bool missing = info && findDataSet(*info, experiment.dataDirectory).empty();
    m_missingText = missing ? missingText(*info, experiment.dataDirectory) : QString();
    if (!m_job->isRunning()) { // otherwise the notice shows its progress
        if (missing && m_isShown)
            showMissing(*info, experiment.dataDirectory);
        else
            m_notices->remove(noticeName);
    }
    if (missing != wasMissing)
        Q_EMIT missingChanged();
}

QString DataSetNotice::missingText(const DataSetInfo& info, const std::string& directory)
{
    const QString label = toQString(info.label);
    return directory.empty() ? tr("%1 is not on this computer yet.").arg(label)
                             : tr("The folder %1 does not contain %2.").arg(toQString(directory), label);
}

void DataSetNotice::setShown(bool isShown)
{
    if (std::exchange(m_isShown, isShown) != isShown)
        check(m_experiment);
}

void DataSetNotice::showMissing(const DataSetInfo& info, const std::string& directory)
{
    const QString label = toQString(info.label);
    const QString shownFor = label + '\n' + toQString(directory);
    if (m_notices->has(noticeName) && m_shownFor == shownFor)
        return;
    m_shownFor = shownFor;
    Notice notice{.kind = Notice::Kind::Warning, .closable = false};
    notice.text = m_missingText;
    if (directory.empty())
        notice.buttons += {tr("Download %1").arg(label), [this, &info] { fetch(info); }, true};
    for (const DataSetInfo& other : knownDataSets()) {
        if (other.id == info.id || findDataSet(other).empty())
            continue;
        notice.buttons += {tr("Use %1").arg(toQString(other.label)),
                           [this, id = toQString(other.id)] { Q_EMIT useDataSet(id); }, false};
    }
    if (notice.buttons.size() < 2)
        notice.buttons += {tr("Use synthetic images"), [this] { Q_EMIT useDataSet("synthetic"); }, false};
    m_notices->show(noticeName, notice);
}

void DataSetNotice::fetch(const DataSetInfo& info)
{
    const QString label = toQString(info.label);
    const QString title = tr("Downloading %1").arg(label);
    Notice notice{.kind = Notice::Kind::Info, .text = title + "…", .closable = false, .progress = 2.0};
    notice.buttons += {tr("Cancel"), [this] {
                           m_stop.request_stop();
                           m_notices->update(noticeName, tr("Cancelling…"), 2.0);
                       }};
    m_notices->show(noticeName, notice);

    m_stop = {};
    const auto progress = [this, title](const FetchProgress& progress) {
        const double share =
            progress.expectedBytes > 0 ? double(progress.bytes) / double(progress.expectedBytes) : 2.0;
        const QString text = tr("%1: %2").arg(title, bytesText(double(progress.bytes)));
        QMetaObject::invokeMethod(this, [this, text, share] { m_notices->update(noticeName, text, share); });
    };
    m_job->start(
        [this, &info, label, progress, fetch = m_fetch,
         cancelled = m_stop](std::stop_token closing) -> std::function<void()> {
            const std::stop_callback stopToo(closing, [cancelled]() mutable { cancelled.request_stop(); });
            fetch(info, progress, cancelled.get_token());
            return [this, label] {
                check(m_experiment);
                Q_EMIT fetched(label);
            };
        },
        [this, &info](const QString& sentence, const QString& detail) {
            if (m_stop.stop_requested()) {
                m_shownFor.clear();
                check(m_experiment);
                return;
            }
            Notice failed{.kind = Notice::Kind::Error, .text = sentence, .detail = detail, .closable = false};
            failed.buttons += {tr("Try again"), [this, &info] { fetch(info); }, true};
            failed.buttons += {tr("Use synthetic images"), [this] { Q_EMIT useDataSet("synthetic"); }, false};
            m_notices->show(noticeName, failed);
        });
}

} // namespace stepscope::ui
