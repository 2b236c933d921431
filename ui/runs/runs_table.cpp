#include "ui/runs/runs_table.h"

#include "ui/keys/view_keys.h"
#include "ui/runs/chosen_runs.h"
#include "ui/runs/run_colors.h"
#include "ui/runs/run_differences.h"
#include "ui/runs/runs_delegate.h"
#include "ui/runs/widget_action.h"
#include "ui/support/cell_painting.h"
#include "ui/support/copying.h"
#include "ui/support/icons.h"
#include "ui/support/table_setup.h"
#include "ui/theme/follow_font.h"

#include <QAction>
#include <QContextMenuEvent>
#include <QHeaderView>
#include <QMenu>
#include <QPainter>
#include <QScopedValueRollback>
#include <QSettings>
#include <QTimer>

#include <algorithm>

namespace stepscope::ui {

namespace {

constexpr auto columnsKey = "runs/columns";
constexpr auto columnCountKey = "runs/columnCount";
constexpr auto hiddenKey = "runs/hiddenColumns";
constexpr auto keptKey = "runs/keptColumns";
constexpr auto sizedKey = "runs/sizedColumns";
constexpr int firstColumnCount = int(RunColumn::Steps) + 1; ///< of settings that do not say it
constexpr int leastNameWidth = 200; ///< rather than that, the last columns are scrolled to

QStringList numbersOf(const std::bitset<runColumnCount>& columns)
{
    QStringList numbers;
    for (int column = 0; column < runColumnCount; ++column) {
        if (columns[size_t(column)])
            numbers += QString::number(column);
    }
    return numbers;
}

void setNumbers(std::bitset<runColumnCount>& columns, const QStringList& numbers)
{
    for (const QString& column : numbers) {
        if (const uint number = column.toUInt(); number < uint(runColumnCount))
            columns[number] = true;
    }
}

QIcon colorIcon(const QColor& color)
{
    constexpr int size = 16;
    QPixmap pixmap(size, size);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    painter.drawRoundedRect(QRectF(2, 2, size - 4, size - 4), 3, 3);
    return pixmap;
}

void setUp(QTableView* view)
{
    view->setItemDelegate(new RunsDelegate(view));
    setUpTable(view);
}

} // namespace

RunsTable::RunsTable(RunsModel* model, RunsFilter* filter, QWidget* parent)
    : FrozenTable(parent)
    , m_model(model)
    , m_filter(filter)
    , m_delay(new QTimer(this))
{
    setObjectName("runsTable");
    setModel(filter);
    setAccessibleName(tr("Runs"));
    setUp(this);
    setEditTriggers(NoEditTriggers); // F2 edits the name, wherever the current cell is
    setUpHeader();
    freeze(int(RunColumn::Name) + 1, &setUp); // tick and name
    makeActions();
    m_delay->setSingleShot(true);
    m_delay->setInterval(0);
    connect(m_delay, &QTimer::timeout, this, &RunsTable::applyColumns);
    const auto later = [this] { m_delay->start(); };
    for (const auto change : {&QAbstractItemModel::rowsInserted, &QAbstractItemModel::rowsRemoved})
        connect(model, change, this, later);
    connect(model, &QAbstractItemModel::modelReset, this, later);
    connect(filter, &QAbstractItemModel::dataChanged, this, later);
    connect(this, &QTableView::doubleClicked, this, [this](const QModelIndex& index) {
        if (RunColumn(index.column()) != RunColumn::Color) // a double click in this column ticks twice
            m_open->trigger();
    });
}

RunsTable::~RunsTable()
{
    saveColumns();
}

void RunsTable::makeActions()
{
    const auto makeKey = [this](KeyAct act, auto slot) {
        return addViewKey(this, "runs", act, Qt::WidgetShortcut, slot);
    };
    const auto make = [this](const QString& text, auto slot) {
        return addWidgetAction(this, text, {}, slot);
    };
    m_open = makeKey(KeyAct::Open, [this] {
        if (currentIndex().isValid())
            Q_EMIT openWanted(m_filter->entry(currentIndex().row()).path);
    });
    m_rename = makeKey(KeyAct::Rename, [this] { editCell(RunColumn::Name); });
    m_tick = makeKey(KeyAct::Tick, [this] { toggleTicks(); });
    m_copy = make(tr("Copy"), [this] { copyRows(); });
    m_copy->setIcon(themedIcon("copy"));
    m_save = make(tr("Save a copy…"), [this] {
        if (currentIndex().isValid())
            Q_EMIT saveWanted(m_filter->entry(currentIndex().row()).path);
    });
    m_save->setIcon(themedIcon("save"));
    m_trash = makeKey(KeyAct::Remove, [this] {
        std::vector<std::filesystem::path> paths;
        for (const LibraryEntry* run : selectedRuns())
            paths.push_back(run->path);
        if (!paths.empty())
            Q_EMIT trashWanted(paths);
    });
}

void RunsTable::setUpHeader()
{
    QHeaderView* header = horizontalHeader();
    setUpColumns(this, 32);
    setUpColumnChoice(this, [this](QMenu* menu) { fillColumnMenu(menu); });
    resetColumns();
    const QSettings settings;
    const bool isRestored = header->restoreState(settings.value(columnsKey).toByteArray());
    // Qt shows those that are newer than the settings.
    const int known = isRestored ? settings.value(columnCountKey, firstColumnCount).toInt() : runColumnCount;
    for (int column = std::max(known, 0); column < runColumnCount; ++column) {
        header->setSectionHidden(column, !runColumn(RunColumn(column)).isShown);
        header->resizeSection(column, runColumn(RunColumn(column)).width);
    }
    loadHidden(known);
    loadSized(isRestored);
    if (known <= int(RunColumn::DiffersBy)) { // the date took the rest of the width then
        placeDifferences();
        header->resizeSection(int(RunColumn::Date), runColumn(RunColumn::Date).width);
    }
    header->setStretchLastSection(false); // a date needs no more; name and differences do
    setSortingEnabled(true);              // sorts by the header's indicator
    applyColumns();
    followFont(header, [this] { fitColumns(); });
    connect(header, &QHeaderView::sectionResized, this, [this](int column, int, int width) {
        if (!m_isArranging && width > 0) // Qt hides a column again after a change of the layout
            takeWidth(column);
    });
}

/// Columns that are newer than the settings keep what they have at first. Settings of older versions do not
/// distinguish what the user has hidden.
void RunsTable::loadHidden(int known)
{
    const QSettings settings;
    for (int column = 0; column < runColumnCount; ++column)
        m_hidden[size_t(column)] = horizontalHeader()->isSectionHidden(column);
    if (settings.contains(hiddenKey)) {
        const QStringList hidden = settings.value(hiddenKey).toStringList();
        for (int column = 0; column < std::min(known, runColumnCount); ++column)
            m_hidden[size_t(column)] = hidden.contains(QString::number(column));
    }
    setNumbers(m_kept, settings.value(keptKey).toStringList());
    m_hidden[size_t(RunColumn::Name)] = false; // a row needs its name
}

/// Settings of older versions do not say what the user has sized; their name keeps its width.
void RunsTable::loadSized(bool isRestored)
{
    if (!isRestored)
        return;
    const QSettings settings;
    m_sized[size_t(RunColumn::Name)] = !settings.contains(sizedKey);
    setNumbers(m_sized, settings.value(sizedKey).toStringList());
}

void RunsTable::setColumnChosen(int column, bool isShown)
{
    m_hidden[size_t(column)] = !isShown;
    m_kept[size_t(column)] = isShown;
    applyColumns();
}

bool RunsTable::isEmpty(RunColumn column) const
{
    if (column == RunColumn::DiffersBy)
        return m_filter->differences() && m_filter->differences()->areNone();
    bool isAnyKnown = false;
    for (const LibraryEntry& run : m_model->entries()) {
        if (!run.problem.empty())
            continue;
        isAnyKnown = true;
        if (!runText(run, column).isEmpty())
            return false;
    }
    return isAnyKnown;
}

void RunsTable::applyColumns()
{
    const QScopedValueRollback arranging(m_isArranging, true);
    for (int column = 0; column < runColumnCount; ++column) {
        const bool mayBeEmpty = RunColumn(column) != RunColumn::Color && RunColumn(column) != RunColumn::Name;
        m_empty[size_t(column)] =
            mayBeEmpty && !m_hidden[size_t(column)] && !m_kept[size_t(column)] && isEmpty(RunColumn(column));
        const bool isHidden = m_hidden[size_t(column)] || m_empty[size_t(column)];
        if (isHidden != isColumnHidden(column))
            setColumnHidden(column, isHidden);
    }
    fitColumns();
}

void RunsTable::resetColumns()
{
    const QScopedValueRollback arranging(m_isArranging, true);
    QHeaderView* header = horizontalHeader();
    m_kept.reset();
    m_sized.reset();
    for (int column = 0; column < runColumnCount; ++column) {
        const RunColumnInfo& info = runColumn(RunColumn(column));
        header->moveSection(header->visualIndex(column), column);
        header->setSectionHidden(column, !info.isShown);
        header->resizeSection(column, info.width);
        m_hidden[size_t(column)] = !info.isShown;
    }
    placeDifferences();
    header->setSortIndicator(int(RunColumn::Date), Qt::DescendingOrder);
    fitColumns();
}

void RunsTable::placeDifferences()
{
    QHeaderView* header = horizontalHeader();
    const int name = header->visualIndex(int(RunColumn::Name));
    const int before = header->visualIndex(int(RunColumn::DiffersBy));
    header->moveSection(before, before > name ? name + 1 : name);
}

void RunsTable::takeWidth(int column)
{
    m_sized[size_t(column)] = true;
    fitColumns();
}

void RunsTable::fitColumns()
{
    const QScopedValueRollback arranging(m_isArranging, true);
    QHeaderView* header = horizontalHeader();
    constexpr int name = int(RunColumn::Name);
    constexpr int differences = int(RunColumn::DiffersBy);
    int left = viewport()->width();
    for (int column = 0; column < runColumnCount; ++column) {
        const bool isFixed = RunColumn(column) == RunColumn::Color || m_sized[size_t(column)] ||
                             header->isSectionHidden(column);
        if (const int whole = titleWidth(header, column); !isFixed && header->sectionSize(column) < whole)
            header->resizeSection(column, whole); // in larger text
        if (column != name && column != differences)
            left -= header->sectionSize(column); // 0 for a hidden one
    }
    if (!m_sized[name]) {
        const int share = header->isSectionHidden(differences) ? left : left / 2;
        header->resizeSection(name, std::clamp(share, leastNameWidth, 2 * runColumn(RunColumn::Name).width));
    }
    if (!m_sized[differences] && !header->isSectionHidden(differences))
        header->resizeSection(differences, std::max(left - header->sectionSize(name), differencesWidth()));
    viewport()->update(); // with the header: Qt would do so after a timer, which a busy window delays
}

/// What distinguishes the runs is rather whole than what follows on screen: that is scrolled to.
int RunsTable::differencesWidth() const
{
    const int least = runColumn(RunColumn::DiffersBy).width;
    if (!m_filter->differences())
        return least;
    const int whole =
        fontMetrics().horizontalAdvance(m_filter->differences()->longest()) + 2 * cellMargin + 1;
    return std::clamp(whole, least, 2 * least);
}

void RunsTable::saveColumns() const
{
    QSettings settings;
    settings.setValue(columnsKey, horizontalHeader()->saveState());
    settings.setValue(columnCountKey, runColumnCount);
    settings.setValue(hiddenKey, numbersOf(m_hidden));
    settings.setValue(keptKey, numbersOf(m_kept));
    settings.setValue(sizedKey, numbersOf(m_sized));
}

QList<RunColumn> RunsTable::shownColumns() const
{
    QList<RunColumn> columns;
    const QHeaderView* header = horizontalHeader();
    for (int place = 0; place < header->count(); ++place) {
        if (const int column = header->logicalIndex(place); !header->isSectionHidden(column))
            columns += RunColumn(column);
    }
    return columns;
}

QList<int> RunsTable::selectedRowNumbers() const
{
    QList<int> rows;
    for (const QModelIndex& index : selectionModel()->selectedRows())
        rows += index.row();
    std::ranges::sort(rows);
    return rows;
}

RunRows RunsTable::selectedRuns() const
{
    RunRows runs;
    for (const int row : selectedRowNumbers())
        runs.push_back(&m_filter->entry(row));
    return runs;
}

void RunsTable::copyRows() const
{
    RunRows runs;
    for (const int row : rowsToCopy(*this))
        runs.push_back(&m_filter->entry(row));
    ui::copyRows(this, runsTsv(runs, shownColumns(), m_filter->differences()), qsizetype(runs.size()));
}

void RunsTable::editCell(RunColumn column)
{
    if (!currentIndex().isValid())
        return;
    setColumnChosen(int(column), true);
    const QModelIndex cell = m_filter->index(currentIndex().row(), int(column));
    if (!(cell.flags() & Qt::ItemIsEditable))
        return;
    setCurrentIndex(cell);
    scrollTo(cell);
    viewOf(cell)->edit(cell);
}

void RunsTable::setColor(int number)
{
    // A change may move rows of the view, but not of the model.
    QList<int> rows;
    for (const int row : selectedRowNumbers())
        rows += m_filter->sourceRow(row);
    for (const int row : rows) {
        RunLabel label = m_model->entry(row).summary.label;
        label.color = number < 0 ? std::string() : storedRunColor(number);
        m_model->setLabel(row, label);
    }
}

void RunsTable::toggleTicks()
{
    QList<int> rows;
    for (const int row : selectedRowNumbers())
        rows += m_filter->sourceRow(row);
    const bool all = std::ranges::all_of(rows, [this](int row) { return m_model->isTicked(row); });
    for (const int row : rows)
        m_model->setTicked(row, !all);
}

void RunsTable::fillColorMenu(QMenu* menu)
{
    for (int number = 0; number < runColorCount(); ++number)
        menu->addAction(colorIcon(shownRunColor(storedRunColor(number))), runColorName(number), this,
                        [this, number] { setColor(number); });
    menu->addSeparator();
    menu->addAction(tr("None"), this, [this] { setColor(-1); });
}

void RunsTable::fillRowMenu(QMenu* menu)
{
    menu->addAction(m_open);
    if (const RunRows runs = selectedRuns(); runs.size() > 1) {
        std::vector<std::filesystem::path> paths;
        for (const LibraryEntry* run : runs)
            paths.push_back(run->path);
        menu->addAction(tr("Open together"), this, [this, paths] { Q_EMIT openAllWanted(paths); });
        menu->addAction(tr("Compare"), this, &RunsTable::compareWanted);
    }
    menu->addAction(m_tick);
    addUntickAll(menu, m_model);
    menu->addSeparator();
    menu->addAction(m_rename);
    menu->addAction(tr("Edit tags"), this, [this] { editCell(RunColumn::Tags); });
    menu->addAction(tr("Edit note"), this, [this] { editCell(RunColumn::Note); });
    fillColorMenu(menu->addMenu(tr("Color")));
    menu->addSeparator();
    menu->addAction(m_copy);
    menu->addAction(m_save);
    menu->addSeparator();
    menu->addAction(m_trash);
}

void RunsTable::fillColumnMenu(QMenu* menu)
{
    QHeaderView* header = horizontalHeader();
    for (int column = 0; column < runColumnCount; ++column) {
        const RunColumnInfo& info = runColumn(RunColumn(column));
        QAction* action = menu->addAction(info.title.isEmpty() ? tr("Color") : info.title);
        action->setCheckable(true);
        action->setChecked(!header->isSectionHidden(column));
        action->setToolTip(m_empty[size_t(column)] ? tr("No run has it.") : info.help);
        action->setEnabled(RunColumn(column) != RunColumn::Name); // a row needs its name
        connect(action, &QAction::toggled, this, [this, column](bool shown) {
            setColumnChosen(column, shown);
            saveColumns();
        });
    }
    menu->setToolTipsVisible(true);
    menu->addSeparator();
    menu->addAction(tr("Reset columns"), this, [this] {
        resetColumns();
        applyColumns();
        saveColumns();
    });
}

void RunsTable::contextMenuEvent(QContextMenuEvent* event)
{
    if (!indexAt(viewport()->mapFromGlobal(event->globalPos())).isValid())
        return;
    QMenu menu(this);
    fillRowMenu(&menu);
    menu.exec(event->globalPos());
}

void RunsTable::resizeEvent(QResizeEvent* event)
{
    QTableView::resizeEvent(event);
    fitColumns();
}

void RunsTable::hideEvent(QHideEvent* event)
{
    saveColumns();
    QTableView::hideEvent(event);
}

} // namespace stepscope::ui
