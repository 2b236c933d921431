#include "core/base/error.h"
#include "core/graph/folded_graph.h"
#include "core/graph/graph_json.h"
#include "core/import/import.h"
#include "tests/core/import/model_files.h"
#include "tests/fuzz/fuzz_target.h"

using namespace stepscope;
using namespace stepscope::test;

/// ONNX models, and the processing of the graph view.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    const fuzz::MemoryFile file(data, size);
    try {
        const auto imported = importFile(file.path());
        if (!imported.run.graph)
            return 0;
        foldGraph(*imported.run.graph, layersCollapsedAtStart(*imported.run.graph));
        graphFromJson(toJson(*imported.run.graph)); // the content of a run file must be readable
    } catch (const Error& error) {
        if (std::string_view(error.what()).starts_with("The network's graph cannot be read"))
            __builtin_trap();
    }
    return 0;
}

std::vector<std::string> fuzz::seeds()
{
    onnx::Graph inner{.name = "then"};
    inner.nodes = {onnx::node("Relu", {"x"}, {"t"})};
    inner.outputs = {onnx::valueInfo("t", {1})};
    onnx::Graph graph;
    graph.inputs = {onnx::valueInfo("x", {-1, 3})};
    graph.initializers = {onnx::initializer("conv1.weight", {2, 3}), onnx::initializer("i", {1}, 7)};
    graph.values = {onnx::valueInfo("y", {1, 2})};
    graph.outputs = {onnx::valueInfo("z", {1})};
    graph.nodes = {onnx::node("Conv", {"x", "conv1.weight", "i"}, {"y"}, "/conv1/Conv"),
                   onnx::node("If", {"y"}, {"z"}, "If_0", {{"then_branch", inner.bytes()}})};
    return {onnx::model(graph.bytes())};
}
