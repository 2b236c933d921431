#include "ui/graph/graph_scene.h"

#include "ui/canvas/graph_geometry.h"
#include "ui/graph/node_details.h"

#include <QElapsedTimer>
#include <QPainter>
#include <QTimer>

#include <algorithm>
#include <utility>

namespace stepscope::ui {

namespace {

/// The parent of all items of a graph, so that they appear and disappear together.
class RootItem final : public QGraphicsItem
{
public:
    RootItem() { setFlag(ItemHasNoContents); }
    QRectF boundingRect() const override { return {}; }
    void paint(QPainter*, const QStyleOptionGraphicsItem*, QWidget*) override {}
};

} // namespace

GraphScene::GraphScene(GraphStyle style, QObject* parent)
    : QGraphicsScene(parent)
    , m_style(std::move(style))
    , m_drawing(std::make_shared<GraphDrawing>())
{
    // All items have one parent, so a spatial index would only cost time.
    setItemIndexMethod(NoIndex);
    setBackgroundBrush(m_style.colors.surface);
}

void GraphScene::begin(std::shared_ptr<const GraphDrawing> drawing)
{
    abandon();
    m_next.drawing = drawing ? std::move(drawing) : std::make_shared<GraphDrawing>();
    m_next.root = new RootItem;
    m_next.root->hide();
    addItem(m_next.root);
}

void GraphScene::abandon()
{
    if (m_next.root)
        m_stale.push_back(m_next.root);
    m_next = {};
    clearStale();
}

bool GraphScene::addNext()
{
    const auto& drawing = *m_next.drawing;
    if (m_next.layersDone < drawing.layout.layers.size()) {
        const auto layer = m_next.layersDone++;
        const auto rect = toRect(drawing.layout.layers[layer]);
        if (!rect.isEmpty()) {
            (new LayerItem(drawing.frames[layer], rect, m_style))->setParentItem(m_next.root);
            (new LayerTitleItem(drawing.frames[layer], drawing.titles[layer], m_style))
                ->setParentItem(m_next.root);
        }
    } else if (const auto edge = m_next.edges.size(); edge < drawing.edges.size()) {
        m_next.edges.push_back(new EdgeItem(drawing.edges[edge], m_style));
        m_next.edges.back()->setParentItem(m_next.root);
    } else if (const auto node = m_next.nodes.size(); node < drawing.layout.nodes.size()) {
        m_next.nodes.push_back(new NodeItem(DrawnNodeId(uint32_t(node)), drawing.cards[node],
                                            toRect(drawing.layout.nodes[node]), m_style));
        m_next.nodes.back()->setParentItem(m_next.root);
    } else {
        return false;
    }
    return true;
}

bool GraphScene::build(int milliseconds)
{
    constexpr int itemsAtOnce = 32;
    QElapsedTimer timer;
    timer.start();
    bool isFirst = true;
    do {
        for (int i = 0; i < itemsAtOnce; ++i) {
            const bool isAnyLeft = addNext();
            if (!isAnyLeft && isFirst)
                swap();
            if (!isAnyLeft) // work that follows the first paint gets its own turn of the event loop
                return isFirst;
            isFirst = false;
        }
    } while (!timer.hasExpired(milliseconds));
    return false;
}

void GraphScene::swap()
{
    if (m_root) {
        m_root->hide();
        m_stale.push_back(m_root);
    }
    m_root = m_next.root;
    m_drawing = std::move(m_next.drawing);
    m_nodes = std::move(m_next.nodes);
    m_edges = std::move(m_next.edges);
    m_next = {};
    m_found.clear();
    m_hovered = m_selected = m_current = {};
    m_root->show();
    setSceneRect(content());
    QTimer::singleShot(0, this, &GraphScene::clearStale);
}

/// Deletes a few at a time: thousands would block the window.
void GraphScene::clearStale()
{
    constexpr int itemsAtOnce = 64;
    constexpr int budgetMs = 4;
    QElapsedTimer timer;
    timer.start();
    while (!m_stale.empty() && !timer.hasExpired(budgetMs)) {
        // Starts at the end, because the list of children closes its gaps.
        const auto items = m_stale.back()->childItems();
        for (int i = 0; i < itemsAtOnce && i < items.size(); ++i)
            delete items[items.size() - 1 - i];
        if (items.size() <= itemsAtOnce) {
            delete m_stale.back();
            m_stale.pop_back();
        }
    }
    if (!m_stale.empty())
        QTimer::singleShot(0, this, &GraphScene::clearStale);
}

void GraphScene::setStyle(const GraphStyle& style)
{
    m_style = style;
    setBackgroundBrush(m_style.colors.surface);
    update();
}

NodeItem* GraphScene::nodeItem(DrawnNodeId node) const
{
    return isNode(node) ? m_nodes[node] : nullptr;
}

EdgeItem* GraphScene::edgeItem(size_t edge) const
{
    return edge < m_edges.size() ? m_edges[edge] : nullptr;
}

void GraphScene::setHovered(DrawnNodeId node)
{
    if (m_hovered == node)
        return;
    m_hovered = node;
    if (isNode(node) && m_nodes[node]->toolTip().isEmpty())
        m_nodes[node]->setToolTip(nodeToolTip(m_drawing->graph(), inDrawnGraph(node)));
    updateMarks();
}

void GraphScene::setSelected(DrawnNodeId node)
{
    m_selected = node;
    updateMarks();
}

void GraphScene::setHeat(const std::vector<NodeHeat>& heats)
{
    for (size_t i = 0; i < m_nodes.size(); ++i)
        m_nodes[i]->setHeat(i < heats.size() ? std::optional(heats[i]) : std::nullopt);
}

void GraphScene::setFound(const std::vector<DrawnNodeId>& nodes, DrawnNodeId current)
{
    m_found = nodes;
    m_current = current;
    updateMarks();
}

void GraphScene::updateMarks()
{
    std::vector<NodeMarks> marks(m_nodes.size());
    for (const auto node : m_found)
        if (isNode(node))
            marks[node].found = true;
    for (DrawnNodeId node{0}; node < m_nodes.size(); ++node) {
        auto& mark = marks[node];
        mark.hovered = node == m_hovered;
        mark.selected = node == m_selected;
        mark.current = mark.found && node == m_current;
        mark.faded = !m_found.empty() && !mark.found && !mark.hovered && !mark.selected;
        m_nodes[node]->setMarks(mark);
    }
    for (size_t i = 0; i < m_edges.size(); ++i) {
        const auto& edge = m_drawing->graph().edges[i];
        const auto touches = [&](DrawnNodeId node) {
            return drawnNode(edge.from) == node || drawnNode(edge.to) == node;
        };
        m_edges[i]->setHighlighted(touches(m_hovered) || touches(m_selected));
    }
}

QRectF GraphScene::pictureArea() const
{
    constexpr double margin = 16.0;
    return content().adjusted(-margin, -margin, margin, margin);
}

void GraphScene::paint(QPainter& painter, const QRectF& place, const GraphStyle& style)
{
    const auto before = m_style;
    setStyle(style);
    m_style.plain = true;
    painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
    render(&painter, place, pictureArea());
    setStyle(before);
}

} // namespace stepscope::ui
