#include "core/data/data_sets.h"

#include "core/base/error.h"
#include "core/base/files/paths.h"
#include "core/base/text/format.h"
#include "core/language/translation.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace stepscope {

namespace {

namespace fs = std::filesystem;

const std::vector<DataSetInfo>& catalogue()
{
    static const std::vector<DataSetInfo> sets{
        {"mnist",
         "MNIST",
         {{{"train-images-idx3-ubyte", "ba891046e6505d7aadcbbe25680a0738ad16aec93bde7f9b65e87a2fc25776db",
            47040016},
           {"train-labels-idx1-ubyte", "65a50cbbf4e906d70832878ad85ccda5333a97f0f4c3dd2ef09a8a9eef7101c5",
            60008},
           {"t10k-images-idx3-ubyte", "0fa7898d509279e482958e8ce81c8e77db3f2f8254e26661ceb7762c4d494ce7",
            7840016},
           {"t10k-labels-idx1-ubyte", "ff7bcfd416de33731a308c3f266cc351222c34898ecbeaf847f06e48f7ec33f2",
            10008}}},
         0.1307,
         0.3081,
         {"0", "1", "2", "3", "4", "5", "6", "7", "8", "9"}},
        {"fashion-mnist",
         "Fashion-MNIST",
         {{{"train-images-idx3-ubyte", "c59f468a2f672dc815687fe0f83887768d799fd8a3f3276145d20f83aa44d888",
            47040016},
           {"train-labels-idx1-ubyte", "bad3541b69d912435c50bb6ba87bec294ff4f6a2e1246121d8633921760443d9",
            60008},
           {"t10k-images-idx3-ubyte", "5b4141f0afbad91edebe8549f8fcffe087ea10ca49f1dbef5c9a5cd8815ce37b",
            7840016},
           {"t10k-labels-idx1-ubyte", "0402a96d92fd2663957122ceb108a494c5af83dab82d92729df917d7dec38c34",
            10008}}},
         0.2860,
         0.3530,
         {"T-shirt/top", "Trouser", "Pullover", "Dress", "Coat", "Sandal", "Shirt", "Sneaker", "Bag",
          "Ankle boot"}},
    };
    return sets;
}

bool isComplete(const DataSetInfo& info, const fs::path& folder)
{
    return std::ranges::none_of(info.files,
                                [&](const auto& file) { return dataSetFile(folder, file).empty(); });
}

/// Throws Error that says why readDataSet() has no folder to read from.
[[noreturn]] void failAsMissing(const DataSetInfo& info, const fs::path& directory)
{
    std::error_code ignored;
    if (directory.empty())
        throw Error(translated("{dataSet} is not on this machine: fetch it with \"stepscope data fetch "
                               "{id}\", or name the folder that holds its four files.",
                               {{"dataSet", std::string(info.label)}, {"id", std::string(info.id)}}));
    if (!fs::is_directory(directory, ignored))
        throw Error(translated("The data folder {folder} does not exist.", {{"folder", directory.string()}}));
    const auto missing = std::ranges::find_if(
        info.files, [&](const auto& file) { return dataSetFile(directory, file).empty(); });
    throw Error(translated("The data folder {folder} has no {file} (plain or .gz), which {dataSet} needs.",
                           {{"folder", directory.string()},
                            {"file", std::string(missing->name)},
                            {"dataSet", std::string(info.label)}}));
}

/// Throws Error when one is missing.
std::array<fs::path, 4> filesOf(const DataSetInfo& info, const fs::path& directory)
{
    const auto folder = findDataSet(info, directory);
    if (folder.empty())
        failAsMissing(info, directory);
    std::array<fs::path, 4> paths;
    std::ranges::transform(info.files, paths.begin(),
                           [&](const auto& file) { return dataSetFile(folder, file); });
    return paths;
}

/// "28×28".
std::string sizeText(const IdxImages& images)
{
    return fmt::format("{}×{}", images.rows, images.columns);
}

void checkLabels(const fs::path& file, const std::vector<uint8_t>& labels, const IdxImages& images,
                 const fs::path& imageFile, size_t classes)
{
    if (int64_t(labels.size()) != images.count)
        throw Error(translated("{labelFile} has {labels} labels, but {imageFile} has {images} images.",
                               {{"labelFile", file.string()},
                                {"labels", formatCount(int64_t(labels.size()))},
                                {"imageFile", imageFile.filename().string()},
                                {"images", formatCount(images.count)}}));
    const auto wrong = std::ranges::find_if(labels, [&](uint8_t label) { return label >= classes; });
    if (wrong != labels.end())
        throw Error(
            translated("{file} is damaged: label {number} is {value}, but 0 to {largest} are allowed.",
                       {{"file", file.string()},
                        {"number", formatCount(wrong - labels.begin())},
                        {"value", std::to_string(*wrong)},
                        {"largest", std::to_string(classes - 1)}}));
}

} // namespace

