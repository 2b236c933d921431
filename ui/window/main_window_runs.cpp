// Saved runs: opens, shows and deletes them.

#include "core/base/error.h"
#include "core/import/import_format.h"
#include "core/import/ranks/ranks.h"
#include "core/import/shared/imported_run.h"
#include "core/import/step_detection.h"
#include "core/run_file/run_file.h"
#include "core/run_file/run_file_schema.h"
#include "core/run_file/run_library.h"
#include "core/trace/steps/rank_figures.h"
#include "ui/compare/compare_view.h"
#include "ui/curves/curves_view.h"
#include "ui/experiment/experiment_panel.h"
#include "ui/operators/operators_view.h"
#include "ui/runs/run_columns.h"
#include "ui/runs/run_shelf.h"
#include "ui/runs/runs_model.h"
#include "ui/runs/runs_view.h"
#include "ui/runs/ticked_runs.h"
#include "ui/support/background_job.h"
#include "ui/support/dialogs.h"
#include "ui/support/qt_text.h"
#include "ui/support/status_message.h"
#include "ui/support/step_choice.h"
#include "ui/support/trace_selection.h"
#include "ui/window/main_window.h"
#include "ui/window/notices/notice_area.h"
#include "ui/window/notices/run_notices.h"
#include "ui/window/runs/run_follower.h"
#include "ui/window/runs/run_overlays.h"
#include "ui/window/runs/trace_import.h"
#include "ui/window/window_actions.h"
#include "ui/window/workspace.h"

#include <QDir>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QFileInfo>
#include <QMimeData>
#include <QSettings>
#include <QTimer>

#include <algorithm>
#include <set>
#include <utility>

