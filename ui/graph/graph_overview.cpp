#include "ui/graph/graph_overview.h"

#include "ui/graph/graph_canvas.h"
#include "ui/graph/graph_scene.h"
#include "ui/graph/items/node_item.h"

#include <QMouseEvent>
#include <QPainter>

#include <algorithm>

namespace stepscope::ui {

namespace {

constexpr int padding = 6;

} // namespace

GraphOverview::GraphOverview(GraphScene* scene, GraphCanvas* canvas)
    : QWidget(canvas)
    , m_scene(scene)
    , m_canvas(canvas)
{
    setObjectName("graphOverview");
    setToolTip(tr("The whole graph: click or drag to go there"));
    setCursor(Qt::PointingHandCursor);
    connect(canvas, &GraphCanvas::portChanged, this, &GraphOverview::follow);
    follow();
}

void GraphOverview::follow()
{
    m_map = graphMap(m_scene->content(), m_canvas->seen(), m_canvas->viewport()->size());
    setVisible(m_map.scale > 0.0);
    setGeometry(m_map.frame.toAlignedRect().adjusted(-padding, -padding, padding, padding));
    update();
}

void GraphOverview::paintEvent(QPaintEvent*)
{
    const auto& style = m_scene->style();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(style.colors.border);
    painter.setBrush(style.colors.surface);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    painter.translate(-pos());
    painter.setRenderHint(QPainter::Antialiasing, false);
    for (DrawnNodeId node{0}; node < m_scene->layout().nodes.size(); ++node) {
        auto box = m_map.toMap(toRect(m_scene->layout().nodes[node]));
        box.setHeight(std::max(box.height(), 1.0));
        box.setWidth(std::max(box.width(), 2.0));
        const auto kind = m_scene->nodeItem(node)->kind();
        painter.fillRect(box, blended(style.kindColor(kind), style.colors.surface, 0.7));
    }
    QColor shade = style.colors.accent;
    shade.setAlphaF(0.12F);
    painter.setBrush(shade);
    painter.setPen(style.colors.accent);
    const QRectF inside = QRectF(geometry()).adjusted(1.5, 1.5, -1.5, -1.5);
    painter.drawRect(m_map.toMap(m_canvas->seen()).adjusted(-1, -1, 1, 1) & inside);
}

void GraphOverview::mousePressEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton)
        m_canvas->centerAt(m_map.toGraph(event->position() + pos()));
}

void GraphOverview::mouseMoveEvent(QMouseEvent* event)
{
    // Going there may have made everything visible, and hidden the map.
    if (event->buttons() & Qt::LeftButton && m_map.scale > 0.0)
        m_canvas->centerAt(m_map.toGraph(event->position() + pos()));
}

} // namespace stepscope::ui
