#include "core/import/import_format.h"

#include "core/experiment/experiment_kinds.h"
#include "core/import/chrome/chrome_trace_reader.h"
#include "core/import/cuda/sqlite_trace_reader.h"
#include "core/import/onnx/onnx_reader.h"
#include "core/import/stacks/callgrind_reader.h"
#include "core/import/stacks/cprofile_reader.h"
#include "core/import/stacks/folded_reader.h"
#include "core/import/stacks/pprof_reader.h"
#include "core/import/tensorboard/tensorboard_reader.h"
#include "core/import/torchscript/torch_model_reader.h"

#include <algorithm>
#include <array>
#include <sstream>
#include <vector>

namespace stepscope {

namespace {

using enum ImportGroup;

constexpr auto readableFormats = std::to_array<ImportFormat>({
    {.name = "Chrome trace",
     .files = translatable("Chrome traces (JSON, plain or gzip) such as those of PyTorch's profiler"),
     .group = Traces,
     .patterns = "*.json *.json.gz *.gz",
     .innerPatterns = "*.trace *.pt",
     .mimeTypes = "application/x-pytorch-trace+json application/x-pytorch-trace+gzip",
     .recognizes = isChromeTrace,
     .read = readChromeTrace},
    {.name = "Nsight Systems or nvprof SQLite file",
     .files = translatable("Nsight Systems SQLite exports and nvprof files"),
     .group = Traces,
     .patterns = "*.sqlite *.nvvp *.nvprof",
     .mimeTypes = "application/x-nvidia-profile+sqlite3",
     .recognizes = isSqliteTrace,
     .read = readSqliteTrace},
    {.name = "TorchScript model",
     .files = translatable("TorchScript models"),
     .group = Models,
     .patterns = torchScriptPatterns,
     .mimeTypes = "",
     .recognizes = isTorchModel,
     .read = readTorchModel},
    {.name = "ONNX model",
     .files = translatable("ONNX models"),
     .group = Models,
     .patterns = "*.onnx",
     .mimeTypes = "",
     .recognizes = isOnnxModel,
     .read = readOnnxModel},
    {.name = "TensorBoard events",
     .files = translatable("TensorBoard event files and log folders"),
     .group = Traces,
     .patterns = tensorBoardPattern,
     .mimeTypes = "",
     .recognizes = isTensorBoardFile,
     .read = readTensorBoard,
     .readsFolders = true},
    {.name = "Callgrind profile",
     .files = translatable("Callgrind profiles"),
     .group = Profiles,
     .patterns = "callgrind.out* *.callgrind",
     .mimeTypes = "application/x-callgrind-profile",
     .recognizes = isCallgrind,
     .read = readCallgrind},
    {.name = "Python cProfile statistics",
     .files = translatable("Python cProfile statistics"),
     .group = Profiles,
     .patterns = "*.prof",
     .mimeTypes = "",
     .recognizes = isCProfile,
     .read = readCProfile},
    {.name = "pprof profile",
     .files = translatable("pprof profiles"),
     .group = Profiles,
     .patterns = "*.pprof *.pb *.gz",
     .mimeTypes = "",
     .recognizes = isPprof,
     .read = readPprof},
    {.name = "folded stacks", // last: any text may look like this
     .files = translatable("folded stacks"),
     .group = Profiles,
     .patterns = "*.folded *.collapsed",
     .mimeTypes = "",
     .recognizes = isFoldedStacks,
     .read = readFoldedStacks},
});

} // namespace

std::span<const ImportFormat> importFormats()
{
    return readableFormats;
}

std::string importFormatsText()
{
    std::string list;
    for (const ImportFormat& format : std::span(readableFormats).first(readableFormats.size() - 1))
        list += (list.empty() ? "" : ", ") + translated(format.files);
    return translated("{list} and {last}",
                      {{"list", list}, {"last", translated(readableFormats.back().files)}});
}

std::string importPatterns(ImportGroup group)
{
    std::vector<std::string> patterns;
    for (const ImportFormat& format : readableFormats) {
        std::istringstream all{std::string(format.patterns)};
        for (std::string each; format.group == group && all >> each;)
            if (std::ranges::find(patterns, each) == patterns.end())
                patterns.push_back(each);
    }
    std::string text;
    for (const std::string& each : patterns)
        text += (text.empty() ? "" : " ") + each;
    return text;
}

} // namespace stepscope
