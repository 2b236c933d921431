#include "ui/window/opening/rank_runs.h"

#include "core/base/error.h"
#include "core/import/ranks/rank_run.h"
#include "core/import/ranks/ranks.h"
#include "core/import/stored_import.h"
#include "core/run_file/run_file.h"
#include "ui/support/background_job.h"
#include "ui/window/notices/notice_area.h"

#include <QTimer>

#include <algorithm>
#include <chrono>
#include <functional>
#include <optional>

namespace stepscope::ui {

namespace {

const QString ranksNotice = QStringLiteral("rankRuns");
constexpr std::chrono::seconds mergeInterval{2};
constexpr std::chrono::milliseconds lookInterval{500};
constexpr int mostLooks = 20;

bool isGrowing(const std::filesystem::path& file)
{
    return !readRunFile(file, {.eventBytes = 0, .steps = false, .samples = false}).run.isOver();
}

bool areOver(const std::vector<std::filesystem::path>& files)
{
    return std::ranges::all_of(files, [](const std::filesystem::path& file) {
        const auto run = rankRunOf(file);
        return !run || run->isOver;
    });
}

} // namespace

struct RankRuns::Merged
{
    std::shared_ptr<StoredRun> stored; ///< null: some rank has no events yet
    bool areOver = false;
};

RankRuns::RankRuns(NoticeArea* notices, QObject* parent)
    : QObject(parent)
    , m_notices(notices)
    , m_job(new BackgroundJob(this))
    , m_timer(new QTimer(this))
{
    m_timer->setSingleShot(true);
    m_timer->setInterval(mergeInterval);
    connect(m_timer, &QTimer::timeout, this, &RankRuns::merge);
}

void RankRuns::offer(const std::vector<std::filesystem::path>& files)
{
    stop();
    lookAt(files, 1);
}

/// A run tells its rank a moment after its recording has started.
void RankRuns::lookAt(const std::vector<std::filesystem::path>& files, int look)
{
    m_job->start([this, files, look](std::stop_token) -> std::function<void()> {
        if (areRanksOfOneRun(files))
            return [this, files] { offerToShow(files); };
        if (look >= mostLooks || std::ranges::none_of(files, isGrowing))
            return [] {};
        return [this, files, look] {
            QTimer::singleShot(lookInterval, m_job, [this, files, look, offer = m_offer] {
                if (offer == m_offer)
                    lookAt(files, look + 1);
            });
        };
    }); // an unreadable file is not a rank
}

void RankRuns::offerToShow(const std::vector<std::filesystem::path>& files)
{
    m_notices->show(ranksNotice,
                    {.kind = Notice::Kind::Info,
                     .text = tr("These runs are ranks of one distributed training."),
                     .detail = {},
                     .buttons = {{tr("Show as one run"), [this, files] { show(files); }, true}}});
}

void RankRuns::show(const std::vector<std::filesystem::path>& files)
{
    stop();
    m_files = files;
    showWaiting();
    merge();
}

void RankRuns::stop()
{
    ++m_offer;
    m_job->cancel();
    m_timer->stop();
    m_notices->remove(ranksNotice);
    m_files.clear();
    m_shown.reset();
    m_hasShown = false;
}

void RankRuns::removeError()
{
    m_notices->removeErrors({ranksNotice});
}

void RankRuns::merge()
{
    if (m_hasShown && m_shown.expired())
        return stop();
    m_job->start(
        [this, files = m_files](std::stop_token stop) -> std::function<void()> {
            Merged result{.stored = {}, .areOver = areOver(files)};
            try {
                if (!result.areOver)
                    result.stored =
                        std::make_shared<StoredRun>(storedRun(importRanks(files, {.stop = std::move(stop)})));
            } catch (const NoRankEvents&) {
                // the first steps are still to come
            }
            return [this, result] { take(result); };
        },
        [this](const QString& sentence, const QString& detail) { showFailure(sentence, detail); });
}

void RankRuns::take(const Merged& result)
{
    if (result.areOver) {
        const auto files = m_files;
        stop();
        Q_EMIT ended(files);
        return;
    }
    const auto shown = m_shown.lock();
    const bool isNew =
        result.stored && (!shown || shown->run.trace.size() != result.stored->run.trace.size());
    if (isNew) {
        m_notices->remove(ranksNotice);
        m_shown = result.stored;
        Q_EMIT merged(result.stored, std::exchange(m_hasShown, true));
    }
    m_timer->start();
}

void RankRuns::showWaiting()
{
    constexpr double busy = 2.0;
    Notice notice{.text = tr("Waiting for the first recorded steps of all ranks…"),
                  .closable = false,
                  .progress = busy};
    notice.buttons += {tr("Cancel"), [this] { stop(); }};
    m_notices->show(ranksNotice, notice);
}

void RankRuns::showFailure(const QString& sentence, const QString& detail)
{
    stop();
    m_notices->show(ranksNotice, {.kind = Notice::Kind::Error, .text = sentence, .detail = detail});
}

} // namespace stepscope::ui
