#include "core/graph/graph_layout.h"

#include "core/base/error.h"
#include "core/graph/dot_process.h"
#include "core/language/translation.h"

#include <cmath>
#include <cstdlib>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>

namespace stepscope {

namespace {

using nlohmann::json;

/// In points: some kilometers.
constexpr double largestCoordinate = 1e7;

/// The numbers in a text such as "e,70.1,35.6 70,71.7": letters, commas and spaces only separate them.
std::vector<double> numbersIn(const std::string& text)
{
    std::vector<double> numbers;
    for (const char* at = text.c_str(); *at != '\0';) {
        char* end = nullptr;
        const double value = std::strtod(at, &end);
        if (end == at) {
            ++at;
        } else {
            if (!(std::abs(value) <= largestCoordinate))
                throw std::out_of_range("a coordinate is not a number or too large: " + text);
            numbers.push_back(value);
            at = end;
        }
    }
    return numbers;
}

std::optional<size_t> indexAfter(std::string_view prefix, const std::string& name, size_t size)
{
    if (!name.starts_with(prefix) || name.size() == prefix.size())
        return std::nullopt;
    const auto index = std::strtoull(name.c_str() + prefix.size(), nullptr, 10);
    return index < size ? std::optional<size_t>(index) : std::nullopt;
}

/// Reads dot's -Tjson0: points with y up, node sizes in inches.
class LayoutReader
{
public:
    LayoutReader(const NetworkGraph& graph, const DrawnSizes& sizes)
        : m_sizes(sizes)
    {
        m_layout.nodes.resize(graph.nodes.size());
        m_layout.layers.resize(graph.layers.size());
        m_layout.edges.resize(graph.edges.size());
    }

    GraphLayout read(const json& document)
    {
        const auto box = numbersIn(document.at("bb"));
        m_layout.width = box.at(2) - box.at(0);
        m_layout.height = box.at(3) - box.at(1);
        m_left = box.at(0);
        m_top = box.at(3);
        for (const auto& object : document.value("objects", json::array()))
            readObject(object);
        for (const auto& edge : document.value("edges", json::array()))
            readEdge(edge);
        if (m_nodesRead != m_layout.nodes.size())
            throw Error(translated(
                "The graph cannot be drawn because Graphviz's dot did not place all of its nodes."));
        return std::move(m_layout);
    }

private:
    LayoutPoint point(double x, double y) const { return {x - m_left, m_top - y}; }

    void readObject(const json& object)
    {
        const std::string name = object.at("name");
        if (const auto layer = indexAfter("cluster_", name, m_layout.layers.size())) {
            const auto box = numbersIn(object.at("bb"));
            const auto [x, y] = point(box.at(0), box.at(3));
            m_layout.layers[*layer] = {x, y, box.at(2) - box.at(0), box.at(3) - box.at(1)};
        } else if (const auto node = indexAfter("n", name, m_layout.nodes.size())) {
            const auto position = numbersIn(object.at("pos"));
            const auto center = point(position.at(0), position.at(1));
            const auto [width, height] = m_sizes.nodes[*node];
            m_layout.nodes[*node] = {center.x - width / 2, center.y - height / 2, width, height};
            ++m_nodesRead;
        }
    }

    /// "e,X,Y" is the arrow's tip, which comes after the last point.
    void readEdge(const json& object)
    {
        const auto edge = indexAfter("e", object.value("id", std::string()), m_layout.edges.size());
        if (!edge)
            return;
        const std::string text = object.at("pos");
        const auto numbers = numbersIn(text);
        const bool hasTip = text.starts_with("e,");
        auto& points = m_layout.edges[*edge];
        for (size_t i = hasTip ? 2 : 0; i + 1 < numbers.size(); i += 2)
            points.push_back(point(numbers[i], numbers[i + 1]));
        if (hasTip && !points.empty()) {
            const auto from = points.back();
            const auto tip = point(numbers[0], numbers[1]);
            points.push_back({from.x + (tip.x - from.x) / 3, from.y + (tip.y - from.y) / 3});
            points.push_back({from.x + (tip.x - from.x) * 2 / 3, from.y + (tip.y - from.y) * 2 / 3});
            points.push_back(tip);
        }
    }

    const DrawnSizes& m_sizes;
    GraphLayout m_layout;
    double m_left = 0.0;
    double m_top = 0.0;
    size_t m_nodesRead = 0;
};

} // namespace

GraphLayout layoutGraph(const NetworkGraph& graph, const DrawnSizes& sizes, std::stop_token stop,
                        LayoutLimits limits, const LayoutProgress& progress)
{
    if (graph.nodes.empty())
        return {.layers = std::vector<LayoutBox>(graph.layers.size())};
    const auto output = runDot(
        {"-Tjson0"}, [&](LayoutEffort effort) { return dotForLayout(graph, sizes, effort); }, stop, limits,
        progress);
    try {
        auto layout = LayoutReader(graph, sizes).read(json::parse(output.text));
        layout.coarse = output.coarse;
        return layout;
    } catch (const std::logic_error& error) { // out_of_range of a missing number
        throw Error(
            translated("The graph cannot be drawn because the output of Graphviz's dot is incomplete."),
            error.what());
    } catch (const json::exception& error) {
        throw Error(
            translated("The graph cannot be drawn because the output of Graphviz's dot cannot be read."),
            error.what());
    }
}

} // namespace stepscope
