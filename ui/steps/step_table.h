#pragma once

#include "ui/theme/follow_font.h"
#include "ui/theme/theme.h"

#include <QHeaderView>
#include <QTableView>

namespace stepscope::ui {

/// What the tables of the view have in common: whole rows that are selected and sorted, without a frame.
inline void setUpStepTable(QTableView* table)
{
    table->setSelectionBehavior(QTableView::SelectRows);
    table->setSelectionMode(QTableView::ExtendedSelection);
    table->setHorizontalScrollMode(QTableView::ScrollPerPixel);
    table->setShowGrid(false);
    table->setFrameShape(QTableView::NoFrame);
    table->setStyleSheet("QTableView { border: none; }");
    table->setMouseTracking(true); // for the row under the pointer
    table->setTabKeyNavigation(false);
    table->setWordWrap(false);
    table->verticalHeader()->hide();
    table->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    fitRowsToFont(table, 12);
    QHeaderView* header = table->horizontalHeader();
    header->setHighlightSections(false);
    header->setStretchLastSection(true);
    header->setMinimumSectionSize(64);
    QObject::connect(&Theme::instance(), &Theme::changed, table->viewport(), qOverload<>(&QWidget::update));
}

} // namespace stepscope::ui
