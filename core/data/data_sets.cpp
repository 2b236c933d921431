#include "core/data/data_sets.h"

#include "core/base/error.h"
#include "core/base/files/paths.h"
#include "core/data/image_formats.h"
#include "core/language/translation.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <system_error>
#include <vector>

namespace stepscope {

namespace {

namespace fs = std::filesystem;

bool isComplete(const DataSetKind& kind, const fs::path& folder)
{
    return std::ranges::none_of(kind.files,
                                [&](const auto& file) { return dataSetFile(folder, file).empty(); });
}

/// Throws Error that says why readDataSet() has no folder to read from.
[[noreturn]] void failAsMissing(const DataSetKind& kind, const fs::path& directory)
{
    std::error_code ignored;
    if (directory.empty())
        throw Error(translated("{dataSet} is not on this machine: fetch it with \"stepscope data fetch "
                               "{id}\", or name the folder that holds its files.",
                               {{"dataSet", translated(kind.title)}, {"id", std::string(kind.name)}}));
    if (!fs::is_directory(directory, ignored))
        throw Error(translated("The data folder {folder} does not exist.", {{"folder", directory.string()}}));
    const auto missing = std::ranges::find_if(
        kind.files, [&](const auto& file) { return dataSetFile(directory, file).empty(); });
    throw Error(translated("The data folder {folder} has no {file} (plain or .gz), which {dataSet} needs.",
                           {{"folder", directory.string()},
                            {"file", std::string(missing->name)},
                            {"dataSet", translated(kind.title)}}));
}

/// "28×28".
std::string sizeText(const ImageShape& shape)
{
    return fmt::format("{}×{}", shape.rows, shape.columns);
}

} // namespace

fs::path dataSetFile(const fs::path& folder, const DataSetFile& file)
{
    std::error_code ignored;
    for (const auto* ending : {"", ".gz"})
        if (auto path = folder / (std::string(file.name) + ending); fs::is_regular_file(path, ignored))
            return path;
    return {};
}

fs::path dataSetFolder(const DataSetKind& kind)
{
    return dataFolder() / "datasets" / kind.name;
}

fs::path systemDataSetFolder(const DataSetKind& kind)
{
    return fs::path("/usr/share/datasets") / kind.name;
}

fs::path findDataSet(const DataSetKind& kind, const fs::path& directory)
{
    if (!directory.empty())
        return isComplete(kind, directory) ? directory : fs::path();
    for (const auto& folder : {dataSetFolder(kind), systemDataSetFolder(kind)})
        if (isComplete(kind, folder))
            return folder;
    return {};
}

std::vector<fs::path> dataSetFiles(const DataSetKind& kind, const fs::path& directory)
{
    const auto folder = findDataSet(kind, directory);
    if (folder.empty())
        failAsMissing(kind, directory);
    std::vector<fs::path> paths;
    for (const auto& file : kind.files)
        paths.push_back(dataSetFile(folder, file));
    return paths;
}

SampleCounts countImages(const DataSetKind& kind, const fs::path& directory)
{
    const auto paths = dataSetFiles(kind, directory);
    const std::span<const fs::path> all(paths);
    return {countImages(kind, all.first(kind.trainFileCount)),
            countImages(kind, all.subspan(kind.trainFileCount))};
}

SampleCounts countSyntheticImages(int64_t trainImages)
{
    return {trainImages, std::max<int64_t>(10, trainImages / 6)};
}

ImageShape syntheticPatternShape(const ImageShape& image)
{
    const auto blocks = [](int64_t side) { return (side + syntheticBlockSize - 1) / syntheticBlockSize; };
    return {.channels = image.channels, .rows = blocks(image.rows), .columns = blocks(image.columns)};
}

double syntheticBytes(const DataSetDescription& dataSet)
{
    const SampleCounts counts = dataSet.counts.value_or(SampleCounts());
    const double images = double(counts.train + counts.test) * double(dataSet.shape.pixels());
    const double patterns = double(dataSet.classes()) * double(syntheticPatternShape(dataSet.shape).pixels());
    return double(sizeof(float)) * (images + patterns);
}

DataSetImages readDataSet(const DataSetKind& kind, const fs::path& directory)
{
    const auto paths = dataSetFiles(kind, directory);
    const std::span<const fs::path> all(paths);
    const auto trainPaths = all.first(kind.trainFileCount);
    const auto testPaths = all.subspan(kind.trainFileCount);
    DataSetImages images{.train = readImages(kind, trainPaths), .test = readImages(kind, testPaths)};
    if (images.train.shape != images.test.shape)
        throw Error(translated("{file} has images of {size} pixels, but {otherFile} of {otherSize}.",
                               {{"file", testPaths[0].string()},
                                {"size", sizeText(images.test.shape)},
                                {"otherFile", trainPaths[0].filename().string()},
                                {"otherSize", sizeText(images.train.shape)}}));
    return images;
}

} // namespace stepscope
