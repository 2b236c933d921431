#pragma once

#include "ui/flame/flame_data.h"
#include "ui/support/trace_selection.h"

#include <QSet>
#include <QTreeView>

#include <functional>
#include <memory>
#include <utility>

namespace stepscope::ui {

class CallTreeModel;

/// The call tree as a table: opens, sorts, copies, and keeps rows open while the tree grows.
class CallTreeTable final : public QTreeView
{
    Q_OBJECT

public:
    explicit CallTreeTable(CallTreeModel* model, QWidget* parent = nullptr);

    /// The menu of a row offers to show this selection in other views.
    /// `focusOf` returns what a row selects in the other views.
    void setSelection(TraceSelection* selection, std::function<TraceFocus(CallNodeId node)> focusOf)
    {
        m_selection = selection;
        m_focusOf = std::move(focusOf);
    }

    void setData(std::shared_ptr<const FlameData> data);
    /// Opens the ancestors and selects the node, without emitting picked().
    void select(CallNodeId node);
    /// The selected rows, or all that are open if none is selected, tab-separated with a header: names
    /// indented by depth, times in µs.
    QString selectedText() const;
    void copyRows() const;

Q_SIGNALS:
    /// The user has selected a row.
    void picked(quint32 node);
    /// Double click or Enter.
    void zoomWanted(quint32 node);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void drawBranches(QPainter* painter, const QRect& rect, const QModelIndex& index) const override;
    void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;

private:
    QModelIndexList rowsOfCopy() const;
    void setUpHeader();
    /// Gives names the width that the figures leave, but never too little to tell them apart.
    void fitNames();
    /// The nodes of new data with the same stacks as nodes of the shown ones, as far as they exist.
    QSet<uint32_t> sameStacks(const QSet<uint32_t>& nodes, const FlameData& data) const;
    void openPasses();
    void openCostliest();

    CallTreeModel* m_model;
    TraceSelection* m_selection = nullptr;
    std::function<TraceFocus(CallNodeId node)> m_focusOf;
    QSet<uint32_t> m_open;
    bool m_isSilent = false; ///< changes are not made by the user
};

} // namespace stepscope::ui
