#include "ui/steps/step_difference_table.h"

#include "core/trace/operators/kernel_statistics.h"
#include "ui/steps/step_part_cell.h"
#include "ui/support/copying.h"
#include "ui/support/icons.h"
#include "ui/support/rows_as_text.h"
#include "ui/support/table_setup.h"

#include <QAction>
#include <QContextMenuEvent>
#include <QHeaderView>
#include <QItemSelectionModel>
#include <QMenu>
#include <QPainter>

#include <algorithm>
#include <utility>

namespace stepscope::ui {

namespace {

constexpr int mostRows = 8; ///< visible without scrolling
constexpr int leastNameWidth = 184;

} // namespace

void StepDifferenceDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                                   const QModelIndex& index) const
{
    const ThemeColors& colors = Theme::instance().colors();
    const QString words = index.data(Qt::DisplayRole).toString();
    const QVariant part = index.data(StepDifferenceModel::PartRole);
    const QVariant pass = index.data(StepDifferenceModel::PassRole);
    const bool isWhole = !part.isValid() && !pass.isValid();
    QRect cell = option.rect.adjusted(cellMargin, 0, -cellMargin, 0);
    const QFont font = partRowFont(option.font, isWhole);

    painter->save();
    painter->fillRect(option.rect, cellBackground(option, index, colors));
    painter->setFont(font);
    painter->setPen(colors.text);
    if (index.column() == StepDifferenceModel::PassOf && pass.isValid()) {
        paintPassTag(painter, option, Pass(pass.toInt()), words, colors);
    } else if (index.column() < StepDifferenceModel::Difference) {
        if (index.column() == StepDifferenceModel::Name)
            cell = paintPartSquare(painter, cell, part, colors);
        painter->drawText(cell, Qt::AlignVCenter | Qt::AlignLeft,
                          elidedName(painter->fontMetrics(), words, cell.width()));
    } else {
        painter->setFont(m_numbers.of(font));
        paintNumber(painter, cell, words, "ms", colors);
    }
    paintRowLine(painter, option.rect, colors);
    painter->restore();
}

StepDifferenceTable::StepDifferenceTable(StepDifferenceModel* model, TraceSelection* selection,
                                         QWidget* parent)
    : QTableView(parent)
    , m_model(model)
    , m_selection(selection)
{
    setObjectName("stepDifferences");
    setAccessibleName(tr("The step compared with the median step"));
    setModel(model);
    setItemDelegate(new StepDifferenceDelegate(this));
    setUpTable(this);
    setUpColumns(this, 64);
    horizontalHeader()->setSortIndicator(StepDifferenceModel::Difference, Qt::DescendingOrder);
    setSortingEnabled(true);
    horizontalHeader()->setStretchLastSection(false); // the names get the rest of the width
    for (const auto& [column, width] :
         {std::pair(StepDifferenceModel::Name, leastNameWidth), std::pair(StepDifferenceModel::Kind, 104),
          std::pair(StepDifferenceModel::PassOf, 104), std::pair(StepDifferenceModel::Difference, 112),
          std::pair(StepDifferenceModel::ThisStep, 112), std::pair(StepDifferenceModel::Median, 112)})
        setColumnWidth(column, width);
    scaleColumnsWithText(horizontalHeader(), [this] { fitNames(); });
    connect(selectionModel(), &QItemSelectionModel::selectionChanged, this, &StepDifferenceTable::tellFocus);
}

void StepDifferenceTable::setDirection(bool isLess)
{
    if (std::exchange(m_isLess, isLess) == isLess)
        return; // keeps the order that the user has chosen
    if (horizontalHeader()->sortIndicatorSection() == StepDifferenceModel::Difference)
        sortByColumn(StepDifferenceModel::Difference, isLess ? Qt::AscendingOrder : Qt::DescendingOrder);
}

QSize StepDifferenceTable::sizeHint() const
{
    return {600,
            horizontalHeader()->sizeHint().height() + mostRows * verticalHeader()->defaultSectionSize() + 4};
}

void StepDifferenceTable::copy() const
{
    copyRows(this, rowsAsText(*this, StepDifferenceModel::PlainRole), rowsToCopy(*this).size());
}

void StepDifferenceTable::resizeEvent(QResizeEvent* event)
{
    QTableView::resizeEvent(event);
    fitNames();
}

void StepDifferenceTable::fitNames()
{
    int left = viewport()->width();
    for (int column = 0; column < model()->columnCount(); ++column)
        left -= column == StepDifferenceModel::Name ? 0 : columnWidth(column);
    setColumnWidth(StepDifferenceModel::Name, std::max(leastNameWidth, left));
}

void StepDifferenceTable::contextMenuEvent(QContextMenuEvent* event)
{
    if (model()->rowCount() == 0)
        return;
    const int row = indexAt(viewport()->mapFromGlobal(event->globalPos())).row();
    QMenu menu(this);
    menu.setObjectName("stepDifferenceMenu");
    if (const TraceFocus focus = row < 0 ? TraceFocus() : focusOf(row); focus.hasPlace())
        addShowInMenu(&menu, m_selection, focus, "steps");
    menu.addAction(themedIcon("copy"), selectionModel()->hasSelection() ? tr("Copy") : tr("Copy table"), this,
                   &StepDifferenceTable::copy)
        ->setShortcut(QKeySequence::Copy);
    menu.exec(event->globalPos());
}

TraceFocus StepDifferenceTable::focusOf(int row) const
{
    const QString name = m_model->traceName(row);
    if (m_model->kind(row) == StepDifferenceModel::RowKind::Operator)
        return {.operatorName = name};
    if (m_model->kind(row) != StepDifferenceModel::RowKind::Kernel || !m_traceOfRun)
        return {};
    const auto longest = longestDeviceCallIn(*m_traceOfRun, name.toStdString(), m_model->step());
    return longest ? focusOfEvent(*m_traceOfRun, *longest) : TraceFocus();
}

/// Only for changes by the user: new figures also change the table.
void StepDifferenceTable::tellFocus()
{
    const QModelIndex current = currentIndex();
    if (!m_selection || !hasFocus() || !current.isValid() || !selectionModel()->isSelected(current))
        return;
    if (const TraceFocus focus = focusOf(current.row()); focus.hasPlace())
        m_selection->setFocus(focus);
}

} // namespace stepscope::ui
