#include "ui/sweep/sweep_plan_table.h"

#include "ui/support/cell_painting.h"
#include "ui/support/copying.h"
#include "ui/support/icons.h"
#include "ui/support/table_setup.h"
#include "ui/theme/follow_font.h"
#include "ui/theme/theme.h"

#include <QAction>
#include <QContextMenuEvent>
#include <QHeaderView>
#include <QMenu>
#include <QPainter>

#include <algorithm>

namespace stepscope::ui {

namespace {

constexpr int margin = 8;
constexpr int axisWidth = 120;
constexpr int speedWidth = 104;
constexpr int noteWidth = 120; ///< at least

/// A bar with the share next to it.
void paintProgress(QPainter* painter, const QRect& cell, double fraction, const QString& text,
                   const ThemeColors& colors)
{
    constexpr int textWidth = 40;
    constexpr int height = 6;
    QRectF groove(cell.left() + margin, cell.center().y() - height / 2 + 0.5,
                  cell.width() - 3 * margin - textWidth, height);
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(Qt::NoPen);
    painter->setBrush(colors.grid);
    painter->drawRoundedRect(groove, height / 2.0, height / 2.0);
    groove.setWidth(std::max(double(height), groove.width() * std::clamp(fraction, 0.0, 1.0)));
    painter->setBrush(colors.accent);
    painter->drawRoundedRect(groove, height / 2.0, height / 2.0);
    painter->setPen(colors.text);
    painter->drawText(cell.adjusted(0, 0, -margin, 0), Qt::AlignRight | Qt::AlignVCenter, text);
}

} // namespace

void SweepPlanDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                              const QModelIndex& index) const
{
    const ThemeColors& colors = Theme::instance().colors();
    QStyleOptionViewItem item = option;
    initStyleOption(&item, index);
    painter->save();
    painter->fillRect(item.rect, cellBackground(item, index, colors));
    const QVariant fraction = index.data(SweepPlanModel::FractionRole);
    const bool isNumber = index.data(SweepPlanModel::IsNumberRole).toBool() || fraction.isValid();
    painter->setFont(isNumber ? Theme::tabularFont(item.font) : item.font);
    if (fraction.isValid() && fraction.toDouble() > 0) {
        paintProgress(painter, item.rect, fraction.toDouble(), item.text, colors);
    } else {
        const QVariant foreground = index.data(Qt::ForegroundRole);
        painter->setPen(foreground.isValid() ? foreground.value<QColor>() : colors.text);
        const QRect cell = item.rect.adjusted(margin, 0, -margin, 0);
        painter->drawText(cell, int(item.displayAlignment),
                          painter->fontMetrics().elidedText(item.text, Qt::ElideRight, cell.width()));
    }
    painter->restore();
}

SweepPlanTable::SweepPlanTable(SweepPlanModel* model, QWidget* parent)
    : QTableView(parent)
    , m_model(model)
    , m_open(new QAction(themedIcon("open"), tr("Open run"), this))
    , m_copy(new QAction(themedIcon("copy"), tr("Copy"), this))
{
    setObjectName("sweepPlan");
    setAccessibleName(tr("Runs of the sweep"));
    setModel(model);
    setItemDelegate(new SweepPlanDelegate(this));
    setUpTable(this);
    setUpColumns(this, 32);
    setEditTriggers(NoEditTriggers);
    connect(m_copy, &QAction::triggered, this, &SweepPlanTable::copy);
    connect(m_open, &QAction::triggered, this, [this] { openRow(currentIndex()); });
    connect(this, &QTableView::activated, this, &SweepPlanTable::openRow);
    connect(model, &QAbstractItemModel::modelReset, this, &SweepPlanTable::fitColumns);
    followFont(horizontalHeader(), [this] { fitColumns(); });
}

void SweepPlanTable::openRow(const QModelIndex& index)
{
    if (index.isValid() && m_model->hasRun(index.row()))
        Q_EMIT openWanted(m_model->runFile(index.row()));
}

void SweepPlanTable::followRow(int row)
{
    if (!selectionModel()->hasSelection())
        scrollTo(m_model->index(row, 0));
}

void SweepPlanTable::fitColumns()
{
    if (m_model->columnCount() == 0)
        return;
    using Column = SweepPlanModel::Column;
    const int estimate = m_model->columnOf(Column::Estimate);
    const auto setWidth = [this](int column, int width) {
        setColumnWidth(column, std::max(width, titleWidth(horizontalHeader(), column)));
    };
    setWidth(0, 48);
    const int fixed = 48 + 88 + 136 + 96 + speedWidth + noteWidth;
    const int axes = std::max(1, estimate - 1);
    const int each = std::clamp((viewport()->width() - fixed) / axes, 80, 2 * axisWidth);
    for (int column = 1; column < estimate; ++column)
        setWidth(column, std::min(each, axisWidth + 40));
    setWidth(estimate, 88);
    setWidth(m_model->columnOf(Column::Outcome), 136);
    setWidth(m_model->columnOf(Column::Time), 96);
    setWidth(m_model->columnOf(Column::Speed), speedWidth);
}

void SweepPlanTable::resizeEvent(QResizeEvent* event)
{
    QTableView::resizeEvent(event);
    fitColumns();
}

void SweepPlanTable::copy() const
{
    const QList<int> rows = rowsToCopy(*this);
    QStringList lines;
    QStringList header;
    for (int column = 0; column < m_model->columnCount(); ++column)
        header += m_model->headerData(column, Qt::Horizontal).toString();
    lines += header.join('\t');
    for (const int row : rows) {
        QStringList cells;
        for (int column = 0; column < m_model->columnCount(); ++column)
            cells += m_model->text(row, column).replace('\t', ' ').replace('\n', ' ');
        lines += cells.join('\t');
    }
    copyRows(this, lines.join('\n') + '\n', rows.size());
}

void SweepPlanTable::contextMenuEvent(QContextMenuEvent* event)
{
    const QModelIndex index = indexAt(event->pos());
    m_open->setEnabled(index.isValid() && m_model->hasRun(index.row()));
    QMenu menu(this);
    menu.addActions({m_open, m_copy});
    menu.exec(event->globalPos());
}

} // namespace stepscope::ui