std::span<const DataSetInfo> knownDataSets()
{
    return catalogue();
}

const DataSetInfo& dataSetInfo(std::string_view id)
{
    const auto found = std::ranges::find(catalogue(), id, &DataSetInfo::id);
    if (found != catalogue().end())
        return *found;
    std::vector<std::string_view> known;
    for (const auto& info : catalogue())
        known.push_back(info.id);
    throw Error(translated("There is no data set \"{id}\"; known are {known}.",
                           {{"id", std::string(id)}, {"known", fmt::format("{}", fmt::join(known, ", "))}}));
}

std::string_view dataSetLabel(std::string_view id)
{
    const auto found = std::ranges::find(catalogue(), id, &DataSetInfo::id);
    return found == catalogue().end() ? id : found->label;
}

fs::path dataSetFile(const fs::path& folder, const DataSetInfo::File& file)
{
    std::error_code ignored;
    for (const auto* ending : {"", ".gz"})
        if (auto path = folder / (std::string(file.name) + ending); fs::is_regular_file(path, ignored))
            return path;
    return {};
}

fs::path dataSetFolder(const DataSetInfo& info)
{
    return dataFolder() / "datasets" / info.id;
}

fs::path systemDataSetFolder(const DataSetInfo& info)
{
    return fs::path("/usr/share/datasets") / info.id;
}

fs::path findDataSet(const DataSetInfo& info, const fs::path& directory)
{
    if (!directory.empty())
        return isComplete(info, directory) ? directory : fs::path();
    for (const auto& folder : {dataSetFolder(info), systemDataSetFolder(info)})
        if (isComplete(info, folder))
            return folder;
    return {};
}

ImageCounts countImages(const DataSetInfo& info, const fs::path& directory)
{
    const auto paths = filesOf(info, directory);
    return {countIdxImages(paths[0]), countIdxImages(paths[2])};
}

ImageCounts countSyntheticImages(int64_t trainImages)
{
    return {trainImages, std::max<int64_t>(10, trainImages / 6)};
}

DataSetFiles readDataSet(const DataSetInfo& info, const fs::path& directory)
{
    const auto paths = filesOf(info, directory);
    DataSetFiles files;
    files.trainImages = readIdxImages(paths[0]);
    files.trainLabels = readIdxLabels(paths[1]);
    files.testImages = readIdxImages(paths[2]);
    files.testLabels = readIdxLabels(paths[3]);
    checkLabels(paths[1], files.trainLabels, files.trainImages, paths[0], info.classes.size());
    checkLabels(paths[3], files.testLabels, files.testImages, paths[2], info.classes.size());
    if (files.trainImages.rows != files.testImages.rows ||
        files.trainImages.columns != files.testImages.columns)
        throw Error(translated("{file} has images of {size} pixels, but {otherFile} of {otherSize}.",
                               {{"file", paths[2].string()},
                                {"size", sizeText(files.testImages)},
                                {"otherFile", paths[0].filename().string()},
                                {"otherSize", sizeText(files.trainImages)}}));
    return files;
}

} // namespace stepscope
