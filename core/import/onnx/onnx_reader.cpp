#include "core/import/onnx/onnx_reader.h"

#include "core/base/text/format.h"
#include "core/import/onnx/onnx_graph.h"
#include "core/import/shared/import_source.h"
#include "core/import/shared/imported_model.h"
#include "core/import/shared/imported_run.h"
#include "core/language/translation.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace stepscope {

namespace {

/// The limit of protocol buffers.
constexpr int64_t mostBytes = int64_t(2) << 30;
constexpr int64_t pieceBytes = 8 << 20;

std::string contentOf(ImportSource& source, const ImportOptions& options)
{
    std::string content;
    if (!source.isGzip() && source.fileBytes() < mostBytes)
        content.reserve(size_t(source.fileBytes()) + 1);
    for (;;) {
        if (options.stop.stop_requested())
            throw ImportCanceled(translated("The import was canceled."));
        const size_t before = content.size();
        const size_t piece = size_t(std::min<int64_t>(pieceBytes, 2 * source.fileBytes() + 1));
        content.resize(before + piece);
        const size_t count = source.read(content.data() + before, piece);
        content.resize(before + count);
        if (int64_t(content.size()) > mostBytes)
            throw Error(translated("it is larger than 2 GB, which no ONNX file can be"));
        if (options.progress)
            options.progress({.bytesRead = source.fileBytesRead(), .fileBytes = source.fileBytes()});
        if (count < piece)
            return content;
    }
}

std::string operatorSetSentence(const OnnxModel& model)
{
    std::vector<std::string> parts = {
        translated("Format version {version}", {{"version", std::to_string(model.irVersion)}})};
    for (const auto& [domain, version] : model.operatorSets)
        parts.push_back(
            translated("operators {domain} {version}",
                       {{"domain", std::string(domain.empty() ? "ai.onnx" : domain.substr(0, 100))},
                        {"version", std::to_string(version)}}));
    std::string program =
        fmt::format("{} {}", model.producer.substr(0, 100), model.producerVersion.substr(0, 100));
    program.resize(program.find_last_not_of(' ') + 1); // npos + 1 is 0
    if (!model.producer.empty() && !program.empty())
        parts.push_back(translated("written by {program}", {{"program", program}}));
    return fmt::format("{}.", fmt::join(parts, ", "));
}

NetworkGraph readGraph(ImportSource& source, const ImportOptions& options, ImportLog& log)
{
    const std::string content = contentOf(source, options);
    const OnnxModel model = onnxModel(content);
    if (!model.hasGraph)
        throw Error(model.damage.empty() ? translated("it is an ONNX file without a graph") : model.damage);
    const std::string damage = source.damage().empty() ? model.damage : source.damage();
    if (!damage.empty())
        log.damage(translated("The file is damaged: {reason}. Everything before the damage was read.",
                              {{"reason", damage}}));
    log.find(operatorSetSentence(model));
    return onnxGraph(model, log);
}

} // namespace

bool isOnnxModel(std::string_view head)
{
    return looksLikeOnnx(head);
}

ImportedRun readOnnxModel(const std::filesystem::path& path, const ImportOptions& options)
{
    ImportSource source(path);
    ImportLog log;
    NetworkGraph graph;
    try {
        graph = readGraph(source, options, log);
        graph.network = options.name; // the name in the file is usually its exporter's
    } catch (const ImportCanceled&) {
        throw;
    } catch (const Error& error) {
        throw Error(translated("Cannot import {file}: {reason}.",
                               {{"file", path.string()}, {"reason", error.what()}}));
    }
    return importedModel(std::move(graph),
                         {.file = path,
                          .format = translated("ONNX model"),
                          .fileBytes = source.fileBytes(),
                          .contentBytes = source.contentBytesRead()},
                         std::move(log));
}

} // namespace stepscope
