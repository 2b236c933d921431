#include "core/import/onnx/onnx_graph.h"

#include "core/base/text/format.h"
#include "core/graph/named_layers.h"
#include "core/graph/tensor_shape.h"
#include "core/language/translation.h"

#include <algorithm>
#include <array>
#include <functional>
#include <queue>
#include <span>
#include <unordered_map>

namespace stepscope {

namespace {

constexpr size_t longestLabel = 120;

/// Shortens a text without splitting a character.
std::string labelOf(std::string_view text)
{
    if (text.size() <= longestLabel)
        return std::string(text);
    size_t size = longestLabel;
    while (size > 0 && (static_cast<unsigned char>(text[size]) & 0xC0) == 0x80)
        --size;
    return std::string(text.substr(0, size)) + "…";
}

/// Whether a TensorProto.DataType is that of parameters: floating point of any width, and the 8 and 4 bits of
/// quantized models. Other integers are shapes and indices.
bool isParameterType(int64_t type)
{
    static constexpr std::array<int64_t, 13> types{1, 2, 3, 10, 11, 14, 15, 16, 17, 18, 19, 20, 23};
    return std::ranges::find(types, type) != types.end() || type == 21 || type == 22;
}

/// The meaning of a name within a graph and its nested graphs.
struct ValueSource
{
    GraphNodeId node;                   ///< that makes it; none: no node is drawn
    const OnnxTensor* tensor = nullptr; ///< an initializer, or a constant
    std::string_view name;              ///< of a constant, which has no name itself
};

struct Scope
{
    const Scope* around = nullptr;
    std::unordered_map<std::string_view, ValueSource> sources;
    std::unordered_map<std::string_view, const OnnxValue*> values;

    const ValueSource* find(std::string_view name) const
    {
        for (const Scope* at = this; at; at = at->around) {
            if (const auto found = at->sources.find(name); found != at->sources.end())
                return &found->second;
        }
        return nullptr;
    }
};

/// Index of a node in OnnxGraph::nodes.
using OnnxNodeId = Id<struct NodeOfOnnxGraph>;

/// The order in which the nodes of a graph can run; nodes in or after cycles come last, in the order of the
/// file.
std::vector<OnnxNodeId> orderOf(const OnnxGraph& graph, size_t& inCircles)
{
    std::unordered_map<std::string_view, OnnxNodeId> makers;
    for (OnnxNodeId node{0}; node < graph.nodes.size(); ++node) {
        for (const auto output : graph.nodes[node].outputs) {
            if (!output.empty())
                makers.try_emplace(output, node);
        }
    }
    std::vector<std::vector<OnnxNodeId>> takers(graph.nodes.size());
    std::vector<uint32_t> missing(graph.nodes.size());
    for (OnnxNodeId node{0}; node < graph.nodes.size(); ++node) {
        for (const auto input : graph.nodes[node].inputs) {
            if (const auto maker = makers.find(input); maker != makers.end()) {
                takers[maker->second].push_back(node);
                ++missing[node];
            }
        }
    }
    std::priority_queue<OnnxNodeId, std::vector<OnnxNodeId>, std::greater<>> ready;
    for (OnnxNodeId node{0}; node < missing.size(); ++node) {
        if (missing[node] == 0)
            ready.push(node);
    }
    std::vector<OnnxNodeId> order;
    std::vector<bool> isPlaced(graph.nodes.size());
    while (!ready.empty()) {
        const OnnxNodeId node = ready.top();
        ready.pop();
        order.push_back(node);
        isPlaced[node] = true;
        for (const OnnxNodeId taker : takers[node]) {
            if (--missing[taker] == 0)
                ready.push(taker);
        }
    }
    inCircles += graph.nodes.size() - order.size();
    for (OnnxNodeId node{0}; node < graph.nodes.size(); ++node) {
        if (!isPlaced[node])
            order.push_back(node);
    }
    return order;
}

class Builder
{
public:
    Builder(const OnnxModel& model, ImportLog& log)
        : m_model(model)
        , m_log(log)
        , m_layers(m_graph)
    {
    }

    NetworkGraph build();

private:
    using Path = std::vector<std::string_view>;

