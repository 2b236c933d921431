#include "ui/theme/frozen_columns.h"

#include "ui/theme/row_hover.h"

#include <QContextMenuEvent>
#include <QCoreApplication>
#include <QHeaderView>
#include <QMouseEvent>
#include <QScopedValueRollback>
#include <QScrollBar>

#include <algorithm>

namespace stepscope::ui {

/// Gives the table what the user does in it.
class FrozenColumns::View final : public QTableView
{
public:
    explicit View(QTableView* table)
        : QTableView(table)
        , m_table(table)
    {
        setFocusPolicy(Qt::NoFocus);
        setFocusProxy(table);
        setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    }

    using QTableView::updateGeometries;

protected:
    /// A press does not scroll, or the release would be in another row.
    void mousePressEvent(QMouseEvent* event) override
    {
        const bool scrolls = m_table->hasAutoScroll();
        m_table->setAutoScroll(false);
        QTableView::mousePressEvent(event);
        m_table->setAutoScroll(scrolls);
    }

    /// A selection goes on where it is dragged to the other columns.
    void mouseMoveEvent(QMouseEvent* event) override
    {
        QPointF position = event->position();
        position.setX(std::clamp(position.x(), 0.0, std::max(viewport()->width() - 1.0, 0.0)));
        QMouseEvent inside(event->type(), position, event->globalPosition(), event->button(),
                           event->buttons(), event->modifiers());
        QTableView::mouseMoveEvent(&inside);
    }

    void wheelEvent(QWheelEvent* event) override
    {
        const QPoint angle = event->angleDelta();
        const bool isHorizontal = qAbs(angle.x()) > qAbs(angle.y());
        QCoreApplication::sendEvent(
            isHorizontal ? m_table->horizontalScrollBar() : m_table->verticalScrollBar(), event);
    }

    /// A table ignores context menu events of the mouse from widgets inside it.
    void contextMenuEvent(QContextMenuEvent* event) override
    {
        QWidget* const viewport = m_table->viewport();
        QContextMenuEvent ofTable(event->reason(), viewport->mapFromGlobal(event->globalPos()),
                                  event->globalPos(), event->modifiers());
        QCoreApplication::sendEvent(viewport, &ofTable);
    }

