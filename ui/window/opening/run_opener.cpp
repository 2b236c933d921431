#include "ui/window/opening/run_opener.h"

#include "core/base/error.h"
#include "core/import/ranks/ranks.h"
#include "core/import/step_detection.h"
#include "core/run_file/run_file.h"
#include "core/run_file/run_file_schema.h"
#include "core/run_file/run_library.h"
#include "ui/experiment/experiment_panel.h"
#include "ui/operators/operators_view.h"
#include "ui/overview/overview_view.h"
#include "ui/runs/run_columns.h"
#include "ui/support/background_job.h"
#include "ui/support/dialogs.h"
#include "ui/support/qt_text.h"
#include "ui/support/status_message.h"
#include "ui/support/step_choice.h"
#include "ui/window/notices/notice_area.h"
#include "ui/window/opening/open_dialogs.h"
#include "ui/window/opening/rank_runs.h"
#include "ui/window/opening/recent_files.h"
#include "ui/window/runs/listed_runs.h"
#include "ui/window/runs/run_controller.h"
#include "ui/window/runs/shown_run.h"
#include "ui/window/runs/trace_import.h"
#include "ui/window/views/view_registry.h"

#include <QDir>
#include <QFileInfo>

#include <algorithm>
#include <ranges>

namespace stepscope::ui {

namespace {

const QString noticeName = QStringLiteral("openRun");
const QString keptNotice = QStringLiteral("keptRuns");

bool isRunFile(const QString& path)
{
    return path.endsWith(toQString(runFileSuffix), Qt::CaseInsensitive);
}

QString titleOf(const std::filesystem::path& path, const RunLabel& label)
{
    return label.name.empty() ? runNameOfFile(path) : toQString(label.name);
}

} // namespace

RunOpener::RunOpener(const Parts& parts, QObject* parent)
    : QObject(parent)
    , m_parts(parts)
    , m_runJob(new BackgroundJob(this))
    , m_traces(new TraceImport(parts.notices, this))
    , m_ranks(new RankRuns(parts.notices, this))
    , m_recent(new RecentFiles(this))
{
    connectTraces();
    connectRanks();
    offerRecent();
    connect(parts.steps, &StepChoice::wanted, this, &RunOpener::useSteps);
}

void RunOpener::connectTraces()
{
    connect(m_traces, &TraceImport::opened, this, &RunOpener::showTrace);
    connect(m_traces, &TraceImport::keptSeveral, this,
            [this](const std::vector<std::filesystem::path>& paths) {
                retireErrors();
                m_parts.listed->tick(paths, defaultLibraryFolder());
                m_parts.views->show("curves"); // which shows them together
            });
    connect(m_traces, &TraceImport::keptTogether, this,
            [this](const std::vector<std::filesystem::path>& paths,
                   const std::vector<std::filesystem::path>& sources, const QStringList& failures) {
                for (const auto& source : sources | std::views::reverse) // listed in the same order
                    m_recent->add({source});
                showKept(paths, failures);
            });
    for (const auto& signal : {&RunController::closed, &RunController::started})
        connect(m_parts.controller, signal, this, &RunOpener::forgetKept);
    connect(m_parts.controller, &RunController::closed, m_traces, &TraceImport::endNotice);
    connect(m_parts.controller, &RunController::started, m_traces, &TraceImport::endNotice);
    m_traces->setTableCheck([views = m_parts.views] {
        const auto* operators = views->find<OperatorsView>();
        return !operators || operators->isWhole();
    });
}

void RunOpener::connectRanks()
{
    connect(m_ranks, &RankRuns::merged, this, [this](const std::shared_ptr<StoredRun>& stored, bool isAgain) {
        if (isScreenTaken())
            return m_ranks->stop();
        retireErrors();
        forgetKept();
        m_traces->setOpenedRanks(m_ranks->files());
        m_parts.shown->open({}, stored, {.isAgain = isAgain});
        if (isAgain)
            return;
        m_recent->add(m_ranks->files());
        Q_EMIT opened(toQString(stored->label.name));
    });
    connect(m_ranks, &RankRuns::ended, this, [this](const std::vector<std::filesystem::path>& files) {
        if (isScreenTaken())
            return;
        m_isTraceAgain = false;
        m_traces->openRanks(files);
    });
}

/// The overview lists the files that were opened last.
void RunOpener::offerRecent()
{
    m_parts.views->whenCreated<OverviewView>(this, [this](OverviewView* overview) {
        const auto list = [this, overview] { overview->setFiles(m_recent->files()); };
        connect(m_recent, &RecentFiles::changed, overview, list);
        list();
    });
}

bool RunOpener::isReadingTrace() const
{
    return m_traces->isReading();
}

void RunOpener::cancelRun()
{
    m_runJob->cancel();
}

void RunOpener::showFailure(const QString& sentence, const QString& detail)
{
    m_parts.notices->show(noticeName, {.kind = Notice::Kind::Error, .text = sentence, .detail = detail});
}

/// Something was opened: what could not be opened before no longer matters.
void RunOpener::retireErrors()
{
    m_parts.notices->removeErrors({noticeName});
    m_traces->removeError();
    m_ranks->removeError();
    forgetFailure(m_parts.window); // of an experiment
}

bool RunOpener::isScreenTaken() const
{
    const bool isTraining = m_parts.controller->isTraining();
    if (isTraining)
        showStatusMessage(m_parts.window,
                          tr("A network is being trained: its run stays on the screen until it ends."));
    return isTraining;
}

void RunOpener::askForRun()
{
    if (const QStringList paths = askForRunsOrTraces(m_parts.window); !paths.isEmpty())
        openFiles(paths);
}

void RunOpener::askForFolder()
{
    if (const QString path = askForLogFolder(m_parts.window); !path.isEmpty())
        openFile(path);
}

void RunOpener::openFile(const QString& path)
{
    if (!QFileInfo::exists(path))
        m_recent->remove({path.toStdString()});
    if (path.endsWith(".json", Qt::CaseInsensitive) && TraceImport::mayBeExperiment(path)) {
        if (m_parts.panel->openFile(path))
            retireErrors();
        return;
    }
    const bool isTrace = !isRunFile(path) && TraceImport::isForImport(path);
    m_parts.views->whenBegun(
        this, [this, isTrace, file = path.toStdString()] { isTrace ? openTrace(file) : openRun(file); });
}

void RunOpener::openFiles(const QStringList& paths)
{
    if (paths.size() == 1)
        return openFile(paths.first());
    std::vector<std::filesystem::path> files;
    for (const QString& path : paths)
        files.emplace_back(QDir::cleanPath(QFileInfo(path).absoluteFilePath()).toStdString());
    if (!std::ranges::all_of(paths, [](const QString& path) { return QFileInfo::exists(path); }))
        m_recent->remove(files);
    if (!files.empty() && std::ranges::all_of(paths, isRunFile))
        openRuns(files);
    else if (!files.empty())
        openImports(files);
}

void RunOpener::openRun(const std::filesystem::path& path)
{
    if (isScreenTaken())
        return;
    m_ranks->stop();
    readRun(path, {}, false);
}

void RunOpener::readAgain()
{
    const Run* run = m_parts.controller->run();
    const std::filesystem::path& path = m_parts.controller->runPath();
    if (run && !path.empty() && run->isOver() && std::filesystem::exists(path))
        readRun(path, m_parts.steps->pickedName(), true);
}

void RunOpener::readRun(const std::filesystem::path& path, const QString& stepOn, bool isAgain)
{
    m_parts.notices->remove(noticeName);
    m_runJob->start(
        [this, path, stepOn, isAgain](std::stop_token) -> std::function<void()> {
            auto stored = std::make_shared<StoredRun>(readRunFile(path));
            if (!stepOn.isEmpty())
                useStepsOn(stored->run, stepOn.toStdString());
            return [this, path, stored, stepOn, isAgain] { show(path, stored, stepOn, isAgain); };
        },
        [this](const QString& sentence, const QString& detail) { showFailure(sentence, detail); });
}

void RunOpener::show(const std::filesystem::path& path, const std::shared_ptr<StoredRun>& stored,
                     const QString& stepOn, bool isAgain)
{
    retireErrors();
    if (!isAgain)
        m_traces->endNotice();
    if (std::ranges::find(m_kept, path) == m_kept.end())
        forgetKept();
    m_parts.shown->open(path, stored, {.stepOn = stepOn, .isAgain = isAgain});
    if (!isAgain) {
        m_recent->add({path});
        Q_EMIT opened(titleOf(path, stored->label));
    }
    if (stored->problems.empty())
        return;
    QStringList problems;
    for (const std::string& problem : stored->problems)
        problems += toQString(problem);
    m_parts.notices->show(
        noticeName,
        {.kind = Notice::Kind::Warning,
         .text = tr("%1 is damaged. Its readable part is shown.").arg(toQString(path.filename().string())),
         .detail = problems.join('\n')});
}

void RunOpener::openTrace(const std::filesystem::path& path)
{
    if (isScreenTaken())
        return;
    m_ranks->stop();
    m_parts.notices->remove(noticeName);
    m_isTraceAgain = false;
    m_traces->open(path);
}

void RunOpener::showTrace(const std::filesystem::path& path, const std::shared_ptr<StoredRun>& stored)
{
    if (isScreenTaken())
        return;
    retireErrors();
    forgetKept();
    // It has no file in the library, unless it is kept.
    m_parts.shown->open({}, stored, {.stepOn = m_traces->stepOn(), .isAgain = m_isTraceAgain}, path);
    m_recent->add(path.empty() ? m_traces->openedFiles() : std::vector{path});
    Q_EMIT opened(titleOf(path, stored->label));
}

void RunOpener::useSteps(const QString& name)
{
    if (isScreenTaken())
        return;
    if (!m_parts.controller->runPath().empty())
        return readRun(m_parts.controller->runPath(), name, true);
    m_isTraceAgain = true;
    m_traces->openAgain(name);
}

void RunOpener::openRuns(const std::vector<std::filesystem::path>& files)
{
    if (isScreenTaken())
        return;
    const auto folder = files.front().parent_path();
    if (!std::ranges::all_of(files, [&](const auto& file) { return file.parent_path() == folder; }))
        return showFailure(tr("Only runs in the same folder can be opened together."));
    openFile(toQString(files.front().string()));
    m_parts.views->whenBegun(this, [this, files, folder] {
        m_parts.listed->tick(files, folder);
        m_ranks->offer(files);
    });
}

void RunOpener::openImports(const std::vector<std::filesystem::path>& files)
{
    const auto isRun = [](const auto& file) { return isRunFile(toQString(file.string())); };
    bool areRanks = false;
    try {
        areRanks = areRanksOfOneRun(files);
    } catch (const Error&) {
        // an unreadable file is not a rank
    }
    if (!areRanks && std::ranges::any_of(files, isRun))
        return showFailure(
            tr("These files cannot be opened together: they must all be Stepscope runs, or all "
               "be files of other programs. Add the others to the library first, with "
               "stepscope import."));
    if (isScreenTaken())
        return;
    m_ranks->stop();
    m_parts.notices->remove(noticeName);
    m_isTraceAgain = false;
    if (areRanks)
        m_traces->openRanks(files);
    else
        m_parts.views->whenBegun(this, [this, files] { m_traces->openTogether(files); });
}

/// All are ticked, unless there are too many, and no others; the last of them is on the screen.
void RunOpener::showKept(const std::vector<std::filesystem::path>& paths, const QStringList& failures)
{
    if (paths.empty())
        return;
    retireErrors();
    m_parts.listed->tickOnly(paths, defaultLibraryFolder());
    m_kept = paths;
    const auto ticked = std::min(paths.size(), ListedRuns::mostTicked);
    const int form = formNumber(paths.size());
    const QString text =
        ticked == paths.size()
            ? tr("Added %1 run(s) to the library and ticked them there.", nullptr, form)
            : tr("Added %1 run(s) to the library and ticked the first %2 there.", nullptr, form)
                  .arg(QStringLiteral("%1"), QString::number(ticked));
    Notice notice{.kind = failures.isEmpty() ? Notice::Kind::Good : Notice::Kind::Warning,
                  .text = counted(text, paths.size()),
                  .detail = failures.join('\n')};
    if (paths.size() > 1)
        notice.buttons += {tr("Compare"), [this] { m_parts.views->show("compare"); }, true};
    m_parts.notices->show(keptNotice, notice);
    if (!isScreenTaken())
        readRun(paths[ticked - 1], {}, false);
}

void RunOpener::forgetKept()
{
    m_kept.clear();
    m_parts.notices->remove(keptNotice);
}

} // namespace stepscope::ui
