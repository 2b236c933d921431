#pragma once

#include "ui/call_graph/call_graph_picture.h"
#include "ui/canvas/navigable_graph.h"

#include <memory>

namespace stepscope::ui {

/// Shows a call graph: first the whole graph, or if it would be too small to read, its start.
class CallGraphCanvas final : public NavigableGraph<QWidget>
{
    Q_OBJECT

public:
    explicit CallGraphCanvas(QWidget* parent = nullptr);

    /// `isSame`: only the figures have changed.
    void show(std::shared_ptr<const CallGraphPicture> picture, bool isSame);
    const CallGraphPicture& picture() const { return *m_picture; }
    const CallGraphMarks& marks() const { return m_marks; }
    void setFocusName(const QString& name);
    /// Does not emit picked().
    void select(CallGraphNodeId node);
    /// The card at a position, or none.
    CallGraphNodeId nodeAt(const QPointF& position) const;
    QPointF toGraph(const QPointF& position) const;

Q_SIGNALS:
    void picked(stepscope::CallGraphNodeId node); ///< by the user; none: an empty place
    void portChanged();

protected:
    QRectF content() const override { return m_picture->content(); }
    GraphPort start() const override { return leftStartPort(content(), size()); }
    void showPort() override;
    void hover(const QPointF& position) override { setHovered(nodeAt(position)); }
    void click(const QPointF& position) override { pick(nodeAt(position)); }
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    void setHovered(CallGraphNodeId node);
    void pick(CallGraphNodeId node);
    void reveal(CallGraphNodeId node);
    void moveByKey(int key);

    std::shared_ptr<const CallGraphPicture> m_picture;
    CallGraphMarks m_marks;
};

} // namespace stepscope::ui
