#include "ui/steps/step_parts_table.h"

#include "ui/steps/step_part_cell.h"
#include "ui/support/copying.h"
#include "ui/support/icons.h"
#include "ui/support/rows_as_text.h"
#include "ui/support/table_setup.h"
#include "ui/theme/follow_font.h"

#include <QContextMenuEvent>
#include <QHeaderView>
#include <QMenu>
#include <QPainter>
#include <QScopedValueRollback>

#include <algorithm>

namespace stepscope::ui {

namespace {

constexpr int fewestPartRows = 7; ///< visible without scrolling; a split by device has more
constexpr int mostPartRows = 11;

} // namespace

void StepPartsDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                              const QModelIndex& index) const
{
    const ThemeColors& colors = Theme::instance().colors();
    const auto column = StepPartColumn(index.column());
    const QVariant part = index.data(StepPartsModel::PartRole);
    const QString words = index.data(Qt::DisplayRole).toString();
    const bool isWhole = !part.isValid();
    const QRect cell = option.rect.adjusted(cellMargin, 0, -cellMargin, 0);
    const QFont font = partRowFont(option.font, isWhole);

    painter->save();
    painter->fillRect(option.rect, cellBackground(option, index, colors));
    if (column == StepPartColumn::Part) {
        const QRect name = paintPartSquare(painter, cell, part, colors);
        painter->setFont(font);
        painter->setPen(colors.text);
        painter->drawText(name, Qt::AlignVCenter | Qt::AlignLeft,
                          painter->fontMetrics().elidedText(words, Qt::ElideRight, name.width()));
    } else {
        const bool isShare = column == StepPartColumn::Share;
        if (isShare && !isWhole)
            paintShareBar(painter, option.rect, index.data(StepPartsModel::FigureRole).toDouble(), colors);
        painter->setFont(m_numbers.of(font));
        paintNumber(painter, cell, words, isShare ? "%" : "ms", colors);
    }
    if (isWhole) { // a line above separates it
        painter->setPen(colors.border);
        painter->drawLine(option.rect.topLeft(), option.rect.topRight());
    }
    paintRowLine(painter, option.rect, colors);
    painter->restore();
}

StepPartsTable::StepPartsTable(StepPartsModel* model, QWidget* parent)
    : QTableView(parent)
{
    setObjectName("stepParts");
    setModel(model);
    setItemDelegate(new StepPartsDelegate(this));
    setUpTable(this);
    setUpColumns(this, 64);
    horizontalHeader()->setSortIndicator(int(StepPartColumn::Part), Qt::AscendingOrder);
    setSortingEnabled(true);
    followFont(horizontalHeader(), [this] { fitColumns(); });
    connect(model, &QAbstractItemModel::modelReset, this, &StepPartsTable::showColumns);
    connect(model, &QAbstractItemModel::dataChanged, this, &StepPartsTable::showColumns);
    connect(horizontalHeader(), &QHeaderView::sectionResized, this,
            [this](int column, int before, int width) {
                const bool isLast = column + 1 == stepPartColumnCount; // takes the rest
                const bool isShownOrHidden = before == 0 || width == 0;
                if (!m_isFitting && !isLast && !isShownOrHidden)
                    m_areSizedByUser = true;
            });
}

void StepPartsTable::showColumns()
{
    const auto* parts = qobject_cast<StepPartsModel*>(model());
    if (!parts || parts->rowCount() == 0)
        return;
    for (const StepPartColumn column : {StepPartColumn::P5, StepPartColumn::P95})
        setColumnHidden(int(column), !parts->hasPercentiles());
    fitColumns();
}

int StepPartsTable::widthOfParts() const
{
    const QFontMetrics metrics(partRowFont(font(), true));
    int widest = 0;
    for (int row = 0; row < model()->rowCount(); ++row)
        widest = std::max(widest, metrics.horizontalAdvance(model()->index(row, 0).data().toString()));
    return widest + partNameIndent + 2 * cellMargin;
}

/// In a narrow view, columns give way as far as their titles and figures are whole.
void StepPartsTable::fitColumns()
{
    if (m_areSizedByUser)
        return;
    const QScopedValueRollback fitting(m_isFitting, true);
    const auto isPart = [](int column) { return column == int(StepPartColumn::Part); };
    const auto least = [&](int column) {
        return isPart(column) ? std::max(100, widthOfParts())
                              : std::max(titleWidth(horizontalHeader(), column), 84);
    };
    const auto usual = [&](int column) { return std::max(isPart(column) ? 180 : 124, least(column)); };
    int allUsual = 0;
    int allLeast = 0;
    for (int column = 0; column < stepPartColumnCount; ++column) {
        if (isColumnHidden(column))
            continue;
        allUsual += usual(column);
        allLeast += least(column);
    }
    const double share =
        allUsual > allLeast
            ? std::clamp(double(viewport()->width() - allLeast) / (allUsual - allLeast), 0.0, 1.0)
            : 1.0;
    for (int column = 0; column < stepPartColumnCount; ++column)
        if (!isColumnHidden(column))
            setColumnWidth(column, least(column) + int(share * (usual(column) - least(column))));
}

void StepPartsTable::resizeEvent(QResizeEvent* event)
{
    QTableView::resizeEvent(event);
    fitColumns();
}

QSize StepPartsTable::sizeHint() const
{
    const int rows = std::clamp(model()->rowCount(), fewestPartRows, mostPartRows);
    return {600, horizontalHeader()->sizeHint().height() + rows * verticalHeader()->defaultSectionSize() + 4};
}

void StepPartsTable::copy() const
{
    copyRows(this, rowsAsText(*this, StepPartsModel::PlainRole), rowsToCopy(*this).size());
}

void StepPartsTable::contextMenuEvent(QContextMenuEvent* event)
{
    if (model()->rowCount() == 0)
        return;
    QMenu menu(this);
    const bool any = selectionModel()->hasSelection();
    QAction* copyAction =
        menu.addAction(themedIcon("copy"), any ? tr("Copy") : tr("Copy table"), this, &StepPartsTable::copy);
    copyAction->setShortcut(QKeySequence::Copy);
    menu.exec(event->globalPos());
}

} // namespace stepscope::ui
