#include "core/graph/graph_dot.h"

#include "core/graph/dot_text.h"
#include "core/graph/layer_tree.h"
#include "core/graph/operator_kind.h"
#include "core/language/translation.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <functional>
#include <iterator>
#include <span>

namespace stepscope {

namespace {

constexpr auto muted = "#5b6673";
constexpr double pointsPerInch = 72.0;
/// In points; a longer label makes its node wider.
constexpr int nodeWidth = 136;

struct PictureColors
{
    const char* fill;
    const char* line;
};

PictureColors pictureColors(OperatorKind kind)
{
    static constexpr std::array<PictureColors, operatorKinds> colors{{
        {"#e9edf2", "#56657a"}, // input and output
        {"#e2ecfc", "#2f6fde"}, // convolution
        {"#def3ec", "#0b8463"}, // linear
        {"#fff1dc", "#c96f04"}, // activation
        {"#eee8fb", "#7448cf"}, // normalization
        {"#dff3fa", "#117f9f"}, // pooling
        {"#fce7f0", "#bf3a76"}, // dropout
        {"#f5f6f8", "#8a94a3"}, // reshape
        {"#fde6e4", "#c4372f"}, // loss
        {"#ffffff", "#8a94a3"}, // other
    }};
    return colors[size_t(kind)];
}

/// Network simplex and crossing minimization are limited: with their defaults, graphs with many skip
/// connections take minutes.
std::string limits(LayoutEffort effort)
{
    return effort == LayoutEffort::Full ? "nslimit=1, nslimit1=1, mclimit=0.1, splines=true"
                                        : "nslimit=0.1, nslimit1=0.1, mclimit=0.1, splines=polyline";
}

void appendClusters(std::string& dot, const LayerTree& tree, const std::vector<GraphLayerId>& layers,
                    int depth, const std::function<std::string(GraphLayerId layer, int depth)>& attributes)
{
    const std::string indent(size_t(depth) * 2 + 2, ' ');
    for (const auto layer : layers) {
        fmt::format_to(std::back_inserter(dot), "{}subgraph cluster_{} {{\n{}  graph [{}];\n", indent,
                       uint32_t(layer), indent, attributes(layer, depth));
        for (const auto node : tree.nodes[layer])
            fmt::format_to(std::back_inserter(dot), "{}  n{};\n", indent, uint32_t(node));
        appendClusters(dot, tree, tree.children[layer], depth + 1, attributes);
        fmt::format_to(std::back_inserter(dot), "{}}}\n", indent);
    }
}

void appendEdges(std::string& dot, const NetworkGraph& graph,
                 const std::function<std::string(size_t edge)>& attributes)
{
    for (size_t i = 0; i < graph.edges.size(); ++i) {
        const auto& edge = graph.edges[i];
        if (edge.from < graph.nodes.size() && edge.to < graph.nodes.size())
            fmt::format_to(std::back_inserter(dot), "  n{} -> n{} [{}];\n", uint32_t(edge.from),
                           uint32_t(edge.to), attributes(i));
    }
}

std::string bold(const std::string& text)
{
    return text.empty() ? text : "<B>" + dotHtml(text) + "</B>";
}

std::string small(const std::string& text)
{
    return fmt::format("<FONT POINT-SIZE=\"10\" COLOR=\"{}\">{}</FONT>", muted, dotHtml(text));
}

std::string table(const std::string& rows)
{
    return "<<TABLE BORDER=\"0\" CELLSPACING=\"0\" CELLPADDING=\"1\">" + rows + "</TABLE>>";
}

/// A centered label of several lines; dot's own line breaks leave no space between them.
std::string lines(const std::vector<std::string>& texts)
{
    std::string rows;
    for (const auto& text : texts)
        rows += "<TR><TD>" + text + "</TD></TR>";
    return table(rows);
}

std::string nodeLabel(const GraphNode& node)
{
    std::vector<std::string> texts{bold(node.label)};
    if (const auto shape = shapeText(node.outputShape); !shape.empty())
        texts.push_back(small(shape));
    if (node.parameterCount > 0)
        texts.push_back(small(parameterText(node.parameterCount)));
    return lines(texts);
}

/// The label is to the right of the layer's middle: edges run down there, and dot draws them over titles. A
/// single operator shows its number of parameters itself.
std::string layerLabel(const NetworkGraph& graph, GraphLayerId index, bool isSingle)
{
    const auto& layer = graph.layers[index];
    std::vector<std::string> texts{shortLayerName(graph, index)};
    if (!layer.type.empty())
        texts.push_back(layer.type);
    if (layer.parameters > 0 && !isSingle)
        texts.push_back(parameterText(layer.parameters));
    constexpr size_t letterWidth = 6; // points, of a title
    const auto width = letterWidth * std::ranges::max(texts, {}, &std::string::size).size();
    auto rows = fmt::format("<TR><TD WIDTH=\"{}\"></TD><TD ALIGN=\"LEFT\">{}</TD></TR>",
                            std::max(size_t(nodeWidth / 2 + 16), width + 24), bold(texts.front()));
    for (const auto& text : std::span(texts).subspan(1))
        rows += "<TR><TD></TD><TD ALIGN=\"LEFT\">" + dotHtml(text) + "</TD></TR>";
    return table(rows);
}

std::string graphTitle(const NetworkGraph& graph)
{
    std::string text = parameterText(graph.parameterCount);
    if (graph.batchSize > 0) // a saved model has none
        text += " · " + translated("batch size {size}", {{"size", std::to_string(graph.batchSize)}});
    return lines({bold(graph.network), small(text)});
}

} // namespace

std::string dotForPicture(const NetworkGraph& graph, LayoutEffort effort,
                          const std::vector<std::string>& edgeTexts)
{
    constexpr auto font = "Helvetica,Arial,sans-serif";
    auto dot = fmt::format(
        "digraph network {{\n"
        "  graph [{}, rankdir=TB, ranksep=0.4, nodesep=0.35, pad=0.25, bgcolor=\"#ffffff\",\n"
        "    fontname=\"{}\", fontsize=16, fontcolor=\"#1d2733\", labelloc=t, label={}];\n"
        "  node [shape=box, style=\"rounded,filled\", fontname=\"{}\", fontsize=12,\n"
        "    fontcolor=\"#1d2733\", penwidth=1.2, margin=\"0.18,0.08\", height=0.4, width={:.2f}];\n"
        "  edge [color=\"#8a94a3\", arrowsize=0.7, fontname=\"{}\", fontsize=9,\n"
        "    fontcolor=\"{}\"];\n",
        limits(effort), font, graphTitle(graph), font, nodeWidth / pointsPerInch, font, muted);
    for (size_t i = 0; i < graph.nodes.size(); ++i) {
        const auto [fill, line] = pictureColors(operatorKind(graph.nodes[i]));
        fmt::format_to(std::back_inserter(dot), "  n{} [label={}, fillcolor=\"{}\", color=\"{}\"];\n", i,
                       nodeLabel(graph.nodes[i]), fill, line);
    }
    if (effort == LayoutEffort::Full) {
        const auto tree = layerTree(graph);
        const auto isSingle = [&](GraphLayerId layer) {
            return tree.nodes[layer].size() == 1 && tree.children[layer].empty();
        };
        appendClusters(dot, tree, tree.top, 0, [&](GraphLayerId layer, int depth) {
            return fmt::format("label={}, fontsize=10, fontcolor=\"{}\", labeljust=l, margin=10, "
                               "style=\"rounded,filled\", fillcolor=\"{}\", color=\"#d3d9e0\"",
                               layerLabel(graph, layer, isSingle(layer)), muted,
                               depth % 2 == 0 ? "#f8f9fb" : "#f1f3f6");
        });
    }
    appendEdges(dot, graph, [&](size_t edge) {
        return "label=" + dotQuoted(" " + (edge < edgeTexts.size() ? edgeTexts[edge]
                                                                   : shapeText(graph.edges[edge].shape)));
    });
    return dot + "}\n";
}

std::string dotForLayout(const NetworkGraph& graph, const DrawnSizes& sizes, LayoutEffort effort)
{
    auto dot = fmt::format("digraph g {{\n"
                           "  graph [{}, rankdir=TB, ranksep={}, nodesep=0.35, pad=0];\n"
                           "  node [shape=box, fixedsize=true, label=\"\"];\n"
                           "  edge [arrowsize=0.7];\n",
                           limits(effort), effort == LayoutEffort::Full ? 0.32 : 0.5);
    for (size_t i = 0; i < graph.nodes.size(); ++i)
        fmt::format_to(std::back_inserter(dot), "  n{} [width={:.4f}, height={:.4f}];\n", i,
                       sizes.nodes.at(i).width / pointsPerInch, sizes.nodes.at(i).height / pointsPerInch);
    if (effort == LayoutEffort::Full) {
        const auto tree = layerTree(graph);
        appendClusters(dot, tree, tree.top, 0, [&](GraphLayerId layer, int) -> std::string {
            if (sizes.layerTitles.empty())
                return "margin=8";
            const auto& title = sizes.layerTitles.at(layer);
            return fmt::format("margin=8, label=<<TABLE BORDER=\"0\" FIXEDSIZE=\"TRUE\" WIDTH=\"{:.0f}\" "
                               "HEIGHT=\"{:.0f}\"><TR><TD></TD></TR></TABLE>>",
                               title.width, title.height);
        });
    }
    appendEdges(dot, graph, [](size_t edge) { return fmt::format("id=e{}", edge); });
    return dot + "}\n";
}

} // namespace stepscope
