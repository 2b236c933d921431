#include "core/import/torchscript/script_modules.h"

#include "core/base/error.h"
#include "core/graph/tensor_shape.h"
#include "core/language/translation.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace stepscope {

namespace {

constexpr int64_t mostFileBytes = 16 << 20;
constexpr int64_t mostCodeBytes = 64 << 20;
constexpr int deepestModule = 32;
constexpr size_t mostModules = 100'000;
constexpr size_t longestLayerName = 512;

/// "a.b" and "c" of "a.b.c".
std::pair<std::string_view, std::string_view> splitName(std::string_view name)
{
    const size_t dot = name.rfind('.');
    return dot == std::string_view::npos ? std::pair(std::string_view(), name)
                                         : std::pair(name.substr(0, dot), name.substr(dot + 1));
}

std::string keyOf(const Pickle& data, PickleId tensor)
{
    return fmt::format("{} {}", data[tensor].text, fmt::join(data.shape(tensor), ","));
}

} // namespace

std::string_view shortClassName(std::string_view name)
{
    return splitName(name).second;
}

const ScriptFile* ScriptCode::fileOf(std::string_view module)
{
    if (const auto known = m_files.find(module); known != m_files.end())
        return known->second.get();
    std::string path(module);
    std::ranges::replace(path, '.', '/');
    path = fmt::format("{}code/{}.py", m_prefix, path);
    auto& file = m_files[std::string(module)];
    if (!m_archive.entries().contains(path))
        return nullptr;
    auto read = std::make_unique<ScriptFile>();
    try {
        read->text = m_archive.read(path, std::min(mostFileBytes, mostCodeBytes - m_bytesRead));
        m_bytesRead += int64_t(read->text.size());
        parseScript(*read);
        file = std::move(read);
    } catch (const Error& error) {
        m_problems.push_back(translated("The code {file} cannot be read: {reason}.",
                                        {{"file", path}, {"reason", error.what()}}));
    }
    return file.get();
}

const ScriptClass* ScriptCode::findClass(std::string_view name)
{
    const auto [module, own] = splitName(name);
    const ScriptFile* file = fileOf(module);
    return file ? file->find(own) : nullptr;
}

const ScriptFunction* ScriptCode::findFunction(std::string_view name)
{
    const auto [module, own] = splitName(name);
    const ScriptFile* file = fileOf(module);
    return file ? file->function(own) : nullptr;
}

ScriptModules::ScriptModules(const Pickle& data, ScriptCode& code, NetworkGraph& graph)
    : m_data(data)
    , m_code(code)
    , m_graph(graph)
{
    visit(data.root, {}, 0);
}

GraphLayerId ScriptModules::layerOf(PickleId module) const
{
    const auto found = m_layerOf.find(module);
    return found == m_layerOf.end() ? GraphLayerId() : found->second;
}

ScriptTensorId ScriptModules::tensorOf(PickleId tensor) const
{
    const auto found = m_tensorByKey.find(keyOf(m_data, tensor));
    return found == m_tensorByKey.end() ? ScriptTensorId() : found->second;
}

std::string ScriptModules::nameIn(GraphLayerId layer, std::string_view part) const
{
    const std::string around = layer.isNone() ? std::string() : m_graph.layers[layer].name + ".";
    return around + std::string(part.substr(0, longestLayerName));
}

void ScriptModules::visit(PickleId module, GraphLayerId layer, int depth)
{
    m_layerOf.insert({module, layer});
    const ScriptClass* const type = m_code.findClass(m_data.className(module));
    const std::vector<PickleId>& state = m_data[m_data[module].state].items;
    for (size_t i = 0; i + 1 < state.size(); i += 2) {
        const std::string& name = m_data[state[i]].text;
        const PickleId value = state[i + 1];
        const auto kind = m_data[value].kind;
        if (kind == PickleValue::Kind::Tensor) {
            const bool isParameter =
                type ? std::ranges::find(type->parameters, name) != type->parameters.end() : true;
            addTensor(value, nameIn(layer, name), layer, isParameter);
            continue;
        }
        if (kind != PickleValue::Kind::Object || m_layerOf.contains(value) || depth >= deepestModule)
            continue;
        const ScriptClass* const inner = m_code.findClass(m_data.className(value));
        if (inner && inner->base != "Module")
            continue;
        if (m_graph.layers.size() >= mostModules)
            throw Error(
                translated("it has more than {count} modules", {{"count", std::to_string(mostModules)}}));
        m_graph.layers.push_back({.name = nameIn(layer, name),
                                  .type = std::string(shortClassName(m_data.className(value))),
                                  .parent = layer});
        visit(value, GraphLayerId(uint32_t(m_graph.layers.size() - 1)), depth + 1);
    }
}

void ScriptModules::addTensor(PickleId tensor, const std::string& name, GraphLayerId layer, bool isParameter)
{
    const auto shape = m_data.shape(tensor);
    const auto [place, isNew] = m_tensorByKey.try_emplace(keyOf(m_data, tensor), uint32_t(m_tensors.size()));
    if (isNew)
        m_tensors.push_back({.named = {name, shape}, .isParameter = isParameter});
    if (!isNew || !isParameter) // a parameter that several modules share is counted with the first
        return;
    const int64_t count = elementCount(shape);
    m_graph.parameterCount = saturatedSum(m_graph.parameterCount, count);
    for (auto at = layer; !at.isNone(); at = m_graph.layers[at].parent)
        m_graph.layers[at].parameters = saturatedSum(m_graph.layers[at].parameters, count);
}

} // namespace stepscope
