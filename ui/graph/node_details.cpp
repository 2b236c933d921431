#include "ui/graph/node_details.h"

#include "core/graph/layer_tree.h"
#include "ui/support/qt_text.h"

#include <QCoreApplication>
#include <QLabel>
#include <QVBoxLayout>

#include <map>

namespace stepscope::ui {

namespace {

struct NodeDetailsWords
{
    Q_DECLARE_TR_FUNCTIONS(NodeDetails)
};

QString html(const std::string& utf8)
{
    return toQString(utf8).toHtmlEscaped();
}

QString muted(const QString& text, const GraphStyle& style)
{
    return QString("<span style=\"color:%1\">%2</span>").arg(style.colors.mutedText.name(), text);
}

QString heading(const QString& title, const QString& below, const GraphStyle& style)
{
    return QString("<p style=\"margin:0\"><span style=\"font-size:large; font-weight:600\">%1</span></p>"
                   "<p style=\"margin:2px 0 0 0\">%2</p>")
        .arg(title, muted(below, style));
}

QString section(const QString& title, const QStringList& lines, const GraphStyle& style)
{
    if (lines.isEmpty())
        return {};
    return QString("<p style=\"margin:14px 0 2px 0\">%1</p><p style=\"margin:0; line-height:130%\">%2</p>")
        .arg(muted(title, style), lines.join("<br>"));
}

/// The layer and the layers around it, outermost first: "layer1.0.conv2 (Conv2d)".
QStringList layerLines(const NetworkGraph& graph, GraphLayerId layer, const GraphStyle& style)
{
    QStringList lines;
    // A broken file could have a cycle of layers.
    for (size_t depth = 0; layer < graph.layers.size() && depth <= graph.layers.size(); ++depth) {
        const auto& at = graph.layers[layer];
        lines.prepend(html(at.name) + "&nbsp; " + muted(html(at.type), style));
        layer = at.parent;
    }
    return lines;
}

QStringList neighborLines(const NetworkGraph& graph, GraphNodeId node, bool inputs, const GraphStyle& style)
{
    QStringList lines;
    for (const auto& edge : graph.edges) {
        const auto at = inputs ? edge.to : edge.from;
        const auto other = inputs ? edge.from : edge.to;
        if (at == node && other < graph.nodes.size())
            lines += QString("<a href=\"node:%1\">%2</a>&nbsp; %3")
                         .arg(uint32_t(other))
                         .arg(html(graph.nodes[other].label), muted(html(shapeText(edge.shape)), style));
    }
    return lines;
}

/// None if a model does not give the shape.
QStringList shapeLines(const GraphNode& node)
{
    const auto shape = shapeText(node.outputShape);
    return shape.empty() ? QStringList() : QStringList(html(shape));
}

QStringList parameterLines(const GraphNode& node, const GraphStyle& style)
{
    QStringList lines;
    for (const auto& parameter : node.parameters)
        lines += html(parameter.name) + "&nbsp; " + muted(html(shapeText(parameter.shape)), style);
    return lines;
}

QStringList kindLines(const std::vector<OperatorKind>& kinds, const GraphStyle& style)
{
    std::map<OperatorKind, int> counts;
    for (const auto kind : kinds)
        ++counts[kind];
    QStringList lines;
    for (const auto& [kind, count] : counts)
        lines += QString("<span style=\"color:%1\">●</span>&nbsp; %2&nbsp; %3")
                     .arg(style.kindColor(kind).name(), toQString(operatorKindWord(kind)),
                          muted(countText(count), style));
    return lines;
}

} // namespace

QString nodeToolTip(const NetworkGraph& graph, GraphNodeId index)
{
    const auto& node = graph.nodes[index];
    QStringList lines{toQString(node.op)};
    if (const auto shape = shapeText(node.outputShape); !shape.empty())
        lines += NodeDetailsWords::tr("Output %1").arg(toQString(shape));
    if (node.layer < graph.layers.size()) {
        const auto& layer = graph.layers[node.layer];
        const auto name = NodeDetailsWords::tr("In layer %1").arg(toQString(layer.name));
        lines.insert(1, layer.type.empty() ? name : name + QString(" (%1)").arg(toQString(layer.type)));
    }
    if (node.parameterCount > 0)
        lines += toQString(parameterText(node.parameterCount));
    return lines.join('\n').toHtmlEscaped().replace("\n", "<br>").prepend("<p style='white-space:pre'>");
}

QString nodeDetails(const NetworkGraph& graph, GraphNodeId index, const GraphStyle& style,
                    const QStringList& costs)
{
    const auto& node = graph.nodes[index];
    auto text = heading(html(node.label), toQString(operatorKindWord(operatorKind(node))), style);
    if (node.op != node.label)
        text += section(NodeDetailsWords::tr("Operator"), {html(node.op)}, style);
    text += section(NodeDetailsWords::tr("Layer"), layerLines(graph, node.layer, style), style);
    text += section(NodeDetailsWords::tr("In a step, of all operators"), costs, style);
    text += section(NodeDetailsWords::tr("Output shape"), shapeLines(node), style);
    if (node.parameterCount > 0)
        text += section(html(parameterText(node.parameterCount)), parameterLines(node, style), style);
    text += section(NodeDetailsWords::tr("Inputs"), neighborLines(graph, index, true, style), style);
    return text + section(NodeDetailsWords::tr("Outputs"), neighborLines(graph, index, false, style), style);
}

QString layerDetails(const GraphDrawing& drawing, DrawnNodeId index, const GraphStyle& style,
                     const QStringList& costs)
{
    const auto& graph = drawing.graph();
    const auto& node = graph.nodes[index];
    const auto& folded = drawing.folded.nodes[index];
    std::vector<OperatorKind> kinds;
    for (const auto each : folded.nodes)
        kinds.push_back(operatorKind(drawing.whole->nodes[each]));
    auto text = heading(html(node.label), html(node.op), style);
    text += section(NodeDetailsWords::tr("Layer"), layerLines(graph, folded.layer, style), style);
    text += section(NodeDetailsWords::tr("In a step, of all operators"), costs, style);
    text += section(NodeDetailsWords::tr("Output shape"), shapeLines(node), style);
    if (node.parameterCount > 0)
        text += section(NodeDetailsWords::tr("Parameters"), {countText(node.parameterCount)}, style);
    text += section(NodeDetailsWords::tr("Operators"), {countText(folded.nodes.size())}, style);
    text += section(NodeDetailsWords::tr("Of these"), kindLines(kinds, style), style);
    const auto drawn = inDrawnGraph(index);
    text += section(NodeDetailsWords::tr("Inputs"), neighborLines(graph, drawn, true, style), style);
    text += section(NodeDetailsWords::tr("Outputs"), neighborLines(graph, drawn, false, style), style);
    return text +
           QString("<p style=\"margin:14px 0 0 0\">%1</p>")
               .arg(muted(NodeDetailsWords::tr("Double-click or press Enter to open the layer."), style));
}

QString networkDetails(const NetworkGraph& graph, const GraphStyle& style)
{
    int64_t operators = 0;
    std::vector<OperatorKind> kinds;
    for (const auto& node : graph.nodes) {
        operators += node.kind == GraphNodeKind::Operator;
        kinds.push_back(operatorKind(node));
    }
    // A saved model without a training has no batch.
    const auto batchSize = graph.batchSize > 0 ? QStringList(countText(graph.batchSize)) : QStringList();
    return heading(html(graph.network), NodeDetailsWords::tr("Network"), style) +
           section(NodeDetailsWords::tr("Parameters"), {countText(graph.parameterCount)}, style) +
           section(NodeDetailsWords::tr("Operators"), {countText(operators)}, style) +
           section(NodeDetailsWords::tr("Layers"), {countText(graph.layers.size())}, style) +
           section(NodeDetailsWords::tr("Batch size"), batchSize, style) +
           section(NodeDetailsWords::tr("Colors"), kindLines(kinds, style), style);
}

NodeDetails::NodeDetails(QWidget* parent)
    : QScrollArea(parent)
    , m_text(new QLabel)
{
    setObjectName("graphDetails");
    setFrameShape(QFrame::NoFrame);
    setWidgetResizable(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFocusPolicy(Qt::NoFocus);
    m_text->setTextFormat(Qt::RichText);
    m_text->setWordWrap(true);
    m_text->setMargin(16);
    m_text->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_text->setTextInteractionFlags(Qt::TextBrowserInteraction);
    setWidget(m_text);
    connect(m_text, &QLabel::linkActivated, this, [this](const QString& link) {
        bool good = false;
        if (const auto node = link.mid(int(qstrlen("node:"))).toUInt(&good); good)
            Q_EMIT nodeAsked(DrawnNodeId(node));
    });
}

void NodeDetails::show(const GraphDrawing& drawing, DrawnNodeId node, const GraphStyle& style,
                       const QStringList& costs)
{
    const QString text = node.isNone() ? networkDetails(*drawing.whole, style)
                         : drawing.folded.isLayer(node)
                             ? layerDetails(drawing, node, style, costs)
                             : nodeDetails(drawing.graph(), inDrawnGraph(node), style, costs);
    m_text->setText(withoutBreaks(text));
    ensureVisible(0, 0);
}

QString NodeDetails::html() const
{
    return m_text->text();
}

} // namespace stepscope::ui
