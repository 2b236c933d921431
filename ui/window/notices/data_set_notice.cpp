#include "ui/window/notices/data_set_notice.h"

#include "core/data/kinds/data_set_kinds.h"
#include "ui/support/background_job.h"
#include "ui/support/dialogs.h"
#include "ui/support/qt_text.h"
#include "ui/window/notices/notice_area.h"
#include "ui/window/notices/own_data_check.h"

namespace stepscope::ui {

namespace {

const QString noticeName = "dataSet";

/// Null for one that needs no files.
const DataSetKind* findKindWithFiles(std::string_view name)
{
    const DataSetKind* const kind = findDataSetKind(name);
    return kind && kind->hasFiles() ? kind : nullptr;
}

/// Whether a network for one of them also fits the other.
bool isInterchangeable(const DataSetKind& one, const DataSetKind& other)
{
    return one.isText() == other.isText() && one.shape == other.shape && one.classes() == other.classes();
}

} // namespace

DataSetNotice::DataSetNotice(NoticeArea* notices, QObject* parent)
    : QObject(parent)
    , m_notices(notices)
    , m_job(new BackgroundJob(this))
    , m_ownData(new OwnDataCheck(this))
    , m_fetch([](const DataSetKind& kind, const auto& progress, std::stop_token stop) {
        fetchDataSet(kind, progress, std::move(stop));
    })
{
    connect(m_ownData, &OwnDataCheck::changed, this, [this] {
        check(m_experiment);
        Q_EMIT described();
    });
}

void DataSetNotice::check(const Experiment& experiment)
{
    m_experiment = experiment;
    if (const DataSetKind* const kind = findDataSetKind(experiment.dataset); kind && kind->isOwn())
        return checkOwnData(*kind);
    const DataSetKind* const kind = findKindWithFiles(experiment.dataset);
    const bool missing = kind && findDataSet(*kind, experiment.dataDirectory).empty();
    setMissing(missing ? missingText(*kind, experiment.dataDirectory) : QString(),
               [&] { showMissing(*kind, experiment.dataDirectory); });
}

void DataSetNotice::setMissing(const QString& text, const std::function<void()>& show)
{
    const QString before = std::exchange(m_missingText, text);
    if (!m_job->isRunning()) { // otherwise the notice shows its progress
        if (isMissing() && m_isShown)
            show();
        else
            m_notices->remove(noticeName);
    }
    if (m_missingText != before)
        Q_EMIT missingChanged();
}

void DataSetNotice::checkOwnData(const DataSetKind& kind)
{
    if (m_experiment.dataDirectory.empty()) {
        setMissing(
            kind.isText()    ? tr("Choose the text file, in UTF-8.")
            : kind.isTable() ? tr("Choose the CSV file, a table of numbers with a column of labels.")
            : kind.format == DataFormat::ImageFolder
                ? tr("Choose the folder of your images, which has a folder for each class.")
                : tr("Choose the .npz or .safetensors file of your images, or a folder of .npy files."),
            [&] { showOwnProblem(kind); });
        return;
    }
    m_ownData->check(m_experiment);
    setMissing(m_ownData->problem(), [&] {
        if (m_ownData->isRunning())
            m_notices->remove(noticeName);
        else
            showOwnProblem(kind);
    });
}

void DataSetNotice::showOwnProblem(const DataSetKind& kind)
{
    if (m_notices->has(noticeName) && m_shownFor == m_missingText)
        return;
    m_shownFor = m_missingText;
    Notice notice{
        .kind = Notice::Kind::Warning, .text = m_missingText, .closable = false, .needsAnswer = true};
    const auto use = [this](const QString& path) {
        if (!path.isEmpty())
            Q_EMIT useDataFolder(path);
    };
    const QString before = toQString(m_experiment.dataDirectory);
    const QString title = tr("Your own data");
    if (kind.format != DataFormat::ImageFolder) {
        const QString patterns = toQString(kind.patterns);
        const QString filter = kind.format == DataFormat::Arrays ? tr("Arrays (%1)").arg(patterns)
                               : kind.isTable()
                                   ? tr("Comma-separated values (%1);;All files (*)").arg(patterns)
                                   : tr("All files (*)");
        notice.buttons += {
            tr("Choose file…"),
            [this, use, before, title, filter] { use(dialogs().openFile(m_notices, title, before, filter)); },
            true};
    }
    if (kind.hasImages())
        notice.buttons +=
            {tr("Choose folder…"),
             [this, use, before, title] { use(dialogs().openFolder(m_notices, title, before)); },
             kind.format == DataFormat::ImageFolder};
    if (!m_experiment.dataDirectory.empty())
        notice.buttons += {tr("Check again"), [this] {
                               m_ownData->check(m_experiment, true);
                               check(m_experiment);
                           }};
    m_notices->show(noticeName, notice);
}

QString DataSetNotice::missingText(const DataSetKind& kind, const std::string& directory)
{
    const QString label = toQString(kind.title);
    return directory.empty() ? tr("%1 is not on this computer yet.").arg(label)
                             : tr("The folder %1 does not contain %2.").arg(toQString(directory), label);
}

void DataSetNotice::setShown(bool isShown)
{
    if (std::exchange(m_isShown, isShown) != isShown)
        check(m_experiment);
}

void DataSetNotice::showMissing(const DataSetKind& kind, const std::string& directory)
{
    const QString label = toQString(kind.title);
    const QString shownFor = label + '\n' + toQString(directory);
    if (m_notices->has(noticeName) && m_shownFor == shownFor)
        return;
    m_shownFor = shownFor;
    Notice notice{.kind = Notice::Kind::Warning, .closable = false, .needsAnswer = true};
    notice.text = m_missingText;
    if (directory.empty())
        notice.buttons += {tr("Download %1").arg(label), [this, &kind] { fetch(kind); }, true};
    for (const DataSetKind& other : dataSetKinds()) {
        if (other.name == kind.name || !other.hasFiles() || !isInterchangeable(kind, other) ||
            findDataSet(other).empty())
            continue;
        notice.buttons += {tr("Use %1").arg(toQString(other.title)),
                           [this, id = toQString(other.name)] { Q_EMIT useDataSet(id); }, false};
    }
    if (notice.buttons.size() < 2)
        notice.buttons +=
            {tr("Use synthetic images"), [this] { Q_EMIT useDataSet(toQString(syntheticName)); }, false};
    m_notices->show(noticeName, notice);
}

void DataSetNotice::fetch(const DataSetKind& kind)
{
    const QString label = toQString(kind.title);
    const QString title = tr("Downloading %1").arg(label);
    Notice notice{.text = title + "…", .closable = false, .needsAnswer = true, .progress = 2.0};
    notice.buttons += {tr("Cancel"), [this] {
                           m_stop.request_stop();
                           m_notices->update(noticeName, tr("Canceling…"), 2.0);
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
        [this, &kind, label, progress, fetch = m_fetch,
         canceled = m_stop](std::stop_token closing) -> std::function<void()> {
            const std::stop_callback stopToo(closing, [canceled]() mutable { canceled.request_stop(); });
            fetch(kind, progress, canceled.get_token());
            return [this, label] {
                check(m_experiment);
                Q_EMIT fetched(label);
            };
        },
        [this, &kind](const QString& sentence, const QString& detail) {
            if (m_stop.stop_requested()) {
                m_shownFor.clear();
                check(m_experiment);
                return;
            }
            Notice failed{.kind = Notice::Kind::Error,
                          .text = sentence,
                          .detail = detail,
                          .closable = false,
                          .needsAnswer = true};
            failed.buttons += {tr("Try again"), [this, &kind] { fetch(kind); }, true};
            failed.buttons +=
                {tr("Use synthetic images"), [this] { Q_EMIT useDataSet(toQString(syntheticName)); }, false};
            m_notices->show(noticeName, failed);
        });
}

} // namespace stepscope::ui
