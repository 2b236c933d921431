#include "ui/theme/row_hover.h"

#include <QEvent>
#include <QHoverEvent>
#include <QScrollBar>
#include <QTableView>

#include <utility>

namespace stepscope::ui {

RowHover::RowHover(QTableView* table)
    : QObject(table)
    , m_table(table)
{
    table->viewport()->setAttribute(Qt::WA_Hover);
    table->viewport()->installEventFilter(this);
    connect(table->verticalScrollBar(), &QScrollBar::valueChanged, this, &RowHover::follow);
}

RowHover* RowHover::of(const QWidget* table)
{
    return table ? table->findChild<RowHover*>(QString(), Qt::FindDirectChildrenOnly) : nullptr;
}

void RowHover::join(QTableView* one, QTableView* other)
{
    RowHover* const first = of(one);
    RowHover* const second = of(other);
    if (!first || !second)
        return;
    connect(first, &RowHover::rowChanged, second, &RowHover::setRow);
    connect(second, &RowHover::rowChanged, first, &RowHover::setRow);
}

bool RowHover::eventFilter(QObject*, QEvent* event)
{
    switch (event->type()) {
    case QEvent::HoverEnter:
    case QEvent::HoverMove:
        m_position = static_cast<const QHoverEvent*>(event)->position().toPoint();
        m_isInside = true;
        follow();
        break;
    case QEvent::HoverLeave:
    case QEvent::Leave:
        m_isInside = false;
        setRow(-1);
        break;
    default:
        break;
    }
    return false;
}

/// Scrolling moves another row under the pointer.
void RowHover::follow()
{
    if (m_isInside)
        setRow(m_table->indexAt(m_position).row());
}

void RowHover::setRow(int row)
{
    if (row == m_row)
        return;
    repaint(std::exchange(m_row, row));
    repaint(row);
    Q_EMIT rowChanged(row);
}

void RowHover::repaint(int row) const
{
    if (row >= 0)
        m_table->viewport()->update(0, m_table->rowViewportPosition(row), m_table->viewport()->width(),
                                    m_table->rowHeight(row));
}

} // namespace stepscope::ui
