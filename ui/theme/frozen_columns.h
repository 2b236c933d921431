#pragma once

#include <QTableView>

#include <functional>

namespace stepscope::ui {

/// Keeps the first columns of a table in place while the others are scrolled, unless they are so wide that
/// they would hide these. A second view shows them on top of the table, with the same model and selection.
/// The keyboard focus stays with the table, which calls keepInSight() when it scrolls and edits by viewOf().
class FrozenColumns final : public QObject
{
public:
    /// For a table with a model and a header. `setUp` gives the second view a delegate, and a header of its
    /// own if the table's is of another class than QHeaderView.
    FrozenColumns(QTableView* table, int count, const std::function<void(QTableView*)>& setUp);

    /// The view that shows the cell.
    QTableView* viewOf(const QModelIndex& cell) const;
    /// After the table has scrolled to a cell: its column is not under the frozen ones, and for a cell of
    /// these the others stay where they were, at the position `left` of the horizontal scroll bar.
    void keepInSight(const QModelIndex& cell, int left);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    class View;

    void connectScrolling();
    void connectHeaders();
    void followTable();
    void keepFirst();
    /// Shows the same columns with the same widths and the same sort indicator as the table.
    void showColumns();
    void place();
    bool isFrozen(const QModelIndex& cell) const;
    int width() const;

    QTableView* m_table;
    View* m_view;
    int m_count;
    bool m_isFollowing = false; ///< changes of the second view are not the user's
};

/// A table with frozen columns.
class FrozenTable : public QTableView
{
public:
    using QTableView::QTableView;

    void scrollTo(const QModelIndex& index, ScrollHint hint = EnsureVisible) override;

protected:
    /// Freezes the first columns, as FrozenColumns does.
    void freeze(int count, const std::function<void(QTableView*)>& setUp);
    /// The view that shows the cell, once columns are frozen.
    QTableView* viewOf(const QModelIndex& cell) const { return m_frozen->viewOf(cell); }

private:
    FrozenColumns* m_frozen = nullptr;
};

} // namespace stepscope::ui
