#include "ui/compare/compare_table.h"

#include "ui/compare/compare_cells.h"
#include "ui/compare/compare_delegate.h"
#include "ui/compare/run_header.h"
#include "ui/support/copying.h"
#include "ui/support/icons.h"
#include "ui/support/rows_as_text.h"
#include "ui/support/table_setup.h"

#include <QContextMenuEvent>
#include <QMenu>
#include <QScrollBar>

namespace stepscope::ui {

CompareTable::CompareTable(QAbstractItemModel* model, QWidget* parent)
    : QTableView(parent)
    , m_header(new RunHeader(this))
    , m_frozen(new QTableView(this))
{
    setModel(model);
    setHorizontalHeader(m_header);
    setUp(this);
    makeFrozen();
}

CompareTable::~CompareTable() = default;

void CompareTable::setUp(QTableView* view)
{
    view->setItemDelegate(new CompareDelegate(view));
    view->setVerticalScrollMode(ScrollPerPixel);
    setUpTable(view);
}

void CompareTable::makeFrozen()
{
    auto* header = new RunHeader(m_frozen);
    header->setSectionsClickable(false);
    m_frozen->setModel(model());
    m_frozen->setHorizontalHeader(header);
    setUp(m_frozen);
    m_frozen->setSelectionModel(selectionModel());
    m_frozen->setFocusPolicy(Qt::NoFocus);
    m_frozen->setFocusProxy(this);
    // A table ignores context menu events of the mouse from widgets inside it.
    m_frozen->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_frozen, &QWidget::customContextMenuRequested, this,
            [this](const QPoint& position) { openMenu(m_frozen->viewport()->mapToGlobal(position)); });
    m_frozen->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_frozen->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    header->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(header, &QWidget::customContextMenuRequested, m_header, &QWidget::customContextMenuRequested);
    viewport()->stackUnder(m_frozen);

    RowHover::join(this, m_frozen);
    connect(verticalScrollBar(), &QScrollBar::valueChanged, m_frozen->verticalScrollBar(),
            &QScrollBar::setValue);
    connect(m_frozen->verticalScrollBar(), &QScrollBar::valueChanged, verticalScrollBar(),
            &QScrollBar::setValue);
    connect(m_header, &QHeaderView::sectionResized, this, [this](int section, int, int size) {
        if (section == 0)
            m_frozen->setColumnWidth(0, size);
        placeFrozen();
    });
    connect(header, &QHeaderView::sectionResized, this, [this](int section, int, int size) {
        if (section == 0 && size != columnWidth(0))
            setColumnWidth(0, size);
    });
    connect(verticalHeader(), &QHeaderView::sectionResized, m_frozen,
            [this](int row, int, int height) { m_frozen->setRowHeight(row, height); });
    connect(m_header, &QHeaderView::sortIndicatorChanged, this,
            [this, header](int column, Qt::SortOrder order) {
                header->setSectionsClickable(m_header->sectionsClickable());
                header->setSortIndicatorShown(m_header->isSortIndicatorShown());
                header->setSortIndicatorClearable(m_header->isSortIndicatorClearable());
                header->setSortIndicator(column, order);
            });
    connect(header, &QHeaderView::sortIndicatorChanged, this, [this](int column, Qt::SortOrder order) {
        if (column != m_header->sortIndicatorSection() || order != m_header->sortIndicatorOrder())
            m_header->setSortIndicator(column, order);
    });
    connect(model(), &QAbstractItemModel::modelReset, this, &CompareTable::showFrozenColumn);
    showFrozenColumn();
}

void CompareTable::showFrozenColumn()
{
    for (int column = 1; column < model()->columnCount(); ++column)
        m_frozen->setColumnHidden(column, true);
    m_frozen->setColumnWidth(0, columnWidth(0));
    placeFrozen();
}

void CompareTable::placeFrozen()
{
    if (!model())
        return; // the table has been deleted
    m_frozen->horizontalHeader()->setFixedHeight(m_header->height());
    m_frozen->setGeometry(frameWidth(), frameWidth(), columnWidth(0),
                          viewport()->height() + m_header->height());
    m_frozen->setVisible(model()->columnCount() > 0 && hasRoomForFrozen());
}

bool CompareTable::hasRoomForFrozen() const
{
    return columnWidth(0) <= viewport()->width() * 3 / 4;
}

void CompareTable::updateGeometries()
{
    QTableView::updateGeometries();
    placeFrozen();
}

void CompareTable::resizeEvent(QResizeEvent* event)
{
    QTableView::resizeEvent(event);
    placeFrozen();
}

void CompareTable::scrollTo(const QModelIndex& index, ScrollHint hint)
{
    if (index.column() > 0 || m_frozen->isHidden())
        QTableView::scrollTo(index, hint);
    else // the frozen column is always visible; only scroll to the row
        m_frozen->scrollTo(index, hint);
}

/// The current cell must not be hidden by the first column.
QModelIndex CompareTable::moveCursor(CursorAction action, Qt::KeyboardModifiers modifiers)
{
    const QModelIndex to = QTableView::moveCursor(action, modifiers);
    const int hidden = columnWidth(0) - visualRect(to).left();
    if (to.column() > 0 && hidden > 0 && !m_frozen->isHidden())
        horizontalScrollBar()->setValue(horizontalScrollBar()->value() - hidden);
    return to;
}

void CompareTable::copy() const
{
    copyRows(this, rowsAsText(*this, PlainRole), rowsToCopy(*this).size());
}

void CompareTable::fillMenu(QMenu* menu)
{
    const bool any = selectionModel()->hasSelection();
    QAction* copy =
        menu->addAction(themedIcon("copy"), any ? tr("Copy") : tr("Copy table"), this, &CompareTable::copy);
    copy->setShortcut(QKeySequence::Copy);
    Q_EMIT rowMenuWanted(menu);
}

void CompareTable::openMenu(const QPoint& globalPosition)
{
    if (model()->rowCount() == 0)
        return;
    QMenu menu(this);
    fillMenu(&menu);
    menu.exec(globalPosition);
}

void CompareTable::contextMenuEvent(QContextMenuEvent* event)
{
    openMenu(event->globalPos());
}

} // namespace stepscope::ui