namespace stepscope::ui {

namespace {

bool isRunFile(const QString& path)
{
    const auto suffix = QString::fromUtf8(runFileSuffix.data(), qsizetype(runFileSuffix.size()));
    return path.endsWith(suffix, Qt::CaseInsensitive);
}

/// The file or folder that is dragged. Whether it can be opened depends on its content, which is read after
/// the drop.
QString droppedFile(const QMimeData* data)
{
    const QList<QUrl> urls = data->urls();
    const QString path = urls.size() == 1 ? urls.first().toLocalFile() : QString();
    return QFileInfo(path).isFile() || QFileInfo(path).isDir() ? path : QString();
}

/// All dragged files; empty if one of them is not a local file.
QStringList droppedFiles(const QMimeData* data)
{
    QStringList files;
    for (const QUrl& url : data->urls()) {
        if (!QFileInfo(url.toLocalFile()).isFile())
            return {};
        files += url.toLocalFile();
    }
    return files;
}

QString titleOf(const std::filesystem::path& path, const RunLabel& label)
{
    return label.name.empty() ? runNameOfFile(path) : QString::fromStdString(label.name);
}

} // namespace

RunsView* MainWindow::makeRunsView(QWidget* parent)
{
    auto* view = new RunsView(defaultLibraryFolder(), parent);
    view->setShownRun(m_controller->runPath());
    connect(view, &RunsView::openWanted, this, &MainWindow::openRun);
    connect(view, &RunsView::failed, this, [this](const QString& sentence) {
        m_notices->show("runs", {.kind = Notice::Kind::Error, .text = sentence});
    });
    connect(view, &RunsView::trashed, this, [this, view](const QString& what) {
        const auto undo = [this, view] {
            m_notices->remove("trash");
            view->shelf()->takeFromTrash();
        };
        m_notices->show("trash", {.text = what, .detail = {}, .buttons = {{tr("Undo"), undo, false}}});
    });
    auto* ticked = new TickedRuns(view->model(), view);
    connect(ticked, &TickedRuns::failed, view, &RunsView::failed);
    new RunOverlays(ticked, findChild<CurvesView*>(), this);
    auto* follower = new RunFollower(m_controller, this);
    connect(follower, &RunFollower::over, this, &MainWindow::showOpenedOver);
    connect(follower, &RunFollower::failed, this, [this](const QString& sentence, const QString& detail) {
        m_notices->show("openRun", {.kind = Notice::Kind::Error, .text = sentence, .detail = detail});
    });
    return view;
}

CompareView* MainWindow::makeCompareView(QWidget* parent)
{
    auto* view = new CompareView(parent);
    view->setRuns(findChild<TickedRuns*>());
    connect(view, &CompareView::runsWanted, m_workspace, [this] { m_workspace->showView("runs"); });
    return view;
}

void MainWindow::openFile(const QString& path)
{
    if (path.endsWith(".json", Qt::CaseInsensitive) && TraceImport::mayBeExperiment(path)) {
        m_panel->openFile(path);
        return;
    }
    const bool isTrace = !isRunFile(path) && TraceImport::isForImport(path);
    const auto open = [this, isTrace, file = path.toStdString()] {
        isTrace ? openTrace(file) : openRun(file);
    };
    if (m_painted)
        open();
    else
        connect(this, &MainWindow::viewsMade, this, open);
}

bool MainWindow::isScreenTaken()
{
    if (m_controller->isTraining())
        showStatusMessage(this, tr("A training is running: it stays on the screen until it ends."));
    return m_controller->isTraining();
}

void MainWindow::openTrace(const std::filesystem::path& path)
{
    if (isScreenTaken())
        return;
    m_notices->remove("openRun");
    m_isTraceAgain = false;
    m_traces->open(path);
}

void MainWindow::connectTraces()
{
    connect(m_traces, &TraceImport::opened, this,
            [this](const std::filesystem::path& path, const std::shared_ptr<StoredRun>& stored) {
                if (isScreenTaken())
                    return;
                m_opening = {.stepOn = m_traces->stepOn(), .isAgain = m_isTraceAgain};
                m_controller->open({}, stored, path); // it has no file in the library, unless it is kept
                setWindowTitle(tr("%1 – Stepscope").arg(titleOf(path, stored->label)));
            });
    connect(m_traces, &TraceImport::keptSeveral, this, &MainWindow::showKeptRuns);
    m_traces->setTableCheck([this] {
        const auto* operators = findChild<OperatorsView*>();
        return !operators || operators->isWhole();
    });
}

void MainWindow::connectStepChoice()
{
    connect(m_steps, &StepChoice::wanted, this, &MainWindow::useSteps);
}

/// A run file of several ranks has each rank's steps among its events, which another choice does not change.
bool MainWindow::canReadAgain() const
{
    const Run* run = m_controller->run();
    return run && (m_controller->runPath().empty() || ranksOf(run->trace).empty());
}

void MainWindow::useSteps(const QString& name)
{
    if (isScreenTaken())
        return;
    if (!m_controller->runPath().empty())
        return readRun(m_controller->runPath(), name, true);
    m_isTraceAgain = true;
    m_traces->openAgain(name);
}

void MainWindow::tellSteps()
{
    const QString name = QStringLiteral("steps");
    const QString& picked = m_steps->pickedName();
    if (picked.isEmpty())
        return m_notices->remove(name);
    m_notices->show(name, {.kind = Notice::Kind::Info,
                           .text = tr("The steps are made from the events “%1”.").arg(picked),
                           .detail = {},
                           .buttons = {{m_steps->undoText(), [this] { useSteps({}); }, false}}});
}

/// Lists the folder's runs, and ticks these as soon as they are listed.
void MainWindow::tickRuns(const std::vector<std::filesystem::path>& paths,
                          const std::filesystem::path& folder)
{
    constexpr size_t mostTicked = 24; // more curves cannot be told apart
    makeMissingViews();
    auto* view = findChild<RunsView*>();
    std::set<std::filesystem::path> ticks = view->model()->rememberedTicks();
    ticks.insert(paths.begin(), paths.begin() + std::ptrdiff_t(std::min(paths.size(), mostTicked)));
    if (view->shelf()->folder() != folder)
        view->shelf()->setFolder(folder);
    view->model()->tickWhenListed(std::move(ticks));
    view->shelf()->look();
}

/// Ticks the runs, so that the curves show them together.
void MainWindow::showKeptRuns(const std::vector<std::filesystem::path>& paths)
{
    tickRuns(paths, defaultLibraryFolder());
    m_workspace->showView("curves");
}

void MainWindow::askForFolder()
{
    const QString before = QSettings().value("runs/logFolder").toString();
    const QString path = dialogs().openFolder(this, tr("Open log folder"), before);
    if (path.isEmpty())
        return;
    QSettings().setValue("runs/logFolder", path);
    openFile(path);
}

static QString runAndTraceFilter()
{
    const auto patterns = [](ImportGroup group) { return toQString(importPatterns(group)); };
    const QString runs = "*" + toQString(runFileSuffix);
    const QString traces = patterns(ImportGroup::Traces);
    const QString models = patterns(ImportGroup::Models);
    const QString profiles = patterns(ImportGroup::Profiles);
    return QStringList{
        MainWindow::tr("All supported files (%1)").arg(QStringList{runs, traces, models, profiles}.join(' ')),
        MainWindow::tr("Runs (%1)").arg(runs),
        MainWindow::tr("Traces and logs (%1)").arg(traces),
        MainWindow::tr("Models (%1)").arg(models),
        MainWindow::tr("Profiles of sums (%1)").arg(profiles),
        MainWindow::tr("All files (*)"),
    }
        .join(";;");
}

void MainWindow::askForRun()
{
    QString folder = QSettings().value("runs/folder").toString();
    if (folder.isEmpty())
        folder = QString::fromStdString(defaultLibraryFolder().string());
    const QString path = dialogs().openFile(this, tr("Open run or trace"), folder, runAndTraceFilter());
    if (path.isEmpty())
        return;
    QSettings().setValue("runs/folder", QFileInfo(path).absolutePath());
    openFile(path);
}

void MainWindow::openRun(const std::filesystem::path& path)
{
    if (!isScreenTaken())
        readRun(path, {}, false);
}

void MainWindow::readRun(const std::filesystem::path& path, const QString& stepOn, bool isAgain)
{
    m_notices->remove("openRun");
    const auto show = [this, path, stepOn, isAgain](const std::shared_ptr<StoredRun>& stored) {
        m_opening = {.stepOn = stepOn, .isAgain = isAgain};
        m_controller->open(path, stored);
        if (!isAgain)
            setWindowTitle(tr("%1 – Stepscope").arg(titleOf(path, stored->label)));
        if (stored->problems.empty())
            return;
        QStringList problems;
        for (const std::string& problem : stored->problems)
            problems += QString::fromStdString(problem);
        m_notices->show("openRun", {.kind = Notice::Kind::Warning,
                                    .text = tr("%1 is damaged. Its readable part is shown.")
                                                .arg(QString::fromStdString(path.filename().string())),
                                    .detail = problems.join('\n')});
    };
    m_reading->start(
        [path, show, name = stepOn.toStdString()](std::stop_token) -> std::function<void()> {
            auto stored = std::make_shared<StoredRun>(readRunFile(path));
            if (!name.empty())
                useStepsOn(stored->run, name);
            return [show, stored] { show(stored); };
        },
        [this](const QString& sentence, const QString& detail) {
            m_notices->show("openRun", {.kind = Notice::Kind::Error, .text = sentence, .detail = detail});
        });
}

void MainWindow::showRunInViews()
{
    makeMissingViews();
    const Opening opening = std::exchange(m_opening, {});
    if (!opening.isAgain)
        m_notices->remove("run");
    const TraceFocus focus = opening.isAgain ? m_selection->focus() : TraceFocus();
    m_selection->clear();
    m_steps->setRun(m_controller->run(), opening.stepOn, canReadAgain());
    tellSteps();
    for (const NamedView& named : m_views) {
        if (named.placed)
            named.view->showRun(m_controller->run());
    }
    findChild<RunsView*>()->setShownRun(m_controller->runPath());
    m_selection->setFocus(focus);
}

/// The view that shows most of a run.
static QString firstViewOf(const Run& run)
{
    if (!isImported(run) || !run.scalars.empty())
        return "curves";
    return run.graph && run.trace.empty() ? "graph" : "operators";
}

void MainWindow::showOpened()
{
    const bool isAgain = m_opening.isAgain;
    showRunInViews();
    updateTrainable();
    updateFigures();
    if (const Run& run = *m_controller->run(); run.outcome == RunOutcome::Failed)
        showRunNotice(*m_notices, run, nullptr);
    if (isAgain)
        return; // the current view stays
    // In a separate turn of the event loop, because the views are busy.
    QTimer::singleShot(0, this,
                       [this, name = firstViewOf(*m_controller->run())] { m_workspace->showView(name); });
}

void MainWindow::showOpenedOver()
{
    updateFigures();
    if (!isImported(*m_controller->run()))
        showRunNotice(*m_notices, *m_controller->run(), m_actions->exportAll);
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event)
{
    if (!droppedFile(event->mimeData()).isEmpty() || droppedFiles(event->mimeData()).size() > 1)
        event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event)
{
    if (const QStringList files = droppedFiles(event->mimeData()); files.size() > 1)
        openFiles(files);
    else
        openFile(droppedFile(event->mimeData()));
    event->acceptProposedAction();
}

void MainWindow::openFiles(const QStringList& paths)
{
    if (paths.size() == 1)
        return openFile(paths.first());
    std::vector<std::filesystem::path> files;
    for (const QString& path : paths)
        files.emplace_back(QDir::cleanPath(QFileInfo(path).absoluteFilePath()).toStdString());
    const auto isRun = [](const std::filesystem::path& file) { return file.extension() == runFileSuffix; };
    if (!files.empty() && std::ranges::all_of(files, isRun))
        openRuns(files);
    else if (!files.empty())
        openRanks(files);
}

/// Shows the first run, and ticks all so that curves and comparison show them together.
void MainWindow::openRuns(const std::vector<std::filesystem::path>& files)
{
    if (isScreenTaken())
        return;
    const auto folder = files.front().parent_path();
    if (!std::ranges::all_of(files, [&](const auto& file) { return file.parent_path() == folder; })) {
        m_notices->show("openRun", {.kind = Notice::Kind::Error,
                                    .text = tr("Only runs in the same folder can be opened together.")});
        return;
    }
    openFile(QString::fromStdString(files.front().string()));
    const auto tick = [this, files, folder] { tickRuns(files, folder); };
    if (m_painted)
        tick();
    else
        connect(this, &MainWindow::viewsMade, this, tick);
}

void MainWindow::openRanks(const std::vector<std::filesystem::path>& files)
{
    bool areRanks = false;
    try {
        areRanks = areRanksOfOneRun(files);
    } catch (const Error&) {
        // an unreadable file is not a rank
    }
    if (!areRanks)
        m_notices->show("openRun",
                        {.kind = Notice::Kind::Error,
                         .text = tr("These files cannot be opened together: they must all be Stepscope runs, "
                                    "or all be ranks of the same distributed run. Open one of them, or "
                                    "combine them with stepscope import --as-ranks.")});
    else if (!isScreenTaken()) {
        m_notices->remove("openRun");
        m_isTraceAgain = false;
        m_traces->openRanks(files);
    }
}

} // namespace stepscope::ui
