#pragma once

#include "core/base/id_hash.h"
#include "core/import/torchscript/script_graph.h"
#include "core/import/torchscript/script_operators.h"

#include <span>
#include <string>
#include <string_view>
#include <unordered_map>

namespace stepscope {

/// Follows the code of a TorchScript model and adds the operators that it calls to a graph: see addForward().
class ScriptWalk
{
public:
    /// The walk has become too long: what is in the graph so far stays.
    struct TooLong
    {
        std::string reason;
    };

    ScriptWalk(NetworkGraph& graph, const Pickle& data, const Pickle& constants, const ScriptModules& modules,
               ScriptCode& code, ScriptAccount& account);

    /// Calls a method of the root module. Returns what it returns. Throws TooLong.
    ScriptValue call(const ScriptFunction& forward);

    /// The nodes that produce a value.
    std::vector<GraphNodeId> sources(const ScriptValue& value);
    /// The parameters and constants; usedTensors() has their indices.
    const std::vector<ScriptTensor>& tensors() const { return m_tensors; }
    /// By node: the tensors that it takes.
    const std::vector<std::vector<ScriptTensorId>>& usedTensors() const { return m_usedTensors; }

private:
    struct Frame
    {
        std::unordered_map<std::string_view, ScriptValue> variables;
        ScriptValue returned;
        bool hasReturned = false; ///< on at least one path
        GraphLayerId layer;
    };
    using Expression = ScriptExpression;
    using Values = std::vector<ScriptValue>;

    /// Limits the nesting depth of calls, statements and expressions.
    struct Level
    {
        explicit Level(ScriptWalk& walk);
        ~Level() { --walk.m_levels; }
        Level(const Level&) = delete;
        Level& operator=(const Level&) = delete;
        ScriptWalk& walk;
    };

    void step(size_t cost = 1);
    void chargeCopy(const Frame& frame);
    GraphNodeId addNode(GraphNode node, const ScriptValue& from);

    /// Returns whether the statements return on every path.
    bool run(const std::vector<ScriptStatement>& statements, Frame& frame);
    bool runStatement(const ScriptStatement& statement, Frame& frame);
    bool runConditional(const ScriptStatement& statement, Frame& frame);
    void runLoop(const ScriptStatement& statement, Frame& frame);
    void assign(const std::vector<std::string_view>& targets, const ScriptValue& value, Frame& frame);

    ScriptValue evaluate(const Expression& expression, Frame& frame);
    ScriptValue variable(std::string_view name, const Frame& frame);
    ScriptValue attribute(const ScriptValue& of, std::string_view name);
    ScriptValue indexed(const Expression& expression, Frame& frame);
    ScriptValue evaluateCall(const Expression& expression, Frame& frame);
    ScriptValue callBuiltIn(std::string_view name, const Values& arguments);
    ScriptValue callNamed(const std::string& name, const Expression& expression, const Values& arguments,
                          Frame& frame);
    ScriptValue callOperator(const std::string& name, const Expression& expression, const Values& arguments,
                             Frame& frame);
    ScriptValue callMethod(PickleId object, std::string_view name, const Values& arguments,
                           GraphLayerId layer);
    ScriptValue callFunction(const ScriptFunction& function, const Values& arguments, GraphLayerId layer);

    ScriptValue pickled(PickleId index, int depth = 0);
    ScriptValue constant(std::string_view name);
    ScriptValue sequence(Values items) const;
    /// All tensors in these values as one value; Unknown if there are none.
    ScriptValue together(std::span<const ScriptValue> values);
    void gather(const ScriptValue& value, ScriptValue& into, int depth);
    ScriptValue merged(const ScriptValue& a, const ScriptValue& b, int depth = 0);

    NetworkGraph& m_graph;
    const Pickle& m_data;
    const Pickle& m_constants;
    const ScriptModules& m_modules;
    ScriptCode& m_code;
    ScriptAccount& m_account;
    std::vector<ScriptTensor> m_tensors;
    std::vector<std::vector<ScriptTensorId>> m_usedTensors;
    std::unordered_map<PickleId, ScriptTensorId> m_constantTensors; ///< by constant
    size_t m_steps = 0;
    int m_calls = 0;  ///< nested
    int m_levels = 0; ///< nested
};

} // namespace stepscope
