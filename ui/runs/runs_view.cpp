#include "ui/runs/runs_view.h"

#include "core/base/files/atomic_file.h"
#include "core/run_file/run_file.h"
#include "ui/runs/chosen_runs.h"
#include "ui/runs/run_differences.h"
#include "ui/runs/run_shelf.h"
#include "ui/runs/runs_filter_box.h"
#include "ui/runs/runs_table.h"
#include "ui/support/dialogs.h"
#include "ui/support/empty_page.h"
#include "ui/support/export_dialog.h"
#include "ui/support/icons.h"
#include "ui/support/qt_text.h"
#include "ui/support/tool_row_layout.h"

#include <QDir>
#include <QItemSelectionModel>
#include <QLabel>
#include <QPushButton>
#include <QSettings>
#include <QStackedWidget>
#include <QTimer>
#include <QToolButton>

namespace stepscope::ui {

namespace {

constexpr auto tickedKey = "runs/ticked";

/// "~/runs" for a folder in the user's home.
QString shortPath(const std::filesystem::path& folder)
{
    const QString path = toQString(folder);
    const QString home = QDir::homePath();
    return path.startsWith(home + "/") ? "~" + path.mid(home.size()) : path;
}

} // namespace

RunsView::RunsView(std::filesystem::path folder, QWidget* parent)
    : View(parent)
    , m_home(std::move(folder))
    , m_shelf(new RunShelf(m_home, this))
    , m_model(new RunsModel(this))
    , m_filter(new RunsFilter(m_model))
    , m_table(new RunsTable(m_model, m_filter, this))
    , m_differences(new RunDifferences(this))
    , m_delay(new QTimer(this))
    , m_pages(new QStackedWidget(this))
    , m_empty(new EmptyPage("runsEmpty"))
{
    m_pages->addWidget(m_table);
    m_pages->addWidget(m_empty);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(makeTools());
    layout->addWidget(makeSummaryRow());
    layout->addWidget(m_pages, 1);

    connect(m_table, &RunsTable::openWanted, this, &RunsView::openWanted);
    connect(m_table, &RunsTable::openAllWanted, this, &RunsView::openAllWanted);
    connect(m_table, &RunsTable::saveWanted, this, &RunsView::saveCopy);
    connect(m_words, &RunsFilterBox::changed, this, &RunsView::showSummary);
    addKey("runs", KeyAct::Find, [this] { m_words->edit(); });
    connectShelf();
    connectChoice();
    followDifferences();
    restoreTicks();
    showSummary();
}

QWidget* RunsView::makeTools()
{
    auto* tools = new QWidget(this);
    auto* layout = new ToolRowLayout(tools);

    m_words = new RunsFilterBox(m_filter, "runsFilter", tools);
    m_words->setMinimumWidth(150);
    m_words->setMaximumWidth(310);
    layout->addWidget(m_words, 1);
    m_compare = layout->addTool(new QPushButton, "runsCompare", {});
    layout->addStretch(1);

    const auto addButton = [&](const QString& icon, const QString& text, const QString& toolTip, auto slot) {
        auto* button = new QToolButton(tools);
        button->setAutoRaise(true);
        button->setText(text);
        button->setToolTip(toolTip);
        button->setIcon(themedIcon(icon));
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        connect(button, &QToolButton::clicked, this, slot);
        layout->addWidget(button);
        return button;
    };
    m_goHome = addButton("reset", tr("My runs"), tr("Go back to the folder of your trainings"),
                         [this] { m_shelf->setFolder(m_home); });
    m_goHome->setObjectName("runsHomeButton");
    addButton("open", tr("Open folder…"), tr("List the runs of another folder"), [this] {
        openFolder();
    })->setObjectName("runsFolderButton");
    layout->addWidget(makeExportButton(this));
    return tools;
}

QWidget* RunsView::makeSummaryRow()
{
    m_summary = new QLabel(this);
    m_summary->setObjectName("runsSummary");
    m_summary->setProperty("muted", true);
    m_summary->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_summary->setContentsMargins(12, 0, 12, 8);
    m_summary->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred); // a long path is elided
    return m_summary;
}

/// Restores the ticks of the last session, whose curves are drawn before this list is opened.
void RunsView::restoreTicks()
{
    std::set<std::filesystem::path> paths;
    for (const QString& path : QSettings().value(tickedKey).toStringList())
        paths.insert(path.toStdString());
    if (!paths.empty()) {
        m_model->tickWhenListed(std::move(paths));
        m_shelf->look();
    }
    connect(m_model, &RunsModel::ticksChanged, this, [this] {
        QStringList ticked;
        for (const auto& path : m_model->rememberedTicks()) {
            if (std::filesystem::exists(path))
                ticked += toQString(path);
        }
        QSettings().setValue(tickedKey, ticked);
    });
}

void RunsView::connectShelf()
{
    connect(m_shelf, &RunShelf::listed, this, &RunsView::showList);
    connect(m_shelf, &RunShelf::failed, this, &RunsView::failed);
    connect(m_shelf, &RunShelf::trashed, this, &RunsView::tellTrashed);
    connect(m_model, &RunsModel::labelEdited, m_shelf, &RunShelf::setLabel);
    connect(m_table, &RunsTable::trashWanted, this, [this](const std::vector<std::filesystem::path>& paths) {
        m_leaving.clear();
        for (const auto& path : paths)
            m_leaving.emplace_back(path, runName(m_model->entry(m_model->rowOf(path))));
        m_shelf->moveToTrash(paths);
    });
}

