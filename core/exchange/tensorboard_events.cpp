#include "core/exchange/tensorboard_events.h"

#include "core/exchange/record_file.h"
#include "core/graph/tensor_shape.h"
#include "core/run/imported_experiment.h"
#include "core/run/validation.h"

#include <protozero/pbf_writer.hpp>

#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

namespace stepscope {

namespace {

using Tag = protozero::pbf_tag_type;

// Field numbers in TensorFlow's event.proto and summary.proto.
namespace event {
constexpr Tag wallTime = 1, step = 2, fileVersion = 3, graph = 4, summary = 5;
}
namespace summary {
constexpr Tag value = 1;
}
namespace value {
constexpr Tag tag = 1, simple = 2;
}
// The same for graph.proto, node_def.proto, attr_value.proto and tensor_shape.proto.
namespace graphDef {
constexpr Tag node = 1, versions = 4;
}
namespace versions {
constexpr Tag producer = 1;
}
namespace nodeDef {
constexpr Tag name = 1, op = 2, input = 3, attribute = 5;
}
namespace entry {
constexpr Tag key = 1, value = 2;
}
namespace attribute {
constexpr Tag list = 1;
}
namespace list {
constexpr Tag shape = 7;
}
namespace shape {
constexpr Tag dimension = 2;
}
namespace dimension {
constexpr Tag size = 1;
}

/// Writes the events of a run one after another.
class EventFile
{
public:
    explicit EventFile(int64_t startUnixMs)
        : m_startUnixMs(startUnixMs)
    {
    }

    void version()
    {
        std::string bytes;
        protozero::pbf_writer message(bytes);
        message.add_double(event::wallTime, wallTime(0));
        message.add_string(event::fileVersion, "brain.Event:2");
        appendRecord(m_file, bytes);
    }

    void graph(const std::string& graph)
    {
        std::string bytes;
        protozero::pbf_writer message(bytes);
        message.add_double(event::wallTime, wallTime(0));
        message.add_bytes(event::graph, graph);
        appendRecord(m_file, bytes);
    }

    struct Scalar
    {
        const char* tag;
        double number;
    };

    void scalars(int64_t ns, int64_t step, const std::vector<Scalar>& scalars)
    {
        std::string bytes;
        {
            protozero::pbf_writer message(bytes);
            message.add_double(event::wallTime, wallTime(ns));
            message.add_int64(event::step, step);
            protozero::pbf_writer all(message, event::summary);
            for (const auto& scalar : scalars) {
                protozero::pbf_writer one(all, summary::value);
                one.add_string(value::tag, scalar.tag);
                one.add_float(value::simple, float(scalar.number));
            }
        }
        appendRecord(m_file, bytes);
    }

    std::string take() { return std::move(m_file); }

private:
    double wallTime(int64_t ns) const { return double(m_startUnixMs) / 1e3 + double(ns) / 1e9; }

    int64_t m_startUnixMs;
    std::string m_file;
};

void writeStep(EventFile& file, const StepMetrics& step)
{
    std::vector<EventFile::Scalar> scalars{{"loss/train", step.loss}};
    if (!std::isnan(step.accuracy()))
        scalars.push_back({"accuracy/train", step.accuracy()});
    file.scalars(step.startNs + step.durationNs, step.step, scalars);
}

void writeEpoch(EventFile& file, const EpochMetrics& epoch, const Run& run)
{
    std::vector<EventFile::Scalar> scalars{{"learning_rate", epoch.learningRate}};
    if (epoch.trainNs > 0)
        scalars.push_back({"images_per_second", epoch.imagesPerSecond()});
    if (epoch.testImages > 0) {
        scalars.push_back({"loss/test", epoch.testLoss});
        if (!std::isnan(epoch.testAccuracy()))
            scalars.push_back({"accuracy/test", epoch.testAccuracy()});
    }
    if (const auto validation = validationAfter(run, epoch.lastStep)) {
        scalars.push_back({"loss/validation", validation->loss});
        if (!std::isnan(validation->accuracy))
            scalars.push_back({"accuracy/validation", validation->accuracy});
    }
    file.scalars(epoch.endNs, epoch.lastStep, scalars);
}

/// "layer1/conv2/conv2d", followed by "_1" … if that is taken.
std::vector<std::string> nodeNames(const NetworkGraph& graph)
{
    std::vector<std::string> names;
    std::set<std::string> taken;
    for (const auto& node : graph.nodes) {
        auto name = node.label;
        if (!node.layer.isNone()) {
            auto layers = graph.layers[node.layer].name;
            std::ranges::replace(layers, '.', '/');
            name = layers + "/" + name;
        }
        // Names that TensorFlow accepts: [A-Za-z0-9.][A-Za-z0-9_.\\-/]*
        std::ranges::replace_if(
            name,
            [](char c) {
                const bool letter =
                    (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
                return !letter && c != '_' && c != '.' && c != '-' && c != '/';
            },
            '_');
        auto free = name;
        for (int i = 1; !taken.insert(free).second; ++i)
            free = name + "_" + std::to_string(i);
        names.push_back(free);
    }
    return names;
}

void writeShape(protozero::pbf_writer& node, const std::vector<int64_t>& sizes)
{
    protozero::pbf_writer attributeEntry(node, nodeDef::attribute);
    attributeEntry.add_string(entry::key, "_output_shapes");
    protozero::pbf_writer attributeValue(attributeEntry, entry::value);
    protozero::pbf_writer shapes(attributeValue, attribute::list);
    std::string bytes; // separate: pbf_writer leaves out a message without fields, such as a scalar's shape
    protozero::pbf_writer one(bytes);
    for (const auto size : sizes) {
        protozero::pbf_writer each(one, shape::dimension);
        each.add_int64(dimension::size, size);
    }
    shapes.add_message(list::shape, bytes);
}

} // namespace

std::string tensorFlowGraph(const NetworkGraph& graph)
{
    const auto names = nodeNames(graph);
    std::vector<std::vector<GraphNodeId>> inputs(graph.nodes.size());
    for (const auto& edge : graph.edges)
        inputs[edge.to].push_back(edge.from);
    std::string bytes;
    protozero::pbf_writer message(bytes);
    for (size_t i = 0; i < graph.nodes.size(); ++i) {
        protozero::pbf_writer node(message, graphDef::node);
        node.add_string(nodeDef::name, names[i]);
        node.add_string(nodeDef::op, graph.nodes[i].op);
        for (const auto from : inputs[i])
            node.add_string(nodeDef::input, names[from]);
        if (isKnownShape(graph.nodes[i].outputShape))
            writeShape(node, graph.nodes[i].outputShape);
    }
    protozero::pbf_writer versionsMessage(message, graphDef::versions);
    versionsMessage.add_int32(versions::producer, 22);
    versionsMessage.commit();
    return bytes;
}

std::string tensorBoardEvents(const Run& run)
{
    EventFile file(run.startUnixMs);
    file.version();
    if (run.graph)
        file.graph(tensorFlowGraph(*run.graph));
    auto epoch = run.epochs.begin();
    for (const auto& step : run.steps) {
        for (; epoch != run.epochs.end() && epoch->lastStep < step.step; ++epoch)
            writeEpoch(file, *epoch, run);
        if (!isImported(run)) // steps of imported runs have neither loss nor accuracy
            writeStep(file, step);
    }
    for (; epoch != run.epochs.end(); ++epoch)
        writeEpoch(file, *epoch, run);
    return file.take();
}

} // namespace stepscope
