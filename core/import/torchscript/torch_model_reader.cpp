#include "core/import/torchscript/torch_model_reader.h"

#include "core/base/text/format.h"
#include "core/graph/named_layers.h"
#include "core/graph/tensor_shape.h"
#include "core/import/shared/import_source.h"
#include "core/import/shared/imported_model.h"
#include "core/import/torchscript/script_graph.h"
#include "core/import/torchscript/script_modules.h"
#include "core/language/translation.h"

#include <algorithm>
#include <array>
#include <set>

namespace stepscope {

namespace {

using namespace std::string_view_literals;

constexpr std::string_view zipMagic = "PK\x03\x04";
constexpr std::string_view oldMagic = "\x80\x02\x8a\x0a\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19"sv;
constexpr int64_t mostPickleBytes = 64 << 20;

/// The content of a file without code.
struct SavedTensors
{
    int64_t tensors = 0;
    int64_t values = 0;
    std::set<std::string> modules; ///< "layer1.0.conv1" of "layer1.0.conv1.weight"
};

SavedTensors savedTensors(const Pickle& data)
{
    SavedTensors saved;
    for (const PickleValue& value : data.values) {
        for (size_t i = 0; value.kind == PickleValue::Kind::Dict && i + 1 < value.items.size(); i += 2) {
            const PickleValue& key = data[value.items[i]];
            const PickleId tensor = value.items[i + 1];
            if (key.kind != PickleValue::Kind::Text || data[tensor].kind != PickleValue::Kind::Tensor)
                continue;
            ++saved.tensors;
            saved.values = saturatedSum(saved.values, elementCount(data.shape(tensor)));
            if (const size_t dot = key.text.rfind('.'); dot != std::string::npos)
                saved.modules.insert(key.text.substr(0, dot));
        }
    }
    return saved;
}

[[noreturn]] void failWithoutCode(const Pickle& data)
{
    const auto saved = savedTensors(data);
    if (saved.tensors == 0)
        throw Error(translated("it holds a pickled object without tensors and code, which is not a model"));
    const auto modules = int64_t(saved.modules.size());
    throw Error(translated(
        modules > 0
            ? translatable(
                  "it holds {tensors} with {values} of {modules} but no code, as torch.save() writes, so it "
                  "does not say how they are connected; torch.jit.script(model).save(\"model.pt\") does")
            : translatable("it holds {tensors} with {values} but no code, as torch.save() writes, so it does "
                           "not say how they are connected; torch.jit.script(model).save(\"model.pt\") does"),
        {{"tensors", translatedPlural("{count} tensor", "{count} tensors", saved.tensors,
                                      {{"count", formatCount(saved.tensors)}})},
         {"values", translatedPlural("{count} value", "{count} values", saved.values,
                                     {{"count", formatCount(saved.values)}})},
         {"modules", translatedPlural("{count} module", "{count} modules", modules,
                                      {{"count", formatCount(modules)}})}}));
}

/// "model/" of the entry "model/data.pkl".
std::string prefixOf(const ZipArchive& archive)
{
    constexpr std::string_view entry = "data.pkl";
    for (const auto& [name, unused] : archive.entries()) {
        const size_t slash = name.find('/');
        if (name == entry)
            return {};
        if (slash != std::string::npos && std::string_view(name).substr(slash + 1) == entry)
            return name.substr(0, slash + 1);
    }
    throw Error(translated("it is a zip archive without a PyTorch model (an entry data.pkl)"));
}

Pickle readEntry(const ZipArchive& archive, const std::string& name)
{
    const std::string content = archive.read(name, mostPickleBytes);
    try {
        return readPickle(content);
    } catch (const Error& error) {
        throw Error(translated("its entry {entry} is not a readable pickle: {reason}",
                               {{"entry", name}, {"reason", error.what()}}));
    }
}

/// The format of PyTorch before 1.6: several pickles one after another; the fourth is the object.
[[noreturn]] void failOnOldFile(const std::filesystem::path& path)
{
    ImportSource source(path);
    std::string content(size_t(std::min(source.fileBytes(), mostPickleBytes)), '\0');
    content.resize(source.read(content.data(), content.size()));
    constexpr int object = 3;
    size_t at = 0;
    for (int number = 0; number < object; ++number)
        at += readPickle(std::string_view(content).substr(at)).bytes;
    failWithoutCode(readPickle(std::string_view(content).substr(at)));
}

void tell(const ScriptAccount& account, const ScriptCode& code, ImportLog& log)
{
    for (const std::string& problem : code.problems())
        log.damage(problem);
    if (!account.hasForward)
        log.damage(translated("The file does not contain the code of the forward method, so there are only "
                              "modules and no graph."));
    if (!account.cutShort.empty())
        log.damage(translated("The graph ends early: {reason}.", {{"reason", account.cutShort}}));
    if (account.branches > 0)
        log.find(translatedPlural(
            "One branch depends on values that are only known at run time: the graph has both sides.",
            "{count} branches depend on values that are only known at run time: the graph has both sides.",
            account.branches, {{"count", formatCount(account.branches)}}));
    if (account.loops > 0)
        log.find(translatedPlural("One loop is in the graph as if it ran once.",
                                  "{count} loops are in the graph as if they ran once.", account.loops,
                                  {{"count", formatCount(account.loops)}}));
    if (account.optional > 0)
        log.find(translatedPlural("One input is optional and is treated as not given.",
                                  "{count} inputs are optional and are treated as not given.",
                                  account.optional, {{"count", formatCount(account.optional)}}));
    if (account.dropped > 0)
        log.find(translatedPlural("One operator whose result reaches no output is not shown.",
                                  "{count} operators whose results reach no output are not shown.",
                                  account.dropped, {{"count", formatCount(account.dropped)}}));
    if (account.recursive > 0)
        log.find(translatedPlural("One call is nested too deep to be followed.",
                                  "{count} calls are nested too deep to be followed.", account.recursive,
                                  {{"count", formatCount(account.recursive)}}));
    log.find(translated("A TorchScript file contains the shapes of parameters, but not those of activations. "
                        "Sizes and numbers that its code computes are not shown."));
}

NetworkGraph readGraph(const std::filesystem::path& path, ImportLog& log)
{
    const ZipArchive archive(path);
    const std::string prefix = prefixOf(archive);
    const Pickle data = readEntry(archive, prefix + "data.pkl");
    const auto hasCode = archive.entries().lower_bound(prefix + "code/");
    if (hasCode == archive.entries().end() || !hasCode->first.starts_with(prefix + "code/"))
        failWithoutCode(data);
    if (data[data.root].kind != PickleValue::Kind::Object)
        throw Error(translated("its pickled object is not a module"));
    Pickle constants;
    if (archive.entries().contains(prefix + "constants.pkl"))
        constants = readEntry(archive, prefix + "constants.pkl");
    else
        constants.values.emplace_back();
    NetworkGraph graph;
    graph.network = shortClassName(data.className(data.root));
    ScriptCode code(archive, prefix);
    const ScriptModules modules(data, code, graph);
    const auto account = addForward(graph, data, constants, modules, code);
    tell(account, code, log);
    return graph;
}

} // namespace

bool isTorchModel(std::string_view head)
{
    return head.starts_with(zipMagic) || head.starts_with(oldMagic);
}

ImportedRun readTorchModel(const std::filesystem::path& path, const ImportOptions&)
{
    ImportSource source(path);
    std::array<char, oldMagic.size()> head = {};
    ImportLog log;
    NetworkGraph graph;
    try {
        if (source.isGzip())
            throw Error(translated("it is a compressed archive; decompress it first"));
        if (std::string_view(head.data(), source.read(head.data(), head.size())) == oldMagic)
            failOnOldFile(path);
        graph = readGraph(path, log);
    } catch (const Error& error) {
        throw Error(translated("Cannot import {file}: {reason}.",
                               {{"file", path.string()}, {"reason", error.what()}}));
    }
    return importedModel(std::move(graph),
                         {.file = path,
                          .format = translated("TorchScript model"),
                          .fileBytes = source.fileBytes(),
                          .contentBytes = source.fileBytes()},
                         std::move(log));
}

} // namespace stepscope
