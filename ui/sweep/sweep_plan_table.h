#pragma once

#include "ui/sweep/sweep_plan_model.h"

#include <QStyledItemDelegate>
#include <QTableView>

namespace stepscope::ui {

/// Paints the plan's rows, with a bar for the progress of a running point.
class SweepPlanDelegate final : public QStyledItemDelegate
{
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
};

/// The points of a sweep: opens the run of a row, and copies rows.
class SweepPlanTable final : public QTableView
{
    Q_OBJECT

public:
    explicit SweepPlanTable(SweepPlanModel* model, QWidget* parent = nullptr);

    /// Copies the selected rows, or all if none is selected, as text for spreadsheets.
    void copy() const;
    /// Scrolls to a row, unless the user has selected one.
    void followRow(int row);

Q_SIGNALS:
    void openWanted(const std::filesystem::path& path);

protected:
    void contextMenuEvent(QContextMenuEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void openRow(const QModelIndex& index);
    void fitColumns();

    SweepPlanModel* m_model;
    QAction* m_open;
    QAction* m_copy;
};

} // namespace stepscope::ui
