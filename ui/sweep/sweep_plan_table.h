#pragma once

#include "ui/sweep/sweep_plan_model.h"

#include <QStyledItemDelegate>
#include <QTableView>

namespace stepscope::ui {

/// Paints the plan's rows, and how far a running point is as a bar.
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

    /// The selected rows, or all when none is, as text that pastes into a spreadsheet.
    Q_INVOKABLE void copy() const;
    /// Brings a row into sight, unless the user has chosen one.
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
