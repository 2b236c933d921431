#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// The parts of an ONNX model that a graph is made from. Texts refer to the file's content.

namespace stepscope {

struct OnnxTensor
{
    std::string_view name;
    std::vector<int64_t> sizes;
    int64_t type = 0;        ///< TensorProto.DataType
    bool isExternal = false; ///< its values are in another file
};

struct OnnxValue
{
    std::string_view name;
    bool hasShape = false;
    std::vector<int64_t> sizes; ///< openSize where the model leaves a size open
};

struct OnnxSubgraph;

struct OnnxNode
{
    std::string_view name;
    std::string_view op;
    std::string_view domain; ///< empty: ONNX's own
    std::vector<std::string_view> inputs;
    std::vector<std::string_view> outputs;
    std::vector<OnnxSubgraph> graphs;
    std::vector<OnnxTensor> tensors; ///< the value of a Constant
};

struct OnnxGraph
{
    std::string_view name;
    std::vector<OnnxNode> nodes;
    std::vector<OnnxTensor> initializers;
    std::vector<OnnxValue> inputs;
    std::vector<OnnxValue> outputs;
    std::vector<OnnxValue> values; ///< of the values inside
};

struct OnnxSubgraph
{
    std::string_view role; ///< "then_branch", "body"
    OnnxGraph graph;
};

struct OnnxModel
{
    int64_t irVersion = 0;
    std::string_view producer;
    std::string_view producerVersion;
    std::vector<std::pair<std::string_view, int64_t>> operatorSets; ///< domain and version
    OnnxGraph graph;
    bool hasGraph = false;
    int64_t functions = 0;
    int64_t tooDeep = 0; ///< nested graphs that were left out
    std::string damage;  ///< "it is cut short"; empty: undamaged
};

/// Reads the content up to the first damage.
OnnxModel onnxModel(std::string_view content);

/// Whether the fields at the start of the content are those of a model.
bool looksLikeOnnx(std::string_view head);

} // namespace stepscope
