#pragma once

#include "ui/flame/flame_painter.h"

#include <QAbstractScrollArea>

#include <memory>
#include <optional>
#include <vector>

namespace stepscope::ui {

/// An interactive flame graph: a click selects a frame, a double click zooms to it, Escape goes back.
class FlameCanvas final : public QAbstractScrollArea
{
    Q_OBJECT

public:
    explicit FlameCanvas(QWidget* parent = nullptr);

    /// Keeps zoom and selection on the same stacks, as far as they still exist.
    void setData(std::shared_ptr<const FlameData> data);
    void setColoring(FlameColors coloring);
    void setShape(FlameShape shape);
    FlameShape shape() const { return m_shape; }
    void setFound(std::vector<bool> found);
    void setFocused(NameId name, FrameKind kind, NameId layer);

    CallNodeId zoom() const { return m_zoom; }
    CallNodeId selected() const { return m_marks.selected; }
    const FlameMarks& marks() const { return m_marks; }
    const FlameBoxes& boxes() const { return m_boxes; }
    /// In viewport coordinates; empty if the frame is not drawn.
    QRect rectOf(CallNodeId node) const;
    /// The frame at a position in the viewport; noNode: none, or one box for several frames.
    CallNodeId nodeAt(const QPoint& position) const;

    void zoomTo(CallNodeId node);
    /// Undoes the last zoom; false if there is none.
    bool zoomBack();
    /// Selects a frame without emitting picked(). Zooms out if it is not drawn, and scrolls to it.
    void select(CallNodeId node);

Q_SIGNALS:
    void zoomChanged();
    /// The user has selected a frame; noNode: none.
    void picked(quint32 node);
    void hovered(quint32 node);

protected:
    bool viewportEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    FlamePicture picture() const;
    void layOut();
    void setZoom(CallNodeId node);
    void setHovered(CallNodeId node);
    void pick(CallNodeId node);
    void moveByKey(int key);
    void showBox(int box);
    const FlameBox* boxAt(const QPoint& position) const;
    void showToolTip(const QPoint& position, const QPoint& global);
    void forgetTitles();
    FrameTitles& titles() const;
    int rowHeight() const;
    int contentHeight() const;

    std::shared_ptr<const FlameData> m_data;
    FlameBoxes m_boxes;
    FlameMarks m_marks;
    FlameColors m_coloring = FlameColors::ByPass;
    FlameShape m_shape = FlameShape::Icicle;
    CallNodeId m_zoom = rootNode;
    std::vector<CallNodeId> m_history; ///< previous zooms
    mutable std::optional<FrameTitles> m_titles;
};

} // namespace stepscope::ui
