#include "ui/window/runs/listed_runs.h"

#include "core/run/imported_experiment.h"
#include "core/run_file/run_library.h"
#include "ui/curves/curves_view.h"
#include "ui/overview/overview_view.h"
#include "ui/runs/run_shelf.h"
#include "ui/runs/runs_model.h"
#include "ui/runs/runs_view.h"
#include "ui/runs/ticked_runs.h"
#include "ui/support/qt_text.h"
#include "ui/window/notices/notice_area.h"
#include "ui/window/runs/run_controller.h"
#include "ui/window/runs/run_overlays.h"
#include "ui/window/views/view_registry.h"

#include <algorithm>
#include <set>
#include <utility>

namespace stepscope::ui {

ListedRuns::ListedRuns(RunController* controller, ViewRegistry* views, NoticeArea* notices, QObject* parent)
    : QObject(parent)
    , m_controller(controller)
    , m_views(views)
    , m_notices(notices)
{
    views->whenCreated<RunsView>(this, [this](RunsView* view) { use(view); });
}

void ListedRuns::use(RunsView* view)
{
    view->setShownRun(m_controller->runPath());
    connect(view, &RunsView::openWanted, this, &ListedRuns::openWanted);
    connect(view, &RunsView::openAllWanted, this, &ListedRuns::openAllWanted);
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
    m_ticked = new TickedRuns(view->model(), view);
    connect(m_ticked, &TickedRuns::failed, view, &RunsView::failed);
    if (auto* curves = m_views->find<CurvesView>())
        new RunOverlays(m_ticked, m_controller, curves, this);
    offerRecent(view);
}

/// The overview lists the newest runs, which are read in the background.
void ListedRuns::offerRecent(RunsView* view)
{
    auto* overview = m_views->find<OverviewView>();
    if (!overview)
        return;
    const RunShelf* shelf = view->shelf();
    connect(shelf, &RunShelf::listed, overview, [shelf, overview] { overview->setRuns(shelf->entries()); });
    connect(overview, &OverviewView::runWanted, this, &ListedRuns::openWanted);
    connect(overview, &OverviewView::filesWanted, this, &ListedRuns::filesWanted);
    view->shelf()->look();
}

QString ListedRuns::nameForFiles() const
{
    const std::filesystem::path& file = m_controller->runPath();
    const Run* run = m_controller->run();
    if (file.empty())
        return run && isImported(*run) ? toQString(run->experiment.network) : QString();
    const auto* view = m_views->find<RunsView>();
    const int row = view ? view->model()->rowOf(file) : -1;
    const QString given = row < 0 ? QString() : toQString(view->model()->entry(row).summary.label.name);
    return given.isEmpty() ? toQString(file.stem()) : given;
}

RunsView* ListedRuns::view() const
{
    m_views->createMissing();
    return m_views->find<RunsView>();
}

std::vector<std::filesystem::path> ListedRuns::tickedFiles() const
{
    std::vector<std::filesystem::path> files;
    if (const auto* view = m_views->find<RunsView>()) {
        for (const LibraryEntry* entry : view->model()->tickedEntries())
            files.push_back(entry->path);
    }
    return files;
}

void ListedRuns::untickAll()
{
    if (const auto* view = m_views->find<RunsView>())
        view->model()->untickAll();
}

QString ListedRuns::nameOf(const std::filesystem::path& file) const
{
    const auto* view = m_views->find<RunsView>();
    const int row = view ? view->model()->rowOf(file) : -1;
    return row < 0 ? runNameOfFile(file) : runName(view->model()->entry(row));
}

void ListedRuns::markShown()
{
    view()->setShownRun(m_controller->runPath());
}

void ListedRuns::tick(const std::vector<std::filesystem::path>& paths, const std::filesystem::path& folder)
{
    auto* list = view();
    std::set<std::filesystem::path> ticks = list->model()->rememberedTicks();
    ticks.insert(paths.begin(), paths.begin() + std::ptrdiff_t(std::min(paths.size(), mostTicked)));
    if (list->shelf()->folder() != folder)
        list->shelf()->setFolder(folder);
    list->model()->tickWhenListed(std::move(ticks));
    list->shelf()->look();
}

void ListedRuns::tickOnly(const std::vector<std::filesystem::path>& paths,
                          const std::filesystem::path& folder)
{
    view()->model()->untickAll();
    tick(paths, folder);
}

void ListedRuns::tickTrainings(const std::filesystem::path& folder)
{
    auto* list = view();
    const auto tickAll = [list, folder] {
        for (int row = 0; row < list->model()->rowCount(); ++row) {
            const auto& entry = list->model()->entry(row);
            if (entry.summary.kind == RunKind::Training && entry.path.parent_path() == folder &&
                entry.summary.steps > 0)
                list->model()->setTicked(row, true);
        }
    };
    list->shelf()->setFolder(folder);
    connect(list->shelf(), &RunShelf::listed, list, tickAll, Qt::SingleShotConnection);
}

} // namespace stepscope::ui
