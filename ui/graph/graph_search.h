#pragma once

#include "core/graph/network_graph.h"

#include <QString>

#include <memory>
#include <vector>

namespace stepscope::ui {

/// The nodes whose operator, layer, layer type and shape together contain all words of the text, ignoring
/// case; "x" finds "×" in shapes. None if the text is blank. Sorted by execution order.
std::vector<GraphNodeId> searchNodes(const NetworkGraph& graph, const QString& text);

/// The nodes of a graph that match a text, and which of them is the current one.
class GraphSearch
{
public:
    /// Searches a graph, or none. The first match becomes the current one.
    void search(std::shared_ptr<const NetworkGraph> graph, const QString& text);
    /// Makes the next match, or with -1 the previous one, the current one; from the last to the first.
    void step(int by);

    const std::vector<GraphNodeId>& matches() const { return m_matches; }
    /// Its position in matches(), or -1.
    int current() const { return m_current; }
    /// The current match, or none.
    GraphNodeId currentNode() const { return m_current < 0 ? GraphNodeId() : m_matches[size_t(m_current)]; }
    /// Whether the matches are nodes of this graph.
    bool isOf(const std::shared_ptr<const NetworkGraph>& graph) const { return m_graph == graph; }
    /// "2 of 5", "no match", or nothing if the text is blank.
    QString countText() const;

private:
    std::shared_ptr<const NetworkGraph> m_graph;
    QString m_text;
    std::vector<GraphNodeId> m_matches;
    int m_current = -1;
};

} // namespace stepscope::ui