    void addGraph(const OnnxGraph& graph, Scope& scope, const Path& path);
    void addNode(const OnnxNode& node, Scope& scope, const Path& path);
    void addSubgraph(const OnnxNode& node, std::string_view role, const OnnxGraph& inner, Scope& scope,
                     Path path, std::vector<ValueSource>& into);
    void addOutputs(const OnnxGraph& graph, const Scope& scope);
    GraphNodeId push(GraphNode node, std::span<const ValueSource> from);
    void takeInitializers(const OnnxGraph& graph, Scope& scope);
    void layersFromParameters();
    void tellSubgraphs();
    void tell();

    const OnnxModel& m_model;
    ImportLog& m_log;
    NetworkGraph m_graph;
    NamedLayers m_layers;
    bool m_areNamesPaths = false; ///< "/layer1/conv1/Conv" or "layer1/conv1/Conv"
    size_t m_inCircles = 0;
    size_t m_constants = 0;
    size_t m_weights = 0; ///< constants that count as parameters
    size_t m_missing = 0; ///< inputs that nothing makes
    size_t m_initializers = 0;
    size_t m_otherInitializers = 0;
    size_t m_external = 0;
    std::vector<std::string> m_subgraphs; ///< "then_branch of If_3: 12 nodes"
    size_t m_innerNodes = 0;
};

NetworkGraph Builder::build()
{
    const OnnxGraph& graph = m_model.graph;
    m_areNamesPaths = std::ranges::any_of(
        graph.nodes, [](const OnnxNode& node) { return node.name.find('/', 1) != std::string_view::npos; });
    Scope scope;
    takeInitializers(graph, scope);
    for (const OnnxValue& input : graph.inputs) {
        if (scope.sources.contains(input.name)) // older models also list initializers here
            continue;
        GraphNode node{.kind = GraphNodeKind::Input, .op = "input", .label = labelOf(input.name)};
        node.outputShape = input.hasShape ? input.sizes : unknownShape();
        scope.sources[input.name] = {.node = push(std::move(node), {})};
    }
    addGraph(graph, scope, {});
    addOutputs(graph, scope);
    if (!m_areNamesPaths)
        layersFromParameters();
    countParameters(m_graph);
    tell();
    return std::move(m_graph);
}

void Builder::takeInitializers(const OnnxGraph& graph, Scope& scope)
{
    for (const OnnxTensor& tensor : graph.initializers) {
        scope.sources[tensor.name] = {.tensor = &tensor};
        ++m_initializers;
        m_otherInitializers += !isParameterType(tensor.type);
        m_external += tensor.isExternal;
    }
    for (const auto* values : {&graph.inputs, &graph.values, &graph.outputs}) {
        for (const OnnxValue& value : *values) {
            if (value.hasShape)
                scope.values.try_emplace(value.name, &value);
        }
    }
}

void Builder::addGraph(const OnnxGraph& graph, Scope& scope, const Path& path)
{
    for (const OnnxNodeId node : orderOf(graph, m_inCircles))
        addNode(graph.nodes[node], scope, path);
}

GraphNodeId Builder::push(GraphNode node, std::span<const ValueSource> from)
{
    const GraphNodeId index(uint32_t(m_graph.nodes.size()));
    for (const ValueSource& source : from) {
        if (!source.node.isNone()) {
            m_graph.edges.push_back({source.node, index, m_graph.nodes[source.node].outputShape});
        } else if (source.tensor && isParameterType(source.tensor->type)) {
            const auto name = source.name.empty() ? source.tensor->name : source.name;
            node.parameters.push_back({labelOf(name), source.tensor->sizes});
        }
    }
    m_graph.nodes.push_back(std::move(node));
    return index;
}

/// The value that a node only renames: exporters write shared parameters once.
const ValueSource* aliasOf(const OnnxNode& node, const Scope& scope)
{
    if (node.op != "Identity" || node.inputs.size() != 1 || node.outputs.size() != 1)
        return nullptr;
    const ValueSource* source = scope.find(node.inputs.front());
    return source && source->tensor ? source : nullptr;
}

void Builder::addNode(const OnnxNode& node, Scope& scope, const Path& path)
{
    const bool isOwn = node.domain.empty() || node.domain == "ai.onnx";
    if (isOwn && node.op == "Constant" && node.graphs.empty()) {
        const OnnxTensor* const tensor = node.tensors.empty() ? nullptr : &node.tensors.front();
        const bool isWeight = tensor && tensor->sizes.size() >= 2 && isParameterType(tensor->type);
        ++(isWeight ? m_weights : m_constants);
        for (const auto output : node.outputs)
            scope.sources[output] = {.tensor = isWeight ? tensor : nullptr, .name = output};
        return;
    }
    if (const ValueSource* source = aliasOf(node, scope)) {
        scope.sources[node.outputs.front()] = *source;
        return;
    }
    Path around = path;
    if (m_areNamesPaths) {
        Path own = NamedLayers::parts(node.name, '/');
        if (!own.empty())
            own.pop_back();
        // Nodes of a subgraph stay in its layer.
        if (path.empty())
            around = std::move(own);
    }
    if (!node.graphs.empty())
        around.push_back(node.name.empty() ? node.op : NamedLayers::parts(node.name, '/').back());
    std::vector<ValueSource> from;
    for (const auto input : node.inputs) {
        const ValueSource* source = input.empty() ? nullptr : scope.find(input);
        if (source)
            from.push_back(*source);
        else
            m_missing += !input.empty() && m_inCircles == 0; // in a cycle, an input can be made later
    }
    for (const auto& [role, inner] : node.graphs)
        addSubgraph(node, role, inner, scope, around, from);
    GraphNode made{.op = isOwn ? labelOf(node.op) : labelOf(node.domain) + "::" + labelOf(node.op),
                   .label = labelOf(node.op)};
    made.layer = m_layers.layer(around);
    if (!node.graphs.empty() && !made.layer.isNone())
        m_graph.layers[made.layer].type = made.label;
    made.outputShape = unknownShape();
    if (!node.outputs.empty()) {
        if (const auto value = scope.values.find(node.outputs.front()); value != scope.values.end())
            made.outputShape = value->second->sizes;
    }
    const auto index = push(std::move(made), from);
    for (const auto output : node.outputs) {
        if (!output.empty())
            scope.sources[output] = {.node = index};
    }
}

/// The inputs of a loop's body are those of the loop: for Loop, the condition and the carried values, after
/// the iteration number; for Scan, one to one.
void Builder::addSubgraph(const OnnxNode& node, std::string_view role, const OnnxGraph& inner, Scope& scope,
                          Path path, std::vector<ValueSource>& into)
{
    m_innerNodes += inner.nodes.size();
    constexpr size_t mostNamed = 8;
    if (m_subgraphs.size() < mostNamed)
        m_subgraphs.push_back(translatedPlural("{role} of {node} ({count} node)",
                                               "{role} of {node} ({count} nodes)",
                                               int64_t(inner.nodes.size()),
                                               {{"role", labelOf(role)},
                                                {"node", labelOf(node.name.empty() ? node.op : node.name)},
                                                {"count", formatCount(int64_t(inner.nodes.size()))}}));
    else
        m_subgraphs.emplace_back();
    path.push_back(role.empty() ? "graph" : role);
    Scope within{.around = &scope};
    takeInitializers(inner, within);
    for (size_t i = 0; i < inner.inputs.size(); ++i) {
        const ValueSource* source = i < node.inputs.size() ? scope.find(node.inputs[i]) : nullptr;
        within.sources[inner.inputs[i].name] = source ? *source : ValueSource{};
    }
    addGraph(inner, within, path);
    for (const OnnxValue& output : inner.outputs) {
        if (const ValueSource* source = within.find(output.name); source && !source->node.isNone())
            into.push_back({.node = source->node});
    }
}

void Builder::addOutputs(const OnnxGraph& graph, const Scope& scope)
{
    for (const OnnxValue& output : graph.outputs) {
        GraphNode node{.kind = GraphNodeKind::Output, .op = "output", .label = labelOf(output.name)};
        node.outputShape = output.hasShape ? output.sizes : unknownShape();
        const ValueSource* source = scope.find(output.name);
        push(std::move(node), source ? std::span(source, 1) : std::span<const ValueSource>());
    }
}

/// A node is in the module that its parameter is named after, "layer1.0.conv1.weight"; a node without
/// parameters is in the common module of the nodes before and after it.
void Builder::layersFromParameters()
{
    std::vector<std::string> names(m_graph.nodes.size());
    std::vector<Path> paths(m_graph.nodes.size());
    bool isNamed = false;
    for (size_t i = 0; i < names.size(); ++i) {
        for (const GraphParameter& parameter : m_graph.nodes[i].parameters) {
            const size_t dot = parameter.name.rfind('.');
            if (dot != std::string::npos && names[i].empty())
                names[i] = parameter.name.substr(0, dot);
        }
        paths[i] = NamedLayers::parts(names[i], '.');
        isNamed = isNamed || !paths[i].empty();
    }
    if (!isNamed)
        return;
    std::vector<size_t> before(names.size(), names.size());
    for (size_t i = 0, last = names.size(); i < names.size(); ++i) {
        last = paths[i].empty() ? last : i;
        before[i] = last;
    }
    for (size_t i = names.size(), next = names.size(); i-- > 0;) {
        next = paths[i].empty() ? next : i;
        GraphNode& node = m_graph.nodes[i];
        if (node.kind != GraphNodeKind::Operator || !node.layer.isNone())
            continue;
        Path path = paths[i];
        if (path.empty() && before[i] < names.size() && next < names.size()) {
            const Path& a = paths[before[i]];
            const Path& b = paths[next];
            const auto common = std::ranges::mismatch(a, b);
            path.assign(a.begin(), common.in1);
        }
        node.layer = m_layers.layer(path);
    }
    m_log.find(translated("The modules are derived from the names of parameters."));
}

void Builder::tellSubgraphs()
{
    std::string named;
    size_t count = 0;
    for (const std::string& each : m_subgraphs)
        named += each.empty() ? "" : (count++ ? ", " : "") + each;
    const auto all = int64_t(m_subgraphs.size());
    const auto inner = int64_t(m_innerNodes);
    m_log.find(translatedPlural(
        "One subgraph inside a node, with {nodes}: {graphs}.",
        "{count} subgraphs inside nodes, with {nodes}: {graphs}.", all,
        {{"count", formatCount(all)},
         {"nodes", translatedPlural("{count} node", "{count} nodes", inner, {{"count", formatCount(inner)}})},
         {"graphs", count < m_subgraphs.size() ? named + " …" : named}}));
}

void Builder::tell()
{
    if (!m_subgraphs.empty())
        tellSubgraphs();
    const auto parameters = int64_t(m_initializers - m_otherInitializers);
    if (m_otherInitializers > 0)
        m_log.find(translatedPlural(
            "{count} of {all} initializers counts as a parameter; the others contain integers, Booleans or "
            "strings.",
            "{count} of {all} initializers count as parameters; the others contain integers, Booleans or "
            "strings.",
            parameters, {{"count", formatCount(parameters)}, {"all", formatCount(int64_t(m_initializers))}}));
    if (m_weights > 0)
        m_log.find(translatedPlural("One Constant of two dimensions or more counts as a parameter.",
                                    "{count} Constants of two dimensions or more count as parameters.",
                                    int64_t(m_weights), {{"count", formatCount(int64_t(m_weights))}}));
    if (m_external > 0)
        m_log.find(
            translatedPlural("The values of one initializer are in another file, which is not needed.",
                             "{count} initializers have their values in other files, which are not needed.",
                             int64_t(m_external), {{"count", formatCount(int64_t(m_external))}}));
    if (m_constants > 0)
        m_log.find(translatedPlural("One Constant is not shown.", "{count} Constants are not shown.",
                                    int64_t(m_constants), {{"count", formatCount(int64_t(m_constants))}}));
    if (m_model.functions > 0)
        m_log.find(translatedPlural("One function defined in the model is shown as an operator.",
                                    "{count} functions defined in the model are shown as operators.",
                                    m_model.functions, {{"count", formatCount(m_model.functions)}}));
    if (m_missing > 0)
        m_log.find(translatedPlural("One input of a node is not defined in the file.",
                                    "{count} inputs of nodes are not defined in the file.",
                                    int64_t(m_missing), {{"count", formatCount(int64_t(m_missing))}}));
    if (m_inCircles > 0)
        m_log.find(
            translatedPlural("One node is in or after a cycle; an edge that leads back is left out.",
                             "{count} nodes are in or after cycles; edges that lead back are left out.",
                             int64_t(m_inCircles), {{"count", formatCount(int64_t(m_inCircles))}}));
    if (m_model.tooDeep > 0)
        m_log.find(translatedPlural("One graph nested more than 32 levels deep is left out.",
                                    "{count} graphs nested more than 32 levels deep are left out.",
                                    m_model.tooDeep, {{"count", formatCount(m_model.tooDeep)}}));
}

} // namespace

NetworkGraph onnxGraph(const OnnxModel& model, ImportLog& log)
{
    return Builder(model, log).build();
}

} // namespace stepscope
