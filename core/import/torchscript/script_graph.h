#pragma once

#include "core/graph/network_graph.h"
#include "core/import/torchscript/pickle.h"
#include "core/import/torchscript/script_modules.h"

namespace stepscope {

/// What following a model's code met.
struct ScriptAccount
{
    int64_t branches = 0;   ///< whose condition depends on values: both sides are in the graph
    int64_t loops = 0;      ///< their bodies are in the graph once
    int64_t dropped = 0;    ///< operators whose results reach no output
    int64_t optional = 0;   ///< inputs that may be left out and count as such
    int64_t recursive = 0;  ///< calls nested too deep to follow
    std::string cutShort;   ///< why it was not followed to its end; empty: it was
    bool hasForward = true; ///< the model has a method to follow
};

/// Follows the code of a model's forward method from its inputs to its outputs, without computing anything:
/// calls of modules' methods and of functions are gone into, and operators that take or make tensors become
/// nodes of the layer whose method calls them. Conditions that are known from the model's own settings are
/// decided.
///
/// Shapes of what flows are not in such a file; those of parameters are. `constants`: of a frozen model.
ScriptAccount addForward(NetworkGraph& graph, const Pickle& data, const Pickle& constants,
                         const ScriptModules& modules, ScriptCode& code);

} // namespace stepscope