    /// The Tab key ends an edit: the next cell here would be one of the next row.
    void closeEditor(QWidget* editor, QAbstractItemDelegate::EndEditHint hint) override
    {
        using enum QAbstractItemDelegate::EndEditHint;
        const bool hadFocus = editor && editor->hasFocus();
        QTableView::closeEditor(editor, hint == EditNextItem || hint == EditPreviousItem ? NoHint : hint);
        if (hadFocus)
            m_table->setFocus();
    }

private:
    QTableView* m_table;
};

FrozenColumns::FrozenColumns(QTableView* table, int count, const std::function<void(QTableView*)>& setUp)
    : QObject(table)
    , m_table(table)
    , m_view(new View(table))
    , m_count(count)
{
    m_view->setModel(table->model());
    setUp(m_view);
    m_view->setSelectionModel(table->selectionModel());
    m_view->setEditTriggers(table->editTriggers());
    m_view->setVerticalScrollMode(table->verticalScrollMode());
    RowHover::join(table, m_view);
    connect(m_view, &QTableView::clicked, table, &QTableView::clicked);
    connect(m_view, &QTableView::doubleClicked, table, &QTableView::doubleClicked);
    connect(m_view, &QTableView::activated, table, &QTableView::activated);
    connectScrolling();
    connectHeaders();
    for (const auto change : {&QAbstractItemModel::columnsInserted, &QAbstractItemModel::columnsRemoved})
        connect(table->model(), change, this, &FrozenColumns::showColumns);
    connect(table->model(), &QAbstractItemModel::modelReset, this, &FrozenColumns::showColumns);
    table->viewport()->installEventFilter(this);
    table->horizontalHeader()->installEventFilter(this);
    keepFirst();
    showColumns();
}

void FrozenColumns::connectScrolling()
{
    QScrollBar* const bar = m_view->verticalScrollBar();
    connect(m_table->verticalScrollBar(), &QScrollBar::valueChanged, this, &FrozenColumns::followTable);
    connect(bar, &QScrollBar::rangeChanged, this, &FrozenColumns::followTable); // may come after the value
    connect(bar, &QScrollBar::valueChanged, this, [this](int value) {
        if (!m_isFollowing)
            m_table->verticalScrollBar()->setValue(value);
    });
    connect(m_table->verticalHeader(), &QHeaderView::sectionResized, m_view,
            [this](int row, int, int height) { m_view->setRowHeight(row, height); });
}

void FrozenColumns::connectHeaders()
{
    QHeaderView* const of = m_table->horizontalHeader();
    QHeaderView* const header = m_view->horizontalHeader();
    header->setHighlightSections(of->highlightSections());
    header->setMinimumSectionSize(of->minimumSectionSize());
    header->setDefaultAlignment(of->defaultAlignment());
    header->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(header, &QWidget::customContextMenuRequested, of, &QWidget::customContextMenuRequested);
    connect(of, &QHeaderView::sectionResized, this, [this](int section) {
        if (section < m_count)
            showColumns();
    });
    connect(header, &QHeaderView::sectionResized, this, [this](int section, int, int size) {
        if (!m_isFollowing && section < m_count && size > 0)
            m_table->setColumnWidth(section, size);
    });
    connect(of, &QHeaderView::sectionMoved, this, &FrozenColumns::keepFirst);
    connect(of, &QHeaderView::sortIndicatorChanged, this, &FrozenColumns::showColumns);
    connect(header, &QHeaderView::sortIndicatorChanged, this, [this, of](int column, Qt::SortOrder order) {
        if (!m_isFollowing)
            of->setSortIndicator(column, order);
    });
}

QTableView* FrozenColumns::viewOf(const QModelIndex& cell) const
{
    return isFrozen(cell) ? m_view : m_table;
}

bool FrozenColumns::isFrozen(const QModelIndex& cell) const
{
    return cell.column() < m_count && !m_view->isHidden();
}

void FrozenColumns::keepInSight(const QModelIndex& cell, int left)
{
    QScrollBar* const bar = m_table->horizontalScrollBar();
    if (isFrozen(cell)) {
        bar->setValue(left);
        return;
    }
    const int hidden = width() - m_table->columnViewportPosition(cell.column());
    if (cell.isValid() && hidden > 0 && !m_view->isHidden())
        bar->setValue(bar->value() - hidden);
}

void FrozenColumns::followTable()
{
    const QScopedValueRollback following(m_isFollowing, true);
    m_view->verticalScrollBar()->setValue(m_table->verticalScrollBar()->value());
}

/// The user may have moved another column before them.
void FrozenColumns::keepFirst()
{
    QHeaderView* const header = m_table->horizontalHeader();
    for (int column = 0; column < std::min(m_count, header->count()); ++column) {
        if (header->visualIndex(column) != column)
            header->moveSection(header->visualIndex(column), column);
    }
}

void FrozenColumns::showColumns()
{
    if (!m_table->model())
        return; // it has been deleted
    const QScopedValueRollback following(m_isFollowing, true);
    for (int column = 0; column < m_table->model()->columnCount(); ++column) {
        // 0 for a hidden one, also for one that is just being hidden
        const int width = column < m_count ? m_table->columnWidth(column) : 0;
        m_view->setColumnHidden(column, width == 0);
        if (width > 0)
            m_view->setColumnWidth(column, width);
    }
    const QHeaderView* const of = m_table->horizontalHeader();
    QHeaderView* const header = m_view->horizontalHeader();
    header->setSectionsClickable(of->sectionsClickable());
    header->setSortIndicatorShown(of->isSortIndicatorShown());
    header->setSortIndicatorClearable(of->isSortIndicatorClearable());
    header->setSortIndicator(of->sortIndicatorSection(), of->sortIndicatorOrder());
    m_view->viewport()->update(); // with the header: Qt would do so after a timer
    place();
}

void FrozenColumns::place()
{
    const int header = m_table->horizontalHeader()->height();
    if (m_view->horizontalHeader()->height() != header) {
        m_view->horizontalHeader()->setFixedHeight(header);
        m_view->updateGeometries();
    }
    const int frame = m_table->frameWidth();
    m_view->setGeometry(frame, frame, width(), m_table->viewport()->height() + header);
    m_view->setVisible(width() > 0 && width() <= m_table->viewport()->width() * 3 / 4);
}

int FrozenColumns::width() const
{
    int width = 0;
    for (int column = 0; column < m_count; ++column)
        width += m_table->columnWidth(column); // 0 for a hidden one
    return width;
}

bool FrozenColumns::eventFilter(QObject*, QEvent* event)
{
    if (event->type() == QEvent::Resize || event->type() == QEvent::Move)
        place();
    return false;
}

void FrozenTable::freeze(int count, const std::function<void(QTableView*)>& setUp)
{
    m_frozen = new FrozenColumns(this, count, setUp);
}

void FrozenTable::scrollTo(const QModelIndex& index, ScrollHint hint)
{
    const int left = horizontalScrollBar()->value();
    QTableView::scrollTo(index, hint);
    if (m_frozen) // setting the scroll mode scrolls, too, before there are any
        m_frozen->keepInSight(index, left);
}

} // namespace stepscope::ui
