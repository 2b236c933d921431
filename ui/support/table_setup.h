#pragma once

#include "ui/theme/follow_font.h"
#include "ui/theme/row_hover.h"
#include "ui/theme/theme.h"

#include <QFontInfo>
#include <QFontMetrics>
#include <QHeaderView>
#include <QMenu>
#include <QTableView>

#include <algorithm>
#include <functional>
#include <utility>

namespace stepscope::ui {

/// A line around a table takes the accent color while the table has the focus.
enum class TableFrame { None, Line };

/// What the tables of views have in common: whole rows are selected and marked under the pointer, each has
/// one line of text, and there is no grid. For a table that has its header.
inline void setUpTable(QTableView* table, TableFrame frame = TableFrame::None)
{
    table->setSelectionBehavior(QTableView::SelectRows);
    table->setSelectionMode(QTableView::ExtendedSelection);
    table->setHorizontalScrollMode(QTableView::ScrollPerPixel);
    table->setShowGrid(false);
    table->setFrameShape(QTableView::NoFrame);
    if (frame == TableFrame::None)
        table->setStyleSheet("QTableView { border: none; }");
    table->setMouseTracking(true);
    new RowHover(table);
    table->setTabKeyNavigation(false);
    table->setWordWrap(false);
    table->verticalHeader()->hide();
    table->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    fitRowsToFont(table, 12);
    QObject::connect(&Theme::instance(), &Theme::changed, table->viewport(), qOverload<>(&QWidget::update));
}

/// Columns that are at least so wide; the last one takes the rest of the width.
inline void setUpColumns(QTableView* table, int leastWidth)
{
    QHeaderView* header = table->horizontalHeader();
    header->setHighlightSections(false);
    header->setStretchLastSection(true);
    header->setMinimumSectionSize(leastWidth);
}

/// The width in pixels at which a column shows its whole title. What the header itself wants is less: it does
/// not count the weight of the titles, nor the room that the style keeps for the arrow of a sorted column.
inline int titleWidth(const QHeaderView* header, int column)
{
    constexpr int padding = 8; // these are of the style sheet
    constexpr int border = 1;
    constexpr int arrow = 12;
    QFont font = header->font();
    font.setWeight(QFont::DemiBold);
    const auto title = header->model()->headerData(column, Qt::Horizontal).toString();
    return std::max(header->sectionSizeHint(column),
                    2 * padding + border + arrow + QFontMetrics(font).horizontalAdvance(title));
}

/// Scales the columns, but makes none narrower than its title.
inline void scaleColumns(QHeaderView* header, double scale)
{
    for (int column = 0; column < header->count(); ++column) {
        const bool isHidden = header->isSectionHidden(column);
        header->setSectionHidden(column, false); // the size of a hidden section is 0
        header->resizeSection(
            column, std::max(qRound(scale * header->sectionSize(column)), titleWidth(header, column)));
        header->setSectionHidden(column, isHidden);
    }
}

/// Scales the columns with the text, now and whenever its size changes, and calls `then`. They have the
/// widths for text of the usual size.
inline void scaleColumnsWithText(QHeaderView* header, const std::function<void()>& then = {})
{
    const int leastWidth = header->minimumSectionSize();
    followFont(header, [header, then, leastWidth, last = usualTextSize]() mutable {
        const int size = std::max(QFontInfo(header->font()).pixelSize(), usualTextSize);
        if (header->stretchLastSection() && header->count() > 0) { // that is as narrow as the minimum
            const int stretched = header->logicalIndex(header->count() - 1);
            header->setMinimumSectionSize(std::max(leastWidth, titleWidth(header, stretched)));
        }
        scaleColumns(header, double(size) / std::exchange(last, size));
        if (then)
            then();
    });
}

/// Lets the user move columns, and choose them in the header's context menu, which `fillMenu` fills.
template<typename FillMenu>
void setUpColumnChoice(QTableView* table, FillMenu fillMenu)
{
    QHeaderView* header = table->horizontalHeader();
    header->setSectionsMovable(true);
    header->setContextMenuPolicy(Qt::CustomContextMenu);
    QObject::connect(header, &QWidget::customContextMenuRequested, table,
                     [table, header, fillMenu = std::move(fillMenu)](const QPoint& position) {
                         QMenu menu(table);
                         fillMenu(&menu);
                         menu.exec(header->mapToGlobal(position));
                     });
}

} // namespace stepscope::ui
