#pragma once

#include <QHeaderView>
#include <QItemSelectionModel>
#include <QList>
#include <QString>
#include <QStringList>
#include <QTableView>

#include <algorithm>

namespace stepscope::ui {

/// The selected rows of a table (all shown if none is selected) with a header, for a spreadsheet: the visible
/// columns in the order on the screen, separated by tabs. The model's `role` is their text, also that of the
/// header.
inline QString rowsAsText(const QTableView& table, int role)
{
    const QAbstractItemModel& model = *table.model();
    QList<int> rows;
    for (const QModelIndex& index : table.selectionModel()->selectedRows())
        rows += index.row();
    std::ranges::sort(rows);
    for (int row = 0; !table.selectionModel()->hasSelection() && row < model.rowCount(); ++row) {
        if (!table.isRowHidden(row))
            rows += row;
    }
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
    for (const int row : rows)
        addLine([&](int column) { return model.index(row, column).data(role); });
    return text;
}

} // namespace stepscope::ui
