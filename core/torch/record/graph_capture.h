#pragma once

#include "core/experiment/experiment.h"
#include "core/graph/network_graph.h"
#include "core/torch/model/network.h"
#include "core/torch/shared/torch_headers.h"

#include <string>
#include <unordered_map>
#include <vector>

namespace stepscope {

/// Observes one forward pass on this thread and builds the network's graph from it: the outermost operators,
/// each connected to those whose tensors it takes. The tensors are kept alive, so that an address identifies
/// one tensor.
class GraphCapture
{
public:
    GraphCapture(const Network& network, const Experiment& experiment, const torch::Tensor& input);
    ~GraphCapture();
    GraphCapture(const GraphCapture&) = delete;
    GraphCapture& operator=(const GraphCapture&) = delete;

    /// Ends the capture after the forward pass gave this result. Returns the graph, whose output is connected
    /// to what the network gives: values, and its loss if it returns one.
    NetworkGraph finish(const NetworkResult& result);

private:
    void describeLayers(const Network& network);
    void enter(const at::RecordFunction& function);
    void exit(const at::RecordFunction& function);
    void connectInput(const torch::Tensor& tensor, GraphNodeId node);
    GraphLayerId layerNamed(const std::string& name) const;
    void stop();

    static std::unique_ptr<at::ObserverContext> onEnter(const at::RecordFunction& function);
    static void onExit(const at::RecordFunction& function, at::ObserverContext* context);

    NetworkGraph m_graph;
    at::CallbackHandle m_callback = 0;
    bool m_active = false;
    int m_depth = 0;                    ///< nesting depth of operators
    std::vector<GraphLayerId> m_layers; ///< open layers, innermost last
    /// All outputs, so that none gets the address of an earlier one. Weak pointers do not keep their memory.
    std::vector<c10::weak_intrusive_ptr<at::TensorImpl>> m_seen;
    std::unordered_map<const c10::TensorImpl*, GraphNodeId> m_producers;
    std::unordered_map<const c10::TensorImpl*, GraphParameter> m_parameters;
};

/// The graph of an experiment's network from one forward pass. The batch size is the experiment's, but at
/// most 256 images, or 8 of a large network; the graph has it.
NetworkGraph captureNetwork(const Experiment& experiment);

} // namespace stepscope
