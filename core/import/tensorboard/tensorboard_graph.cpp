#include "core/import/tensorboard/tensorboard_graph.h"

#include "core/base/text/format.h"
#include "core/graph/tensor_shape.h"
#include "core/import/shared/protobuf_fields.h"

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

namespace stepscope {

namespace {

using protozero::pbf_reader;

constexpr size_t deepestLayer = 32;

/// A NodeDef as in the message.
struct NodeDef
{
    std::string_view name;
    std::string_view op;
    std::vector<std::string_view> inputs;
    std::optional<std::vector<int64_t>> shape; ///< of the first output
};

std::vector<int64_t> shapeOf(pbf_reader shape)
{
    std::vector<int64_t> sizes;
    while (shape.next()) {
        if (shape.tag_and_type() != protobuf::bytes(2)) {
            shape.skip();
            continue;
        }
        int64_t size = 0;
        pbf_reader dimension = shape.get_message();
        while (dimension.next()) {
            if (dimension.tag_and_type() == protobuf::varint(1))
                size = dimension.get_int64();
            else
                dimension.skip();
        }
        sizes.push_back(std::max<int64_t>(size, -1));
    }
    return sizes;
}

/// The first shape of an AttrValue's list.
std::optional<std::vector<int64_t>> firstShape(pbf_reader attribute)
{
    while (attribute.next()) {
        if (attribute.tag_and_type() != protobuf::bytes(1)) {
            attribute.skip();
            continue;
        }
        pbf_reader list = attribute.get_message();
        while (list.next()) {
            if (list.tag_and_type() == protobuf::bytes(7))
                return shapeOf(list.get_message());
            list.skip();
        }
    }
    return std::nullopt;
}

void readAttribute(pbf_reader entry, NodeDef& node)
{
    std::string_view key;
    std::string_view value;
    while (entry.next()) {
        switch (entry.tag_and_type()) {
        case protobuf::bytes(1):
            key = protobuf::viewOf(entry);
            break;
        case protobuf::bytes(2):
            value = protobuf::viewOf(entry);
            break;
        default:
            entry.skip();
        }
    }
    if (key == "_output_shapes")
        node.shape = firstShape(protobuf::readerOf(value));
}

NodeDef nodeOf(pbf_reader field)
{
    NodeDef node;
    while (field.next()) {
        switch (field.tag_and_type()) {
        case protobuf::bytes(1):
            node.name = protobuf::viewOf(field);
            break;
        case protobuf::bytes(2):
            node.op = protobuf::viewOf(field);
            break;
        case protobuf::bytes(3):
            node.inputs.push_back(protobuf::viewOf(field));
            break;
        case protobuf::bytes(5):
            readAttribute(field.get_message(), node);
            break;
        default:
            field.skip();
        }
    }
    return node;
}

std::vector<NodeDef> nodesOf(std::string_view graphDef)
{
    std::vector<NodeDef> nodes;
    pbf_reader field = protobuf::readerOf(graphDef);
    try {
        while (field.next()) {
            if (field.tag_and_type() == protobuf::bytes(1))
                nodes.push_back(nodeOf(field.get_message()));
            else
                field.skip();
        }
    } catch (const protozero::exception&) {
        // what was read before is kept
    }
    return nodes;
}

/// The layers in nodes' names, made when first found.
class Layers
{
public:
    explicit Layers(NetworkGraph& graph)
        : m_graph(graph)
    {
    }

    /// The innermost layer of a name, "block.conv1" of "block/Conv2d[conv1]/conv2d"; none: the name has no
    /// layer.
    GraphLayerId of(std::string_view name)
    {
        GraphLayerId layer;
        size_t depth = 0;
        for (size_t at = 0, end = 0; (end = name.find('/', at)) != std::string_view::npos; at = end + 1) {
            if (end > at && ++depth <= deepestLayer)
                layer = within(layer, name.substr(at, end - at));
        }
        return layer;
    }

private:
    GraphLayerId within(GraphLayerId parent, std::string_view part)
    {
        std::string_view type;
        if (const auto bracket = part.find('['); bracket != part.npos && bracket > 0 && part.back() == ']') {
            type = part.substr(0, bracket);
            part = part.substr(bracket + 1, part.size() - bracket - 2);
        }
        std::string name = parent.isNone() ? std::string() : m_graph.layers[parent].name + ".";
        name += part;
        const auto [known, isNew] = m_known.try_emplace(name, uint32_t(m_graph.layers.size()));
        if (isNew)
            m_graph.layers.push_back({.name = name, .type = std::string(type), .parent = parent});
        return known->second;
    }

    NetworkGraph& m_graph;
    std::unordered_map<std::string, GraphLayerId> m_known;
};

GraphNodeKind kindOf(const NodeDef& node)
{
    if (node.op == "input" || node.op == "Placeholder" || (node.op == "IO Node" && node.inputs.empty()))
        return GraphNodeKind::Input;
    return node.op == "output" || node.op == "IO Node" ? GraphNodeKind::Output : GraphNodeKind::Operator;
}

std::string_view lastPart(std::string_view name)
{
    const auto slash = name.rfind('/');
    return slash == name.npos ? name : name.substr(slash + 1);
}

} // namespace

NetworkGraph graphOfGraphDef(std::string_view graphDef, std::string name)
{
    NetworkGraph graph{.network = std::move(name)};
    const auto nodes = nodesOf(graphDef);
    Layers layers(graph);
    std::unordered_map<std::string_view, GraphNodeId> byName;
    for (const NodeDef& node : nodes) {
        byName.try_emplace(node.name, uint32_t(graph.nodes.size()));
        graph.nodes.push_back({.kind = kindOf(node),
                               .op = std::string(node.op),
                               .label = std::string(lastPart(node.name)),
                               .layer = layers.of(node.name),
                               .outputShape = node.shape.value_or(unknownShape())});
    }
    for (GraphNodeId to{0}; to < nodes.size(); ++to) {
        for (std::string_view input : nodes[to].inputs) {
            auto from = byName.find(input);
            if (from == byName.end()) // "name:1" is the second output
                from = byName.find(input.substr(0, input.rfind(':')));
            if (from != byName.end())
                graph.edges.push_back(
                    {.from = from->second, .to = to, .shape = graph.nodes[from->second].outputShape});
        }
    }
    return graph;
}

} // namespace stepscope
