#pragma once

#include "ui/canvas/graph_geometry.h"

#include <QWidget>

namespace stepscope::ui {

class GraphCanvas;
class GraphScene;

/// A map of the whole graph over the canvas, with a frame around the visible part; click or drag to go
/// elsewhere. Hidden while all of the graph is visible.
class GraphOverview final : public QWidget
{
    Q_OBJECT

public:
    GraphOverview(GraphScene* scene, GraphCanvas* canvas);

    const GraphMap& map() const { return m_map; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;

private:
    void follow();

    GraphScene* m_scene;
    GraphCanvas* m_canvas;
    GraphMap m_map; ///< in the canvas's pixels
};

} // namespace stepscope::ui
