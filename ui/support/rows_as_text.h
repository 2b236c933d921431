#pragma once

#include "ui/support/copying.h"

#include <QHeaderView>
#include <QString>
#include <QStringList>
#include <QTableView>

namespace stepscope::ui {

/// The selected rows of a table (all shown if none is selected) with a header, for a spreadsheet: the visible
/// columns in the order on the screen, separated by tabs. The model's `role` is their text, also that of the
/// header.
inline QString rowsAsText(const QTableView& table, int role)
{
    const QAbstractItemModel& model = *table.model();
    QString text;
    const auto addLine = [&](auto&& textOf) {
        QStringList cells;
        for (int place = 0; place < table.horizontalHeader()->count(); ++place) {
            if (const int column = table.horizontalHeader()->logicalIndex(place);
                !table.isColumnHidden(column))
                cells += textOf(column).toString().replace('\t', ' ').replace('\n', ' ');
        }
        text += cells.join('\t') + '\n';
    };
    addLine([&](int column) { return model.headerData(column, Qt::Horizontal, role); });
    for (const int row : rowsToCopy(table))
        addLine([&](int column) { return model.index(row, column).data(role); });
    return text;
}

} // namespace stepscope::ui