void RunsView::connectChoice()
{
    connect(m_compare, &QPushButton::clicked, this, &RunsView::compare);
    connect(m_table, &RunsTable::compareWanted, this, &RunsView::compare);
    connect(m_model, &RunsModel::ticksChanged, this, &RunsView::showChosen);
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, &RunsView::showChosen);
    showChosen();
}

void RunsView::showChosen()
{
    showOnCompareButton(m_compare, chosenRuns(m_table->selectedRuns(), *m_model));
}

void RunsView::compare()
{
    tickOnly(chosenRuns(m_table->selectedRuns(), *m_model), m_model);
    Q_EMIT compareWanted();
}

void RunsView::followDifferences()
{
    m_filter->setDifferences(m_differences);
    m_delay->setSingleShot(true);
    m_delay->setInterval(0);
    const auto later = [this] { m_delay->start(); };
    for (const auto change : {&QAbstractItemModel::rowsInserted, &QAbstractItemModel::rowsRemoved})
        connect(m_filter, change, this, later);
    connect(m_filter, &QAbstractItemModel::modelReset, this, later);
    connect(m_delay, &QTimer::timeout, this, [this] {
        if (isVisible()) // otherwise when it is shown
            m_differences->compare(m_filter->entries());
    });
}

void RunsView::showEvent(QShowEvent* event)
{
    View::showEvent(event);
    m_shelf->setWatching(this, true);
    m_delay->start();
}

void RunsView::hideEvent(QHideEvent* event)
{
    m_shelf->setWatching(this, false);
    View::hideEvent(event);
}

void RunsView::openFolder()
{
    const QString folder =
        dialogs().openFolder(this, tr("Open a folder of runs"), toQString(m_shelf->folder()));
    if (!folder.isEmpty())
        m_shelf->setFolder(folder.toStdString());
}

void RunsView::saveCopy(const std::filesystem::path& path)
{
    askAndExport(this, {.title = tr("Copy of the run"),
                        .fileName = toQString(path.stem()),
                        .formats = {"stepscope"},
                        .write = [path](const QString& to) { copyRunFile(path, to.toStdString()); },
                        .inBackground = true});
}

void RunsView::setShownRun(const std::filesystem::path& path)
{
    m_model->setShownRun(path);
}

void RunsView::showList()
{
    m_model->setEntries(m_shelf->entries());
    showSummary();
}

void RunsView::showSummary()
{
    const size_t all = m_model->entries().size();
    const auto shown = size_t(m_filter->rowCount());
    QString runs = counted(tr("%1 run(s)", nullptr, formNumber(all)), all);
    if (shown != all)
        runs = tr("%1 of %2").arg(countText(shown), runs);
    m_summary->setText(m_shelf->hasLooked() && m_shelf->problem().isEmpty()
                           ? tr("%1 in %2").arg(runs, shortPath(m_shelf->folder()))
                           : shortPath(m_shelf->folder()));
    m_summary->setToolTip(toQString(m_shelf->folder()));
    showChosen(); // a list that is read again loses its selection without a signal
    m_goHome->setVisible(m_shelf->folder() != m_home);
    const auto [title, hint] = emptyText();
    m_empty->showText(title, hint);
    m_pages->setCurrentIndex(shown > 0 ? 0 : 1);
}

std::pair<QString, QString> RunsView::emptyText() const
{
    if (!m_shelf->problem().isEmpty())
        return {tr("The runs cannot be listed"), m_shelf->problem()};
    if (!m_model->entries().empty())
        return {tr("No run matches"), tr("Clear the filter (Esc in its box) to see all runs.")};
    if (!m_shelf->hasLooked())
        return {};
    if (m_shelf->folder() != m_home)
        return {tr("No runs in this folder"), tr("Runs are files that end in .stepscope.")};
    return {tr("No runs yet"),
            tr("Every training is saved here while it runs, including those started from the command line.")};
}

void RunsView::tellTrashed(const std::vector<std::filesystem::path>& paths)
{
    if (paths.size() != 1) {
        Q_EMIT trashed(tr("Moved %n run(s) to the trash.", nullptr, int(paths.size())));
        return;
    }
    const auto found = std::ranges::find(m_leaving, paths.front(), &decltype(m_leaving)::value_type::first);
    const QString name = found == m_leaving.end() ? runNameOfFile(paths.front()) : found->second;
    Q_EMIT trashed(tr("Moved “%1” to the trash.").arg(name));
}

void RunsView::copyContent()
{
    m_table->copyRows();
}

QList<ExportItem> RunsView::exportItems()
{
    if (m_filter->rowCount() == 0)
        return {};
    return {{.title = tr("Shown runs"),
             .fileName = "runs",
             .formats = {"csv"},
             .write =
                 [this](const QString& path) {
                     RunRows runs;
                     for (int row = 0; row < m_filter->rowCount(); ++row)
                         runs.push_back(&m_filter->entry(row));
                     writeFileAtomically(path.toStdString(), runsCsv(runs));
                 },
             .isOfRun = false}};
}

} // namespace stepscope::ui
