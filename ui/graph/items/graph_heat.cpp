#include "ui/graph/items/graph_heat.h"

#include "core/base/text/format.h"
#include "ui/support/qt_text.h"

#include <QCoreApplication>

#include <algorithm>

namespace stepscope::ui {

namespace {

struct GraphHeatWords
{
    Q_DECLARE_TR_FUNCTIONS(GraphHeat)
};

/// Summed over the steps.
double figure(const NodeCost& cost, GraphHeat heat)
{
    switch (heat) {
    case GraphHeat::Time:
        return double(cost.forwardNs + cost.backwardNs);
    case GraphHeat::Forward:
        return double(cost.forwardNs);
    case GraphHeat::Backward:
        return double(cost.backwardNs);
    case GraphHeat::Flops:
        return double(cost.flops);
    case GraphHeat::Memory:
        return double(cost.allocatedBytes);
    case GraphHeat::Kind:
    case GraphHeat::Roofline:
        break;
    }
    return 0.0;
}

QString text(double perStep, GraphHeat heat)
{
    return toQString(heat == GraphHeat::Flops    ? formatFlops(perStep)
                     : heat == GraphHeat::Memory ? formatBytes(perStep)
                                                 : formatNs(perStep));
}

} // namespace

QStringList graphHeatTitles()
{
    return {GraphHeatWords::tr("Kind of operator"),
            GraphHeatWords::tr("Time"),
            GraphHeatWords::tr("Forward time"),
            GraphHeatWords::tr("Backward time"),
            GraphHeatWords::tr("FLOPs"),
            GraphHeatWords::tr("Memory"),
            GraphHeatWords::tr("Distance from the roofline")};
}

std::vector<NodeHeat> nodeHeats(const GraphCosts& costs, GraphHeat heat)
{
    if (heat == GraphHeat::Kind || heat == GraphHeat::Roofline || costs.nodes.empty())
        return {};
    double sum = 0.0;
    double most = 0.0;
    for (const auto& cost : costs.nodes) {
        sum += figure(cost, heat);
        most = std::max(most, figure(cost, heat));
    }
    std::vector<NodeHeat> heats;
    for (const auto& cost : costs.nodes) {
        auto& node = heats.emplace_back();
        const double value = figure(cost, heat);
        if (value <= 0)
            continue;
        node.share = value / most;
        node.text = text(value / double(costs.steps), heat) + " · " + toQString(formatShare(value / sum));
    }
    return heats;
}

std::vector<NodeHeat> roofHeats(const std::vector<NodeRoof>& roofs)
{
    std::vector<NodeHeat> heats;
    for (const auto& roof : roofs) {
        auto& node = heats.emplace_back();
        if (roof.roofNs <= 0)
            continue;
        node.share = 1.0 - std::min(roof.reached(), 1.0);
        node.text = GraphHeatWords::tr("%1 of the roof").arg(toQString(formatShare(roof.reached(), 0)));
    }
    return heats;
}

QStringList costLines(const GraphCosts& costs, DrawnNodeId node)
{
    if (node >= costs.nodes.size())
        return {};
    QStringList lines;
    const auto titles = graphHeatTitles();
    for (const auto heat : {GraphHeat::Forward, GraphHeat::Backward, GraphHeat::Flops, GraphHeat::Memory}) {
        const auto heats = nodeHeats(costs, heat);
        if (!heats[node].text.isEmpty())
            lines += titles[int(heat)] + ": " + heats[node].text;
    }
    return lines;
}

} // namespace stepscope::ui
