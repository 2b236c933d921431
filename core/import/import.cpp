#include "core/import/import.h"

#include "core/import/chrome_trace_reader.h"
#include "core/import/import_source.h"
#include "core/import/onnx_reader.h"
#include "core/import/sqlite_trace_reader.h"
#include "core/import/torch_model_reader.h"

#include <fmt/format.h>

#include <array>

namespace stepscope {

namespace {

constexpr size_t headBytes = 1 << 20;

constexpr auto formats = std::to_array<ImportFormat>({
    {"Chrome trace", isChromeTrace, readChromeTrace},
    {"SQLite file of Nsight Systems or nvprof", isSqliteTrace, readSqliteTrace},
    {"TorchScript model", isTorchModel, readTorchModel},
    {"ONNX model", isOnnxModel, readOnnxModel},
});

} // namespace

std::span<const ImportFormat> importFormats()
{
    return formats;
}

const ImportFormat* importFormatOf(const std::filesystem::path& path)
{
    ImportSource source(path);
    std::string head(headBytes, '\0');
    head.resize(source.read(head.data(), head.size()));
    for (const auto& format : formats) {
        if (format.recognizes(head))
            return &format;
    }
    return nullptr;
}

ImportedRun importFile(const std::filesystem::path& path, const ImportOptions& options)
{
    const auto* format = importFormatOf(path);
    if (!format)
        throw Error(fmt::format("{} is of no format that Stepscope reads: expected is a Chrome trace (JSON, "
                                "plain or gzip), as PyTorch's profiler writes it, an SQLite file of Nsight "
                                "Systems or nvprof, or a model of TorchScript or ONNX.",
                                path.string()));
    return format->read(path, options);
}

} // namespace stepscope
