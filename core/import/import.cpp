#include "core/import/import.h"

#include "core/import/callgrind_reader.h"
#include "core/import/chrome_trace_reader.h"
#include "core/import/cprofile_reader.h"
#include "core/import/folded_reader.h"
#include "core/import/import_source.h"
#include "core/import/imported_run.h"
#include "core/import/onnx_reader.h"
#include "core/import/pprof_reader.h"
#include "core/import/sqlite_trace_reader.h"
#include "core/import/tensorboard_reader.h"
#include "core/import/torch_model_reader.h"
#include "core/import/unsupported_format.h"
#include "core/run/run_file_schema.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace stepscope {

namespace {

constexpr size_t headBytes = 1 << 20;

constexpr auto formats = std::to_array<ImportFormat>({
    {"Chrome trace", isChromeTrace, readChromeTrace},
    {"SQLite file of Nsight Systems or nvprof", isSqliteTrace, readSqliteTrace},
    {"TorchScript model", isTorchModel, readTorchModel},
    {"ONNX model", isOnnxModel, readOnnxModel},
    {"TensorBoard events", isTensorBoardFile, readTensorBoard},
    {"Callgrind profile", isCallgrind, readCallgrind},
    {"statistics of Python's cProfile", isCProfile, readCProfile},
    {"pprof profile", isPprof, readPprof},
    {"folded stacks", isFoldedStacks, readFoldedStacks}, // last: any text may look like it
});
constexpr const ImportFormat& formatOfFolders =
    *std::ranges::find_if(formats, [](const ImportFormat& each) { return each.read == readTensorBoard; });

} // namespace

std::span<const ImportFormat> importFormats()
{
    return formats;
}

const ImportFormat* importFormatOf(const std::filesystem::path& path)
{
    if (std::filesystem::is_directory(path))
        return eventFilesIn(path).empty() ? nullptr : &formatOfFolders;
    return formatOf(FileBegin(path));
}

bool isForImport(const std::filesystem::path& path)
{
    const auto status = std::filesystem::status(path);
    if (!std::filesystem::is_regular_file(status))
        return std::filesystem::exists(status);
    return path.extension() != runFileSuffix && !isRunFile(path);
}

bool isUnsupported(const std::filesystem::path& path)
{
    return std::filesystem::is_regular_file(path) && unsupportedFormatOf(FileBegin(path).head());
}

std::vector<ImportItem> importItems(const std::filesystem::path& path)
{
    if (!std::filesystem::is_directory(path))
        return {{path, importedName(path)}};
    std::vector<ImportItem> items;
    const auto folder = path.has_filename() ? path : path.parent_path(); // without a slash behind
    for (const auto& run : tensorBoardRunsIn(folder)) {
        const auto name = run.lexically_relative(folder);
        items.push_back({run, name == "." || name.empty() ? importedName(run) : name.generic_string()});
    }
    if (items.empty())
        throw Error(fmt::format("{} is a folder without event files of TensorBoard.", path.string()));
    return items;
}

ImportedRun importFile(const std::filesystem::path& path, const ImportOptions& options)
{
    if (std::filesystem::is_directory(path)) {
        if (eventFilesIn(path).empty())
            throw Error(fmt::format("{} is a folder without event files of TensorBoard.", path.string()));
        return formatOfFolders.read(path, options);
    }
    const FileBegin begin(path);
    const auto* format = formatOf(begin);
    if (!format)
        throw Error(fmt::format("{} is of no format that Stepscope reads: expected is a Chrome trace (JSON, "
                                "plain or gzip), as PyTorch's profiler writes it, an SQLite file of Nsight "
                                "Systems or nvprof, a model of TorchScript or ONNX, TensorBoard's events, a "
                                "profile of Callgrind, cProfile or pprof, or folded stacks.",
                                path.string()));
    return format->read(path, options);
}

} // namespace stepscope
