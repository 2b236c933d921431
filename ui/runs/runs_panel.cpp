#include "ui/runs/runs_panel.h"

#include "core/run/run.h"
#include "ui/keys/view_keys.h"
#include "ui/runs/chosen_runs.h"
#include "ui/runs/run_differences.h"
#include "ui/runs/run_shelf.h"
#include "ui/runs/runs_filter.h"
#include "ui/runs/runs_filter_box.h"
#include "ui/runs/runs_list.h"
#include "ui/runs/settings_table.h"
#include "ui/support/empty_page.h"
#include "ui/support/qt_text.h"

#include <QDialog>
#include <QHBoxLayout>
#include <QMenu>
#include <QPushButton>
#include <QStackedWidget>
#include <QTimer>
#include <QVBoxLayout>

namespace stepscope::ui {

RunsPanel::RunsPanel(QWidget* parent)
    : QWidget(parent)
    , m_differences(new RunDifferences(this))
    , m_delay(new QTimer(this))
    , m_pages(new QStackedWidget(this))
    , m_empty(new EmptyPage("runsPanelEmpty"))
    , m_compare(new QPushButton(this))
    , m_settings(new QPushButton(tr("Compare settings…"), this))
    , m_use(new QPushButton(tr("Use these settings"), this))
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    m_pages->addWidget(m_empty);
    layout->addWidget(m_pages, 1);
    makeButtons(layout);
    m_delay->setSingleShot(true);
    m_delay->setInterval(0);
    connect(m_delay, &QTimer::timeout, this, &RunsPanel::showList);
    m_empty->showText(tr("No runs yet"), tr("Every training and recording is listed here."));
    updateActions();
}

void RunsPanel::makeButtons(QVBoxLayout* layout)
{
    m_compare->setObjectName("runsPanelCompare");
    m_settings->setObjectName("runsPanelSettings");
    m_use->setObjectName("runsPanelUse");
    m_use->setToolTip(tr("Train with the settings of the current run"));
    connect(m_compare, &QPushButton::clicked, this, &RunsPanel::compare);
    connect(m_settings, &QPushButton::clicked, this, &RunsPanel::compareSettings);
    connect(m_use, &QPushButton::clicked, this, &RunsPanel::useSettings);
    auto* first = new QHBoxLayout;
    first->setSpacing(8);
    first->addWidget(m_compare, 1);
    first->addWidget(m_settings, 1);
    auto* buttons = new QVBoxLayout;
    buttons->setContentsMargins(12, 10, 12, 12);
    buttons->setSpacing(8);
    buttons->addLayout(first);
    buttons->addWidget(m_use);
    layout->addLayout(buttons);
}

void RunsPanel::setLibrary(RunShelf* shelf, RunsModel* model)
{
    m_shelf = shelf;
    m_model = model;
    if (isVisible())
        watch();
}

void RunsPanel::watch()
{
    if (!m_list)
        makeList();
    m_shelf->setWatching(this, true);
    m_delay->start();
}

void RunsPanel::makeList()
{
    m_filter = new RunsFilter(m_model);
    m_list = new RunsList(m_model, m_filter, m_differences, this);
    m_pages->addWidget(m_list);
    auto* box = new RunsFilterBox(m_filter, "runsPanelFilter", this);
    box->setContentsMargins(12, 10, 8, 8);
    static_cast<QVBoxLayout*>(layout())->insertWidget(0, box);
    addViewKey(this, "runs", KeyAct::Find, Qt::WidgetWithChildrenShortcut, [box] { box->edit(); });

    const auto later = [this] { m_delay->start(); };
    connect(box, &RunsFilterBox::changed, this, later);
    connect(m_filter, &QAbstractItemModel::rowsInserted, this, later);
    connect(m_filter, &QAbstractItemModel::rowsRemoved, this, later);
    connect(m_filter, &QAbstractItemModel::modelReset, this, later);
    connect(m_shelf, &RunShelf::listed, this, [this] {
        if (m_filter->rowCount() == 0)
            m_delay->start(); // why there are none may have changed
    });
    connect(m_model, &RunsModel::ticksChanged, this, &RunsPanel::updateActions);
    connect(m_list, &RunsList::selectionMoved, this, &RunsPanel::updateActions);
    connect(m_list, &RunsList::openWanted, this, &RunsPanel::openWanted);
    connect(m_list, &RunsList::menuWanted, this, [this](QMenu* menu) {
        const auto add = [&](const QPushButton* button, auto slot) {
            menu->addAction(button->text(), this, slot)->setEnabled(button->isEnabled());
        };
        add(m_compare, &RunsPanel::compare);
        add(m_settings, &RunsPanel::compareSettings);
        add(m_use, &RunsPanel::useSettings);
    });
}

void RunsPanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    if (m_shelf)
        watch();
}

void RunsPanel::hideEvent(QHideEvent* event)
{
    if (m_shelf)
        m_shelf->setWatching(this, false);
    QWidget::hideEvent(event);
}

void RunsPanel::showList()
{
    if (!isVisible())
        return;
    std::vector<LibraryEntry> shown = m_filter->entries();
    if (!m_shelf->problem().isEmpty())
        m_empty->showText(tr("The runs cannot be listed"), m_shelf->problem());
    else if (!m_model->entries().empty())
        m_empty->showText(tr("No run matches"), tr("Clear the filter (Esc in its box) to see all runs."));
    else
        m_empty->showText(tr("No runs yet"), tr("Every training and recording is listed here."));
    m_pages->setCurrentWidget(shown.empty() ? static_cast<QWidget*>(m_empty) : m_list);
    m_differences->compare(std::move(shown));
    updateActions();
}

std::vector<const LibraryEntry*> RunsPanel::chosen() const
{
    return m_list ? chosenRuns(m_list->selectedRuns(), *m_model) : RunRows();
}

void RunsPanel::updateActions()
{
    const auto runs = chosen();
    const bool areSeveral = runs.size() >= 2;
    showOnCompareButton(m_compare, runs);
    m_settings->setEnabled(areSeveral);
    m_settings->setToolTip(areSeveral ? tr("Show the settings of these runs side by side")
                                      : tooFewRunsText());
    const LibraryEntry* current = m_list ? m_list->currentRun() : nullptr;
    const bool isOne = m_list && m_list->selectedRuns().size() <= 1;
    m_use->setEnabled(isOne && current && current->problem.empty() &&
                      current->summary.kind == RunKind::Training && !isImported(current->summary));
}

void RunsPanel::compare()
{
    tickOnly(chosen(), m_model);
    Q_EMIT compareWanted();
}

void RunsPanel::compareSettings()
{
    std::vector<NamedSettings> settings;
    for (const LibraryEntry* run : chosen())
        settings.push_back({runName(*run), experimentOf(*run)});
    if (settings.size() >= 2)
        makeSettingsDialog(settings, this)->show();
}

void RunsPanel::useSettings()
{
    const LibraryEntry* run = m_list ? m_list->currentRun() : nullptr;
    if (!run)
        return;
    if (const auto experiment = experimentOf(*run))
        Q_EMIT useWanted(*experiment);
}

void RunsPanel::copyContent()
{
    if (m_list)
        m_list->copyRows();
}

} // namespace stepscope::ui
