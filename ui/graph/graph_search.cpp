#include "ui/graph/graph_search.h"

#include "ui/support/qt_text.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <utility>

namespace stepscope::ui {

namespace {

struct GraphSearchWords
{
    Q_DECLARE_TR_FUNCTIONS(GraphSearch)
};

/// Includes shapes without spaces, so that "64x32" finds "64 × 32".
QString searchedText(const NetworkGraph& graph, const GraphNode& node)
{
    QString shape = toQString(shapeText(node.outputShape));
    shape.replace(QChar(0xd7), 'x');
    QStringList texts{toQString(node.op), toQString(node.label), shape, QString(shape).remove(' ')};
    if (node.layer < graph.layers.size()) {
        const auto& layer = graph.layers[node.layer];
        texts += {toQString(layer.name), toQString(layer.type)};
    }
    return texts.join('\n');
}

} // namespace

std::vector<GraphNodeId> searchNodes(const NetworkGraph& graph, const QString& text)
{
    const auto words = QString(text).replace(QChar(0xd7), 'x').simplified().split(' ', Qt::SkipEmptyParts);
    std::vector<GraphNodeId> found;
    if (words.isEmpty())
        return found;
    for (GraphNodeId node{0}; node < graph.nodes.size(); ++node) {
        const auto searched = searchedText(graph, graph.nodes[node]);
        const bool hasAll = std::all_of(words.begin(), words.end(), [&](const QString& word) {
            return searched.contains(word, Qt::CaseInsensitive);
        });
        if (hasAll)
            found.push_back(node);
    }
    return found;
}

void GraphSearch::search(std::shared_ptr<const NetworkGraph> graph, const QString& text)
{
    m_graph = std::move(graph);
    m_text = text.trimmed();
    m_matches = m_graph ? searchNodes(*m_graph, m_text) : std::vector<GraphNodeId>();
    m_current = m_matches.empty() ? -1 : 0;
}

void GraphSearch::step(int by)
{
    if (m_matches.empty())
        return;
    const int count = int(m_matches.size());
    m_current = (m_current + by + count) % count;
}

QString GraphSearch::countText() const
{
    if (m_text.isEmpty())
        return {};
    return m_matches.empty() ? GraphSearchWords::tr("no match")
                             : GraphSearchWords::tr("%1 of %2").arg(m_current + 1).arg(m_matches.size());
}

} // namespace stepscope::ui
