#pragma once

#include "ui/flame/flame_data.h"

#include <QSet>
#include <QTreeView>

#include <memory>

namespace stepscope::ui {

class CallTreeModel;

/// The call tree as a table: opens, sorts, copies, and keeps what is open while the tree grows.
class CallTreeTable final : public QTreeView
{
    Q_OBJECT

public:
    explicit CallTreeTable(CallTreeModel* model, QWidget* parent = nullptr);

    void setData(std::shared_ptr<const FlameData> data);
    /// Opens what is around it, and picks it without a word.
    void select(uint32_t node);
    /// The selected rows, tab-separated with a header: names indented by their depth, times in µs.
    QString selectedText() const;
    void copyRows() const;

Q_SIGNALS:
    /// The user has picked a row.
    void picked(uint32_t node);
    /// Double click or Enter.
    void zoomWanted(uint32_t node);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void drawBranches(QPainter* painter, const QRect& rect, const QModelIndex& index) const override;
    void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;

private:
    void setUpHeader();
    /// Names get the room that the figures leave, and never too little to be told apart.
    void fitNames();
    void openPasses();
    void openCostliest();

    CallTreeModel* m_model;
    QSet<uint32_t> m_open;
    bool m_isSilent = false; ///< what happens is not the user's doing
};

} // namespace stepscope::ui
