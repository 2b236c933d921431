#include "ui/operators/operators_table.h"

#include "core/exchange/plain_table.h"
#include "core/operator_bench/operator_call.h"
#include "ui/operators/operators_delegate.h"
#include "ui/operators/operators_table_picture.h"
#include "ui/operators/operators_text.h"
#include "ui/support/copying.h"
#include "ui/support/qt_text.h"
#include "ui/support/step_choice.h"
#include "ui/support/table_setup.h"
#include "ui/support/trace_selection.h"
#include "ui/theme/follow_font.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QFontInfo>
#include <QGuiApplication>
#include <QHeaderView>
#include <QMenu>
#include <QScopedValueRollback>
#include <QScrollBar>
#include <QSettings>

#include <algorithm>
#include <utility>

namespace stepscope::ui {

namespace {

constexpr auto columnsKey = "operators/columns 5";
constexpr auto textSizeKey = "operators/text size of columns";
constexpr auto hiddenKey = "operators/hidden columns";
constexpr auto chosenKey = "operators/chosen columns";
constexpr auto namesSizedKey = "operators/names are sized";
constexpr auto hostSortKey = "operators/sort";
constexpr auto deviceSortKey = "operators/sort with device";

/// For which OperatorColumnInfo::width is, in pixels.
constexpr int normalTextSize = 13;

/// In pixels: the height of a text differs more between fonts than its width.
int textSize(const QWidget* widget)
{
    return QFontInfo(widget->font()).pixelSize();
}

using ColumnSet = std::bitset<operatorColumnCount>;

ColumnSet columnsOf(const QStringList& keys)
{
    ColumnSet columns;
    for (int column = 0; column < operatorColumnCount; ++column)
        columns[size_t(column)] = keys.contains(toQString(operatorColumn(OperatorColumn(column)).key));
    return columns;
}

QStringList keysOf(const ColumnSet& columns)
{
    QStringList keys;
    for (int column = 0; column < operatorColumnCount; ++column) {
        if (columns[size_t(column)])
            keys.append(toQString(operatorColumn(OperatorColumn(column)).key));
    }
    return keys;
}

ColumnSort storedSort(const QSettings& settings, const char* key, ColumnSort otherwise)
{
    const QStringList stored = settings.value(key).toStringList();
    for (int column = 0; stored.size() == 2 && column < operatorColumnCount; ++column) {
        if (stored[0] == toQString(operatorColumn(OperatorColumn(column)).key))
            return {column, stored[1] == "ascending" ? Qt::AscendingOrder : Qt::DescendingOrder};
    }
    return otherwise;
}

void storeSort(QSettings& settings, const char* key, ColumnSort sort)
{
    settings.setValue(key, QStringList{toQString(operatorColumn(OperatorColumn(sort.column)).key),
                                       sort.order == Qt::AscendingOrder ? "ascending" : "descending"});
}

} // namespace

OperatorsTable::OperatorsTable(OperatorsModel* model, QWidget* parent)
    : QTableView(parent)
    , m_model(model)
    , m_delegate(new OperatorsDelegate(this))
{
    setModel(model);
    setItemDelegate(m_delegate);
    setUpTable(this, TableFrame::Line);
    setUpHeader();

    connect(selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &OperatorsTable::rememberSelection);
    connect(model, &QAbstractItemModel::modelAboutToBeReset, this, &OperatorsTable::beforeReset);
    connect(model, &QAbstractItemModel::modelReset, this, &OperatorsTable::afterReset);
    // Runs after the signal: sorting must not start during it.
    connect(model, &QAbstractItemModel::modelReset, this, &OperatorsTable::sortByWhatIsKnown,
            Qt::QueuedConnection);
}

OperatorsTable::~OperatorsTable()
{
    saveColumns();
}

void OperatorsTable::setUpHeader()
{
    setUpColumns(this, 48);
    setUpColumnChoice(this, [this](QMenu* menu) { fillColumnMenu(menu); });
    connect(horizontalHeader(), &QHeaderView::sectionClicked, this, &OperatorsTable::rememberSort);
    resetColumns();
    loadColumns();
    followFont(horizontalHeader(), [this] { followTextSize(); });
    setSortingEnabled(true); // sorts by the header's indicator
    connect(horizontalHeader(), &QHeaderView::sectionResized, this, [this](int column) {
        if (!m_isFitting && column == int(OperatorColumn::Name))
            m_areNamesSized = true;
    });
}

void OperatorsTable::loadColumns()
{
    const QSettings settings;
    if (horizontalHeader()->restoreState(settings.value(columnsKey).toByteArray()))
        m_textSize = settings.value(textSizeKey).toInt();
    m_hostSort = storedSort(settings, hostSortKey, m_hostSort);
    m_deviceSort = storedSort(settings, deviceSortKey, m_deviceSort);
    horizontalHeader()->setSortIndicator(m_hostSort.column, m_hostSort.order);
    if (settings.contains(hiddenKey))
        m_hidden = columnsOf(settings.value(hiddenKey).toStringList());
    m_chosen = columnsOf(settings.value(chosenKey).toStringList());
    m_areNamesSized = settings.value(namesSizedKey).toBool();
    m_hidden[size_t(OperatorColumn::Name)] = false;
    applyColumns();
}

void OperatorsTable::applyColumns()
{
    const bool hasRows = !m_model->statistics().rows.empty();
    for (int column = 0; column < operatorColumnCount; ++column) {
        m_known[size_t(column)] = isOperatorColumnKnown(OperatorColumn(column), m_model->statistics());
        m_empty[size_t(column)] = hasRows && m_known[size_t(column)] && !m_hidden[size_t(column)] &&
                                  !m_model->hasValues(OperatorColumn(column)); // looks at all rows
        const bool isHidden = !isShown(OperatorColumn(column));
        if (isHidden != isColumnHidden(column))
            setColumnHidden(column, isHidden);
        // The titles of other units than time are longer: "Total samples".
        if (!isHidden && !m_model->statistics().unit.empty())
            widenToTitle(column);
    }
    fillWidth();
}

bool OperatorsTable::isShown(OperatorColumn column) const
{
    const auto place = size_t(column);
    return column == OperatorColumn::Name ||
           (!m_hidden[place] && m_known[place] && (m_chosen[place] || !m_empty[place]));
}

void OperatorsTable::followTextSize()
{
    const QHeaderView* header = horizontalHeader();
    const int size = textSize(header);
    if (size == m_textSize)
        return;
    const double scale = m_textSize > 0 ? double(size) / m_textSize : 1.0;
    setWidths([=](int column) { return qRound(scale * header->sectionSize(column)); });
    applyColumns();
}

void OperatorsTable::setWidths(const std::function<int(int column)>& widthOf)
{
    const QScopedValueRollback fitting(m_isFitting, true);
    QHeaderView* header = horizontalHeader();
    header->setStretchLastSection(false); // gives the last column its own width
    for (int column = 0; column < operatorColumnCount; ++column) {
        const bool isHidden = header->isSectionHidden(column);
        header->setSectionHidden(column, false); // the size of a hidden section is 0
        header->resizeSection(column, std::max(widthOf(column), titleWidth(header, column)));
        header->setSectionHidden(column, isHidden);
    }
    m_textSize = textSize(header);
}

void OperatorsTable::widenToTitle(int column)
{
    const int whole = titleWidth(horizontalHeader(), column);
    if (columnWidth(column) < whole)
        setColumnWidth(column, whole);
}

int OperatorsTable::usualNameWidth() const
{
    const double scale = double(textSize(horizontalHeader())) / normalTextSize;
    return std::max(qRound(scale * operatorColumn(OperatorColumn::Name).width),
                    titleWidth(horizontalHeader(), int(OperatorColumn::Name)));
}

void OperatorsTable::fillWidth()
{
    if (m_areNamesSized)
        return stretchLastColumn();
    const QScopedValueRollback fitting(m_isFitting, true);
    constexpr int names = int(OperatorColumn::Name);
    QHeaderView* header = horizontalHeader();
    header->setStretchLastSection(false);
    const int others = header->length() - columnWidth(names);
    setColumnWidth(names, std::max(usualNameWidth(), viewport()->width() - others));
}

void OperatorsTable::stretchLastColumn()
{
    QHeaderView* header = horizontalHeader();
    const QList<OperatorColumn> shown = shownColumns();
    if (shown.isEmpty())
        return;
    const int last = int(shown.last());
    const int rest = viewport()->width() - (header->length() - columnWidth(last));
    const bool hasRoom = rest >= titleWidth(header, last);
    header->setStretchLastSection(hasRoom);
    if (!hasRoom)
        widenToTitle(last);
}

void OperatorsTable::resizeEvent(QResizeEvent* event)
{
    QTableView::resizeEvent(event);
    fillWidth();
}

void OperatorsTable::sortByWhatIsKnown()
{
    if (m_model->statistics().rows.empty())
        return;
    const int sorted = horizontalHeader()->sortIndicatorSection();
    const bool isKernels = m_model->statistics().grouping == OperatorGrouping::ByKernel;
    const bool hasDevice = m_known[size_t(OperatorColumn::DeviceSelf)];
    if (!isKernels && std::exchange(m_isSortedForDevice, hasDevice) != hasDevice) {
        const ColumnSort sort = hasDevice ? m_deviceSort : m_hostSort;
        return sortByColumn(sort.column, sort.order);
    }
    if (sorted >= 0 && sorted < operatorColumnCount && !m_known[size_t(sorted)])
        sortByColumn(int(isKernels ? OperatorColumn::DeviceSelf : OperatorColumn::SelfTime),
                     Qt::DescendingOrder);
}

/// By a click of the user.
void OperatorsTable::rememberSort()
{
    const QHeaderView* header = horizontalHeader();
    const bool hasDevice = m_known[size_t(OperatorColumn::DeviceSelf)];
    ColumnSort& sort = hasDevice ? m_deviceSort : m_hostSort;
    sort.column = header->sortIndicatorSection();
    sort.order = header->sortIndicatorOrder();
}

void OperatorsTable::resetColumns()
{
    QHeaderView* header = horizontalHeader();
    for (int column = 0; column < operatorColumnCount; ++column) {
        header->moveSection(header->visualIndex(column), column);
        m_hidden[size_t(column)] = !operatorColumn(OperatorColumn(column)).isShownAtFirst;
    }
    m_chosen.reset();
    m_areNamesSized = false;
    const double scale = double(textSize(header)) / normalTextSize;
    setWidths([scale](int column) { return qRound(scale * operatorColumn(OperatorColumn(column)).width); });
    // Before the times on the host: of runs without a device they are hidden.
    int place = int(OperatorColumn::SelfTime);
    for (const auto column : {OperatorColumn::DeviceSelf, OperatorColumn::DeviceShare})
        header->moveSection(header->visualIndex(int(column)), place++);
    applyColumns();
    m_hostSort = {int(OperatorColumn::SelfTime)};
    m_deviceSort = {int(OperatorColumn::DeviceSelf)};
    const ColumnSort sort = m_known[size_t(OperatorColumn::DeviceSelf)] ? m_deviceSort : m_hostSort;
    header->setSortIndicator(sort.column, sort.order);
}

void OperatorsTable::saveColumns() const
{
    QSettings settings;
    settings.setValue(hiddenKey, keysOf(m_hidden));
    settings.setValue(chosenKey, keysOf(m_chosen));
    settings.setValue(namesSizedKey, m_areNamesSized);
    settings.setValue(columnsKey, horizontalHeader()->saveState());
    settings.setValue(textSizeKey, m_textSize);
    storeSort(settings, hostSortKey, m_hostSort);
    storeSort(settings, deviceSortKey, m_deviceSort);
}

QList<OperatorColumn> OperatorsTable::shownColumns() const
{
    QList<OperatorColumn> columns;
    const QHeaderView* header = horizontalHeader();
    for (int place = 0; place < header->count(); ++place)
        if (const int column = header->logicalIndex(place); !header->isSectionHidden(column))
            columns.append(OperatorColumn(column));
    return columns;
}

QList<int> OperatorsTable::selectedRowNumbers() const
{
    QList<int> rows;
    for (const QModelIndex& index : selectionModel()->selectedRows())
        rows.append(index.row());
    std::sort(rows.begin(), rows.end());
    return rows;
}

void OperatorsTable::forgetSelection()
{
    clearSelection();
    m_selected.clear();
    m_current = {};
}

bool OperatorsTable::selectOperator(const QString& name)
{
    QItemSelection selection;
    QModelIndex first;
    bool isSelected = false; // one of its rows, such as that of its forward pass
    for (int row = 0; row < m_model->rowCount(); ++row) {
        if (m_model->operatorName(row) != name)
            continue;
        selection.select(m_model->index(row, 0), m_model->index(row, operatorColumnCount - 1));
        if (!first.isValid())
            first = m_model->index(row, 0);
        isSelected = isSelected || selectionModel()->isSelected(m_model->index(row, 0));
    }
    if (!first.isValid() || isSelected)
        return first.isValid();
    selectionModel()->setCurrentIndex(first, QItemSelectionModel::NoUpdate);
    selectionModel()->select(selection, QItemSelectionModel::ClearAndSelect);
    scrollTo(first);
    return true;
}

void OperatorsTable::copyRows() const
{
    const QList<int> rows = rowsToCopy(*this);
    ui::copyRows(this, operatorsTsv(*m_model, rows, shownColumns()), rows.size());
}

int OperatorsTable::rowInDetail() const
{
    const QModelIndex current = currentIndex();
    return current.isValid() && selectionModel()->isRowSelected(current.row()) ? current.row() : -1;
}

void OperatorsTable::copyText(std::string (*textOf)(const PlainTable&)) const
{
    PlainTable table = operatorsTable(*m_model, selectedRowNumbers(), shownColumns());
    table.caption = m_caption.toStdString();
    QGuiApplication::clipboard()->setText(toQString(textOf(table)));
}

void OperatorsTable::copyPicture()
{
    ui::copyPicture(this, operatorsTablePicture(*m_model, selectedRowNumbers(), shownColumns(), m_caption));
}

QStringList OperatorsTable::selectedNames() const
{
    QStringList names;
    for (const int row : selectedRowNumbers())
        names.append(m_model->text(row, OperatorColumn::Name));
    return names;
}

void OperatorsTable::fillRowMenu(QMenu* menu)
{
    const bool any = selectionModel()->hasSelection();
    QAction* copy = menu->addAction(tr("Copy"), this, &OperatorsTable::copyRows);
    copy->setShortcut(QKeySequence::Copy);
    copy->setEnabled(any);
    QMenu* as = menu->addMenu(tr("Copy as"));
    as->setEnabled(any);
    as->addAction(tr("CSV"), this, [this] { copyText(csvText); });
    as->addAction(tr("Markdown"), this, [this] { copyText(markdownText); });
    as->addAction(tr("LaTeX"), this, [this] { copyText(latexText); });
    as->addAction(tr("JSON"), this, [this] { copyText(jsonText); });
    as->addAction(tr("Picture"), this, &OperatorsTable::copyPicture);
    const bool areKernels = m_model->statistics().grouping == OperatorGrouping::ByKernel;
    addCopyNames(menu, areKernels, [this] { return selectedNames(); })->setEnabled(any);
    menu->addSeparator();
    const int row = currentIndex().row();
    if (m_selection && m_focusOf)
        addShowInMenu(menu, m_selection, row < 0 ? TraceFocus() : m_focusOf(row), "operators");
    const QString name = row < 0 ? QString() : m_model->text(row, OperatorColumn::Name);
    menu->addAction(tr("Filter for this"), this, [this, name] { Q_EMIT filterWanted(name); })
        ->setEnabled(!name.isEmpty());
    addMeasureEntry(menu);
    if (m_stepChoice) {
        const bool isOperator = row >= 0 && isByOperator(m_model->statistics().grouping);
        m_stepChoice->fillMenu(menu, isOperator ? m_model->operatorName(row) : QString());
    }
}

void OperatorsTable::addMeasureEntry(QMenu* menu)
{
    const int row = currentIndex().row();
    const OperatorStatistics& statistics = m_model->statistics();
    const bool isOperator = row >= 0 && isByOperator(statistics.grouping) &&
                            !statistics.contents.areFunctions &&
                            isOperatorName(m_model->operatorName(row).toStdString());
    const QPersistentModelIndex index = currentIndex(); // the rows may move while the menu is open
    QAction* action = menu->addAction(tr("Measure alone…"), this, [this, index] {
        if (index.isValid())
            Q_EMIT measureWanted(index.row());
    });
    action->setObjectName("operatorMeasure");
    action->setEnabled(isOperator && m_whyNotMeasure.isEmpty());
    action->setToolTip(!isOperator ? tr("Only operators of LibTorch can be measured alone.")
                       : !m_whyNotMeasure.isEmpty()
                           ? m_whyNotMeasure
                           : tr("Measure what a call of this operator costs by itself, with these shapes"));
    menu->setToolTipsVisible(true);
}

void OperatorsTable::fillColumnMenu(QMenu* menu)
{
    QMenu* ofDevice = nullptr; // a separate menu: together they are higher than a laptop's screen
    for (int column = 0; column < operatorColumnCount; ++column) {
        const OperatorColumnInfo& info = operatorColumn(OperatorColumn(column));
        const bool isKnown = isOperatorColumnKnown(OperatorColumn(column), m_model->statistics());
        if (OperatorColumn(column) == OperatorColumn::RuntimeTime)
            ofDevice = menu->addMenu(tr("Device"));
        const bool isOfDevice = OperatorColumn(column) >= OperatorColumn::RuntimeTime &&
                                OperatorColumn(column) <= OperatorColumn::Occupancy;
        QAction* action = (isOfDevice ? ofDevice : menu)->addAction(info.title);
        action->setToolTip(isKnown ? info.help : tr("Not known for these figures."));
        action->setCheckable(true);
        action->setChecked(isKnown ? isShown(OperatorColumn(column)) : !m_hidden[size_t(column)]);
        action->setEnabled(OperatorColumn(column) != OperatorColumn::Name && // a row needs its name
                           isKnown);
        connect(action, &QAction::toggled, this, [this, column](bool shown) {
            m_hidden[size_t(column)] = !shown;
            m_chosen[size_t(column)] = shown;
            applyColumns();
            saveColumns();
        });
    }
    menu->setToolTipsVisible(true);
    ofDevice->setToolTipsVisible(true);
    menu->addSeparator();
    menu->addAction(tr("Reset columns"), this, [this] {
        resetColumns();
        saveColumns();
    });
}

void OperatorsTable::contextMenuEvent(QContextMenuEvent* event)
{
    if (m_model->rowCount() == 0)
        return;
    QMenu menu(this);
    fillRowMenu(&menu);
    menu.exec(event->globalPos());
}

void OperatorsTable::paintEvent(QPaintEvent* event)
{
    if (const QStringList kernels = visibleKernels(); kernels != m_delegate->kernels()) {
        m_delegate->setKernels(kernels);
        viewport()->update(); // rows that scrolling has moved without painting them may be cut differently
    }
    QTableView::paintEvent(event);
}

QStringList OperatorsTable::visibleKernels() const
{
    QStringList names;
    const int first = rowAt(0);
    if (first < 0 || m_model->statistics().grouping != OperatorGrouping::ByKernel)
        return names;
    const int last = rowAt(viewport()->height() - 1);
    for (int row = first; row <= (last < 0 ? m_model->rowCount() - 1 : last); ++row)
        names += m_model->text(row, OperatorColumn::Name);
    return names;
}

void OperatorsTable::hideEvent(QHideEvent* event)
{
    saveColumns();
    QTableView::hideEvent(event);
}

void OperatorsTable::rememberSelection()
{
    if (m_resetting)
        return;
    m_selected.clear();
    for (const int row : selectedRowNumbers())
        m_selected.insert(m_model->key(row));
    m_grouping = m_model->statistics().grouping;
}

/// When grouped with shapes, an operator matches all its shapes, and each of them matches the operator. So
/// does a kernel of all passes those of each pass.
bool OperatorsTable::isSame(const OperatorKey& shown, const OperatorKey& remembered) const
{
    const OperatorGrouping grouping = m_model->statistics().grouping;
    if (grouping != m_grouping && !(isByOperator(grouping) && isByOperator(m_grouping)))
        return false; // numbers of another grouping
    const bool isSamePass = shown.pass == remembered.pass || !shown.pass || !remembered.pass;
    return shown.name == remembered.name && isSamePass &&
           (shown.shape == remembered.shape || grouping != m_grouping);
}

void OperatorsTable::beforeReset()
{
    m_resetting = true;
    m_scrolledTo = verticalScrollBar()->value();
    if (currentIndex().isValid() && m_model->statistics().grouping == m_grouping)
        m_current = m_model->key(currentIndex().row());
}

void OperatorsTable::afterReset()
{
    QItemSelection selection;
    for (int row = 0; row < m_model->rowCount(); ++row) {
        const OperatorKey key = m_model->key(row);
        if (std::ranges::any_of(m_selected, [&](const OperatorKey& known) { return isSame(key, known); }))
            selection.select(m_model->index(row, 0), m_model->index(row, operatorColumnCount - 1));
        if (!currentIndex().isValid() && isSame(key, m_current))
            selectionModel()->setCurrentIndex(m_model->index(row, 0), QItemSelectionModel::NoUpdate);
    }
    selectionModel()->select(selection, QItemSelectionModel::ClearAndSelect);
    executeDelayedItemsLayout();
    verticalScrollBar()->setValue(m_scrolledTo);
    m_resetting = false;
}

} // namespace stepscope::ui
