#pragma once

#include <QObject>
#include <QPoint>

class QTableView;
class QWidget;

namespace stepscope::ui {

/// The row of a table under the pointer. Tables whose rows are selected as a whole mark it as a whole, too.
class RowHover final : public QObject
{
    Q_OBJECT

public:
    explicit RowHover(QTableView* table);

    /// Null for a widget that has none.
    static RowHover* of(const QWidget* table);
    /// Marks the same row in two tables that the user sees as one.
    static void join(QTableView* one, QTableView* other);

    /// -1 if the pointer is on no row.
    int row() const { return m_row; }

Q_SIGNALS:
    void rowChanged(int row);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void setRow(int row);
    void follow();
    void repaint(int row) const;

    QTableView* m_table;
    QPoint m_position; ///< of the pointer, while it is in the table
    bool m_isInside = false;
    int m_row = -1;
};

} // namespace stepscope::ui
