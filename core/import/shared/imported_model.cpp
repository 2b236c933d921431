#include "core/import/shared/imported_model.h"

#include "core/base/text/format.h"
#include "core/graph/named_layers.h"
#include "core/import/shared/imported_run.h"
#include "core/language/translation.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace stepscope {

namespace {

/// The labels of all nodes of a kind.
std::string labelsOf(const NetworkGraph& graph, GraphNodeKind kind)
{
    std::string labels;
    for (const GraphNode& node : graph.nodes) {
        if (node.kind == kind)
            labels += (labels.empty() ? "" : ", ") + node.label;
    }
    constexpr size_t longest = 400;
    return labels.size() > longest ? labels.substr(0, longest) + " …" : labels;
}

std::string contentSentence(const NetworkGraph& graph)
{
    const auto count = std::ranges::count(graph.nodes, GraphNodeKind::Operator, &GraphNode::kind);
    const auto operators =
        translatedPlural("{count} operator", "{count} operators", count, {{"count", formatCount(count)}});
    const auto layers = int64_t(graph.layers.size());
    const auto modules =
        translatedPlural("{count} module", "{count} modules", layers, {{"count", formatCount(layers)}});
    std::vector<std::string> parts = {translated(layers > 0
                                                     ? translatable("{operators} in {modules}, {parameters}")
                                                     : translatable("{operators}, {parameters}"),
                                                 {{"operators", operators},
                                                  {"modules", modules},
                                                  {"parameters", parameterText(graph.parameterCount)}})};
    if (const auto labels = labelsOf(graph, GraphNodeKind::Input); !labels.empty())
        parts.push_back(translated("inputs: {names}", {{"names", labels}}));
    if (const auto labels = labelsOf(graph, GraphNodeKind::Output); !labels.empty())
        parts.push_back(translated("outputs: {names}", {{"names", labels}}));
    return fmt::format("{}.", fmt::join(parts, "; "));
}

} // namespace

ImportedRun importedModel(NetworkGraph graph, ImportOrigin origin, ImportLog log)
{
    ImportedRun imported{.run = importedRunOf(origin.name), .origin = std::move(origin), .log = {}};
    Run& run = imported.run;
    imported.log.find(translated("Imported from {file}: {format}, {size}.",
                                 {{"file", imported.origin.file.string()},
                                  {"format", imported.origin.format},
                                  {"size", formatBytes(double(imported.origin.fileBytes))}}));
    imported.log.find(contentSentence(graph));
    imported.log.add(log);
    if (const size_t parts = cutIntoParts(graph))
        imported.log.find(translatedPlural(
            "Where more than 300 operators are side by side, they are shown in {count} part.",
            "Where more than 300 operators are side by side, they are shown in {count} parts.",
            int64_t(parts), {{"count", formatCount(int64_t(parts))}}));
    run.graph = std::make_shared<const NetworkGraph>(std::move(graph));
    writeImportLog(imported.log, run);
    return imported;
}

} // namespace stepscope
