#pragma once

#include "ui/overview/overview_text.h"

#include <QWidget>

#include <vector>

class QGridLayout;
class QLabel;

namespace stepscope::ui {

class LinkButton;

/// The most expensive operators or kernels with their times.
class CostList final : public QWidget
{
    Q_OBJECT

public:
    enum class Rows { Operators, Kernels };

    explicit CostList(Rows rows, QWidget* parent = nullptr);

    void setCosts(const OverviewCosts& costs);
    const OverviewCosts& costs() const { return m_costs; }

Q_SIGNALS:
    /// A row was clicked, or its name chosen by a key; `name` as in Trace::names.
    void chosen(const QString& name);

protected:
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    struct Row
    {
        LinkButton* name;
        QLabel* pass;
        QLabel* time;
        QLabel* share;
    };

    void addRow();
    /// Breaks the title of the times only where it would take room from the names.
    void wrapTimeHead();
    QString toolTipOf(const OverviewCost& cost) const;
    /// The row of the place; -1: none.
    int rowAt(const QPoint& place) const;
    void press(int row);
    /// Chooses what was pressed if that was in the same row.
    void release(int row);
    void showRow(const Row& row, const OverviewCost* cost);

    Rows m_kind;
    QGridLayout* m_grid;
    QLabel* m_timeHead;
    QLabel* m_shareHead;
    QLabel* m_note;
    std::vector<Row> m_rows; ///< as many as there were costs at most
    OverviewCosts m_costs;
    int m_pressedRow = -1; ///< in which a click began; -1: none
    QString m_pressedName; ///< in that row then: the costs may change meanwhile
};

} // namespace stepscope::ui
