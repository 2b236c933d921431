#pragma once

#include "core/graph/network_graph.h"

#include <fmt/format.h>
#include <protozero/pbf_writer.hpp>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace stepscope::test {

/// A node a line, in the graph's order: "conv1: conv2d [conv1.weight 32 × 1 × 3 × 3] 64 × 32 × 26 × 26 < x".
/// The labels of its inputs follow "<".
inline std::string printed(const NetworkGraph& graph)
{
    std::string text;
    for (size_t i = 0; i < graph.nodes.size(); ++i) {
        const GraphNode& node = graph.nodes[i];
        if (!node.layer.isNone())
            text += graph.layers[node.layer].name + ": ";
        text += node.kind == GraphNodeKind::Operator ? node.label : node.op + " " + node.label;
        for (const auto& parameter : node.parameters)
            text += fmt::format(" [{} {}]", parameter.name, shapeText(parameter.shape));
        if (const auto shape = shapeText(node.outputShape); !shape.empty())
            text += " " + shape;
        std::string inputs;
        for (const auto& edge : graph.edges) {
            if (edge.to == i)
                inputs += (inputs.empty() ? "" : ", ") + graph.nodes[edge.from].label;
        }
        text += (inputs.empty() ? "" : " < " + inputs) + "\n";
    }
    return text;
}

/// "conv1 Conv2d 320" a line, inner layers indented.
inline std::string printedLayers(const NetworkGraph& graph)
{
    std::string text;
    for (const auto& layer : graph.layers) {
        for (auto at = layer.parent; !at.isNone(); at = graph.layers[at].parent)
            text += "  ";
        text += fmt::format("{} {} {}\n", layer.name, layer.type, layer.parameters);
    }
    return text;
}

/// Values of a pickle, by protocol 2.
namespace pickle {

inline std::string integer(int32_t number)
{
    std::string text = "J";
    for (int i = 0; i < 4; ++i)
        text += char(uint32_t(number) >> (8 * i));
    return text;
}
inline std::string text(const std::string& value)
{
    return "X" + integer(int32_t(value.size())).substr(1) + value;
}
inline std::string boolean(bool value)
{
    return value ? "\x88" : "\x89";
}
inline std::string none()
{
    return "N";
}
inline std::string global(const std::string& module, const std::string& name)
{
    return "c" + module + "\n" + name + "\n";
}
inline std::string tuple(const std::vector<std::string>& items)
{
    std::string all = "(";
    for (const auto& item : items)
        all += item;
    return all + "t";
}
inline std::string list(const std::vector<std::string>& items)
{
    std::string all = "](";
    for (const auto& item : items)
        all += item;
    return all + "e";
}
using Entries = std::vector<std::pair<std::string, std::string>>;
inline std::string dict(const Entries& entries)
{
    std::string all = "}(";
    for (const auto& [key, value] : entries)
        all += text(key) + value;
    return all + "u";
}
inline std::string call(const std::string& callable, const std::string& arguments)
{
    return callable + arguments + "R";
}
/// `name`: "__torch__.Net".
inline std::string object(const std::string& name, const Entries& state)
{
    const size_t dot = name.rfind('.');
    return global(name.substr(0, dot), name.substr(dot + 1)) + ")\x81" + dict(state) + "b";
}
inline std::string tensor(const std::string& storage, const std::vector<int32_t>& sizes)
{
    std::vector<std::string> all;
    for (const int32_t size : sizes)
        all.push_back(integer(size));
    const std::string description =
        tuple({text("storage"), global("torch", "FloatStorage"), text(storage), text("cpu"), integer(1)}) +
        "Q";
    return call(global("torch._utils", "_rebuild_tensor_v2"),
                tuple({description, integer(0), tuple(all), tuple({}), boolean(true),
                       call(global("collections", "OrderedDict"), ")")}));
}
inline std::string whole(const std::string& value)
{
    return "\x80\x02" + value + ".";
}

} // namespace pickle

/// Messages of ONNX, made field by field.
namespace onnx {

using protozero::pbf_writer;

inline std::string valueInfo(const std::string& name, const std::vector<int64_t>& sizes)
{
    std::string
        shape; // of its own: pbf_writer leaves out a message without fields, which a scalar's shape is
    pbf_writer dimensions(shape);
    for (const int64_t size : sizes) {
        pbf_writer dimension(dimensions, 1);
        if (size >= 0)
            dimension.add_int64(1, size);
        else
            dimension.add_string(2, "batch");
    }
    std::string bytes;
    {
        pbf_writer value(bytes);
        value.add_string(1, name);
        pbf_writer type(value, 2);
        pbf_writer tensor(type, 1);
        tensor.add_int32(1, 1);
        tensor.add_message(2, shape);
    }
    return bytes;
}

inline std::string initializer(const std::string& name, const std::vector<int64_t>& sizes, int32_t type = 1,
                               const std::string& values = "values")
{
    std::string bytes;
    pbf_writer tensor(bytes);
    tensor.add_packed_int64(1, sizes.begin(), sizes.end());
    tensor.add_int32(2, type);
    tensor.add_string(8, name);
    tensor.add_bytes(9, values);
    return bytes;
}

using Texts = std::vector<std::string>;
inline std::string node(const std::string& op, const Texts& inputs, const Texts& outputs,
                        const std::string& name = "",
                        const std::vector<std::pair<std::string, std::string>>& graphs = {})
{
    std::string bytes;
    pbf_writer node(bytes);
    for (const auto& input : inputs)
        node.add_string(1, input);
    for (const auto& output : outputs)
        node.add_string(2, output);
    node.add_string(3, name);
    node.add_string(4, op);
    for (const auto& [role, graph] : graphs) {
        pbf_writer attribute(node, 5);
        attribute.add_string(1, role);
        attribute.add_message(6, graph);
        attribute.add_int32(20, 5);
    }
    return bytes;
}

inline std::string constant(const std::string& tensor, const std::string& output)
{
    std::string bytes = node("Constant", {}, {output});
    pbf_writer node(bytes);
    pbf_writer attribute(node, 5);
    attribute.add_string(1, "value");
    attribute.add_message(5, tensor);
    attribute.commit();
    return bytes;
}

struct Graph
{
    std::string name = "net";
    Texts nodes, initializers, inputs, outputs, values;

    std::string bytes() const
    {
        std::string bytes;
        pbf_writer graph(bytes);
        for (const auto& each : nodes)
            graph.add_message(1, each);
        graph.add_string(2, name);
        for (const auto& each : initializers)
            graph.add_message(5, each);
        for (const auto& each : inputs)
            graph.add_message(11, each);
        for (const auto& each : outputs)
            graph.add_message(12, each);
        for (const auto& each : values)
            graph.add_message(13, each);
        return bytes;
    }
};

inline std::string model(const std::string& graph)
{
    std::string bytes;
    pbf_writer model(bytes);
    model.add_int64(1, 8);
    model.add_string(2, "pytest");
    model.add_string(3, "1.0");
    model.add_message(7, graph);
    pbf_writer set(model, 8);
    set.add_string(1, "");
    set.add_int64(2, 17);
    set.commit();
    return bytes;
}

} // namespace onnx

} // namespace stepscope::test
