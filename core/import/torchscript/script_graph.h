#pragma once

#include "core/graph/network_graph.h"
#include "core/import/torchscript/pickle.h"
#include "core/import/torchscript/script_modules.h"

namespace stepscope {

/// The results of following a model's code.
struct ScriptAccount
{
    int64_t branches = 0;   ///< whose condition depends on values: both sides are in the graph
    int64_t loops = 0;      ///< their bodies are in the graph once
    int64_t dropped = 0;    ///< operators whose results do not reach an output
    int64_t optional = 0;   ///< optional inputs, treated as not given
    int64_t recursive = 0;  ///< calls nested too deep to follow
    std::string cutShort;   ///< why it was not followed to the end; empty: it was
    bool hasForward = true; ///< the model has a method to follow
};

/// Follows the code of a model's forward method from its inputs to its outputs, without computing anything:
/// calls of modules' methods and of functions are followed, and operators that take or make tensors become
/// nodes of the layer whose method calls them. Conditions that are known from the model's own settings are
/// evaluated.
///
/// Such a file contains the shapes of parameters, but not those of activations. `constants`: of a frozen
/// model.
ScriptAccount addForward(NetworkGraph& graph, const Pickle& data, const Pickle& constants,
                         const ScriptModules& modules, ScriptCode& code);

} // namespace stepscope
