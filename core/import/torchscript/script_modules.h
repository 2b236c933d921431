#pragma once

#include "core/base/id_hash.h"
#include "core/graph/network_graph.h"
#include "core/import/torchscript/pickle.h"
#include "core/import/torchscript/script_syntax.h"
#include "core/import/torchscript/script_value.h"
#include "core/import/torchscript/zip_archive.h"

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace stepscope {

/// The source code of a TorchScript archive, read file by file on demand.
class ScriptCode
{
public:
    /// `prefix`: common to the archive's entries, "model/".
    ScriptCode(const ZipArchive& archive, std::string prefix)
        : m_archive(archive)
        , m_prefix(std::move(prefix))
    {
    }

    /// A class by its full name, "__torch__.torch.nn.modules.conv.Conv2d"; null: the archive has no such
    /// class, or its file cannot be read.
    const ScriptClass* findClass(std::string_view name);
    const ScriptFunction* findFunction(std::string_view name);
    /// A sentence for each file that cannot be read.
    const std::vector<std::string>& problems() const { return m_problems; }

private:
    const ScriptFile* fileOf(std::string_view module);

    const ZipArchive& m_archive;
    std::string m_prefix;
    int64_t m_bytesRead = 0;
    std::vector<std::string> m_problems;
    std::map<std::string, std::unique_ptr<ScriptFile>, std::less<>> m_files;
};

/// A parameter or buffer of a module, or a constant of a frozen model.
struct ScriptTensor
{
    GraphParameter named;
    bool isParameter = true; ///< it is trained
};

/// The modules of a pickled TorchScript model as layers of a graph, and their tensors.
class ScriptModules
{
public:
    /// Adds layers and their numbers of parameters to the graph. Throws Error.
    ScriptModules(const Pickle& data, ScriptCode& code, NetworkGraph& graph);

    /// The layer of a module of the pickle; none: the network itself, or not a module.
    GraphLayerId layerOf(PickleId module) const;
    /// The index in tensors() of a tensor of the pickle; none: it belongs to no module.
    ScriptTensorId tensorOf(PickleId tensor) const;
    const std::vector<ScriptTensor>& tensors() const { return m_tensors; }

private:
    void visit(PickleId module, GraphLayerId layer, int depth);
    void addTensor(PickleId tensor, const std::string& name, GraphLayerId layer, bool isParameter);
    std::string nameIn(GraphLayerId layer, std::string_view part) const;

    const Pickle& m_data;
    ScriptCode& m_code;
    NetworkGraph& m_graph;
    std::unordered_map<PickleId, GraphLayerId> m_layerOf;
    std::vector<ScriptTensor> m_tensors;
    std::unordered_map<std::string, ScriptTensorId> m_tensorByKey; ///< storage, offset and shape
};

/// "Conv2d" of "__torch__.torch.nn.modules.conv.___torch_mangle_0.Conv2d".
std::string_view shortClassName(std::string_view name);

} // namespace stepscope
