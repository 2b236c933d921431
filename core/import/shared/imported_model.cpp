#include "core/import/shared/imported_model.h"

#include "core/base/text/format.h"
#include "core/base/text/format_counted.h"
#include "core/graph/named_layers.h"
#include "core/import/shared/imported_run.h"

#include <fmt/format.h>

#include <algorithm>

namespace stepscope {

namespace {

std::string contentSentence(const NetworkGraph& graph)
{
    const auto operators = std::ranges::count(graph.nodes, GraphNodeKind::Operator, &GraphNode::kind);
    std::string text = formatCounted(operators, "operator");
    if (!graph.layers.empty())
        text += fmt::format(" in {}", formatCounted(int64_t(graph.layers.size()), "module"));
    text += fmt::format(", {}", parameterText(graph.parameterCount));
    const auto addNames = [&](const char* what, GraphNodeKind kind) {
        std::string names;
        for (const GraphNode& node : graph.nodes) {
            if (node.kind == kind)
                names += (names.empty() ? "" : ", ") + node.label;
        }
        constexpr size_t longest = 400;
        if (!names.empty())
            text += fmt::format("; {}: {}", what,
                                names.size() > longest ? names.substr(0, longest) + " …" : names);
    };
    addNames("inputs", GraphNodeKind::Input);
    addNames("outputs", GraphNodeKind::Output);
    return text + ".";
}

} // namespace

ImportedRun importedModel(NetworkGraph graph, ImportOrigin origin, ImportLog log)
{
    ImportedRun imported{
        .run = importedRunOf(origin.file, origin.name), .origin = std::move(origin), .log = {}};
    Run& run = imported.run;
    imported.log.find(fmt::format("Imported from {}: {}, {}.", imported.origin.file.string(),
                                  imported.origin.format, formatBytes(double(imported.origin.fileBytes))));
    imported.log.find(contentSentence(graph));
    imported.log.add(log);
    if (const size_t parts = cutIntoParts(graph))
        imported.log.find(fmt::format("Where more than 300 operators are side by side, they are shown in {}.",
                                      formatCounted(int64_t(parts), "part")));
    run.graph = std::make_shared<const NetworkGraph>(std::move(graph));
    writeImportLog(imported.log, run);
    return imported;
}

} // namespace stepscope
