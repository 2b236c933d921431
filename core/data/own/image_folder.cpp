#include "core/data/own/image_folder.h"

#include "core/base/error.h"
#include "core/base/files/paths.h"
#include "core/base/system_reason.h"
#include "core/base/text/ascii.h"
#include "core/base/text/format.h"
#include "core/data/own/image_file.h"
#include "core/data/own/scaling.h"
#include "core/language/translation.h"
#include "core/machine/environment.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <string_view>
#include <utility>

namespace stepscope {

namespace {

namespace fs = std::filesystem;

constexpr size_t testInterval = 6; // the sentences below and the manual say "every sixth"
constexpr size_t mostClasses = 65'536;

/// The files and folders in a folder.
struct FolderContent
{
    std::vector<fs::path> folders; ///< sorted
    std::vector<fs::path> images;  ///< sorted
    std::vector<fs::path> others;
};

bool hasImageEnding(const fs::path& path)
{
    const std::string ending = lowerCase(path.extension().string());
    return ending == ".png" || ending == ".jpg" || ending == ".jpeg";
}

/// Files that desktops leave in folders that they display.
bool isLeftBySystem(const std::string& name)
{
    return name.starts_with('.') || name == "Thumbs.db" || name == "desktop.ini";
}

FolderContent contentOf(const fs::path& folder)
{
    FolderContent content;
    std::error_code problem;
    fs::directory_iterator entries(folder, problem);
    for (; !problem && entries != fs::directory_iterator(); entries.increment(problem)) {
        const fs::path& path = entries->path();
        if (isLeftBySystem(path.filename().string()))
            continue;
        std::error_code ignored;
        auto& list = entries->is_directory(ignored)                              ? content.folders
                     : entries->is_regular_file(ignored) && hasImageEnding(path) ? content.images
                                                                                 : content.others;
        list.push_back(path);
    }
    if (problem)
        throw Error(translated("Cannot read {file}: {reason}.",
                               {{"file", folder.string()}, {"reason", systemReason(problem.value())}}));
    for (auto* list : {&content.folders, &content.images, &content.others})
        std::ranges::sort(*list);
    return content;
}

/// A number that changes with names, sizes and times of files: FNV-1a.
class Stamp
{
public:
    void add(const fs::path& file)
    {
        std::error_code ignored;
        addText(file.native());
        addText(fmt::format("\n{}\n{}\n", fs::file_size(file, ignored),
                            fs::last_write_time(file, ignored).time_since_epoch().count()));
    }
    std::string text() const { return fmt::format("{:016x}", m_hash); }

private:
    void addText(std::string_view text)
    {
        for (const unsigned char c : text)
            m_hash = (m_hash ^ c) * 0x100000001b3;
    }

    uint64_t m_hash = 0xcbf29ce484222325;
};

struct ClassFolder
{
    std::string name;
    std::vector<fs::path> images;
};

/// Why an entry cannot be among the images of a class.
std::string noImageText(const fs::path& file)
{
    if (auto text = danglingLinkText(file); !text.empty())
        return text;
    return translated(
        hasImageEnding(file)
            ? translatable("{file} is among the images of a class, but is not a file.")
            : translatable("{file} is among the images of a class, but is neither a .png nor a .jpg file."),
        {{"file", file.string()}});
}

ClassFolder readClassFolder(const fs::path& folder)
{
    auto content = contentOf(folder);
    if (!content.folders.empty())
        throw Error(translated("{folder} is inside the folder of a class, which may contain only images.",
                               {{"folder", content.folders.front().string()}}));
    if (!content.others.empty())
        throw Error(noImageText(content.others.front()));
    if (content.images.empty())
        throw Error(translated("The class {class} has no images: {folder} has no .png and no .jpg file.",
                               {{"class", folder.filename().string()}, {"folder", folder.string()}}));
    return {folder.filename().string(), std::move(content.images)};
}

/// The classes of a folder, sorted by name.
std::vector<ClassFolder> readClassFolders(const fs::path& folder)
{
    const auto content = contentOf(folder);
    if (content.folders.empty())
        throw Error(translated("{folder} has no folders: it must have one for each class, with its images.",
                               {{"folder", folder.string()}}));
    for (const auto* files : {&content.images, &content.others}) {
        if (files->empty())
            continue;
        if (const auto text = danglingLinkText(files->front()); !text.empty())
            throw Error(text);
        throw Error(translated("{file} is next to the class folders and belongs to no class.",
                               {{"file", files->front().string()}}));
    }
    if (content.folders.size() > mostClasses)
        throw Error(
            translated("{folder} has {count} folders, more than the {limit} classes that are allowed.",
                       {{"folder", folder.string()},
                        {"count", formatCount(int64_t(content.folders.size()))},
                        {"limit", formatCount(int64_t(mostClasses))}}));
    std::vector<ClassFolder> classes;
    for (const auto& each : content.folders)
        classes.push_back(readClassFolder(each));
    return classes;
}

/// The folder of test images beside "train"; empty if there is none.
fs::path testFolderOf(const fs::path& folder)
{
    std::error_code ignored;
    for (const auto* name : {"test", "val"}) {
        if (fs::is_directory(folder / name, ignored))
            return folder / name;
    }
    return {};
}

/// Whether "train" is a folder of classes, and not itself a class.
bool hasTrainFolder(const fs::path& folder)
{
    std::error_code ignored;
    const auto train = folder / "train";
    return fs::is_directory(train, ignored) &&
           (!testFolderOf(folder).empty() || !contentOf(train).folders.empty());
}

void addTestFiles(ImageFolder& to, const fs::path& folder)
{
    for (auto& each : readClassFolders(folder)) {
        const auto found = std::ranges::lower_bound(to.classNames, each.name);
        if (found == to.classNames.end() || *found != each.name)
            throw Error(translated("The class {class} has test images, in {folder}, but no training images.",
                                   {{"class", each.name}, {"folder", folder.string()}}));
        for (auto& image : each.images)
            to.test.push_back({std::move(image), int32_t(found - to.classNames.begin())});
    }
}

/// Keeps every sixth image of each class for tests.
void splitFiles(ImageFolder& folder, std::vector<LabeledFile> files)
{
    size_t inClass = 0;
    int32_t label = 0;
    for (auto& file : files) {
        inClass = file.label == std::exchange(label, file.label) ? inClass + 1 : 1;
        auto& part = inClass % testInterval == 0 ? folder.test : folder.train;
        part.push_back(std::move(file));
    }
    if (folder.test.empty())
        throw Error(
            translated("{folder} has too few images: every sixth of a class is kept for tests, and no "
                       "class has six.",
                       {{"folder", folder.path.string()}}));
}

std::string noteOn(const ImageFolder& folder, const ImageShape& shape, int64_t size, int64_t scaled)
{
    std::string note =
        folder.hasTestFolder
            ? translated("Tests use the images of {folder}.",
                         {{"folder", testFolderOf(folder.path).string()}})
            : translated("{folder} has no folders train and test: every sixth image of each class is used "
                         "for tests.",
                         {{"folder", folder.path.string()}});
    if (scaled == 0)
        return note;
    const auto text = fmt::format("{} × {}", shape.rows, shape.columns);
    note += " " +
            (size > 0 ? translatedPlural("{count} image is scaled to {size} pixels.",
                                         "{count} images are scaled to {size} pixels.", scaled,
                                         {{"count", formatCount(scaled)}, {"size", text}})
                      : translatedPlural("{count} image is scaled to {size} pixels, the size of the first.",
                                         "{count} images are scaled to {size} pixels, the size of the first.",
                                         scaled, {{"count", formatCount(scaled)}, {"size", text}}));
    return note;
}

LabeledImages readFiles(std::span<const LabeledFile> files, const ImageShape& shape, int64_t threads,
                        const ReadingControl& control)
{
    LabeledImages images{.count = int64_t(files.size()), .shape = shape};
    images.pixels.resize(files.size() * size_t(shape.pixels()));
    for (const LabeledFile& file : files)
        images.labels.push_back(file.label);
    forEachInParallel(images.count, threads, control, [&](int64_t number) {
        scaleImage(readImageFile(files[size_t(number)].path, shape.channels), shape.rows, shape.columns,
                   images.pixels.data() + number * shape.pixels());
    });
    return images;
}

} // namespace

ImageFolder listImageFolder(const fs::path& path)
{
    std::error_code ignored;
    if (!fs::is_directory(path, ignored))
        throw Error(
            fs::exists(path, ignored)
                ? translated("The data folder {folder} is not a folder.", {{"folder", path.string()}})
                : translated("The data folder {folder} does not exist.", {{"folder", path.string()}}));
    ImageFolder folder{.path = path};
    const bool isSplit = hasTrainFolder(path);
    if (isSplit && testFolderOf(path).empty())
        throw Error(translated("{folder} has a folder train, but neither test nor val for the tests.",
                               {{"folder", path.string()}}));
    const auto classFolder = isSplit ? path / "train" : path;
    std::vector<LabeledFile> files;
    for (auto& each : readClassFolders(classFolder)) {
        for (auto& image : each.images)
            files.push_back({std::move(image), int32_t(folder.classNames.size())});
        folder.classNames.push_back(std::move(each.name));
    }
    if (folder.classNames.size() < 2)
        throw Error(translated("{folder} has only one class, {class}: at least two are needed.",
                               {{"folder", classFolder.string()}, {"class", folder.classNames.front()}}));
    folder.hasTestFolder = isSplit;
    if (isSplit) {
        folder.train = std::move(files);
        addTestFiles(folder, testFolderOf(path));
    } else {
        splitFiles(folder, std::move(files));
    }
    Stamp stamp;
    for (const auto* part : {&folder.train, &folder.test}) {
        for (const LabeledFile& file : *part)
            stamp.add(file.path);
    }
    folder.stamp = stamp.text();
    return folder;
}

OwnDataSet describeImageFolder(const ImageFolder& folder, const ImageFolderUse& use,
                               const ReadingControl& control)
{
    const auto size = use.size;
    const auto trainCount = int64_t(folder.train.size());
    const auto count = trainCount + int64_t(folder.test.size());
    std::vector<ImageHeader> headers(static_cast<size_t>(count));
    forEachInParallel(count, std::numeric_limits<int64_t>::max(), control, [&](int64_t number) {
        const auto& file =
            number < trainCount ? folder.train[size_t(number)] : folder.test[size_t(number - trainCount)];
        headers[size_t(number)] = readImageHeader(file.path);
    });
    const ImageHeader& first = headers.front();
    const ImageShape shape{.channels = std::ranges::all_of(headers, &ImageHeader::isGray) ? 1 : 3,
                           .rows = size > 0 ? size : first.rows,
                           .columns = size > 0 ? size : first.columns};
    if (use.keepsImages)
        checkMemory(folder.path.string(), count, shape,
                    translatable("use a smaller --image-size, or decode the images in each step with "
                                 "--decode-images"));
    const auto scaled = std::ranges::count_if(headers, [&](const ImageHeader& header) {
        return header.rows != shape.rows || header.columns != shape.columns;
    });
    int64_t largest = 0;
    for (const ImageHeader& header : headers)
        largest = std::max(largest, header.rows * header.columns);
    // Decoded, as four values while its colors are converted, and its rows while it is scaled.
    const auto bytes = largest * (4 + int64_t(sizeof(float)));
    return {.description = {.name = std::string(imageFolderName),
                            .shape = shape,
                            .classNames = folder.classNames,
                            .counts = SampleCounts{.train = trainCount, .test = count - trainCount}},
            .stamp = folder.stamp,
            .note = noteOn(folder, shape, size, scaled),
            .largestImageBytes = bytes};
}

DataSetImages readImageFolder(const ImageFolder& folder, const OwnDataSet& described,
                              const ReadingControl& control)
{
    const ImageShape& shape = described.description.shape;
    const auto threads = usableMemoryBytes() / 4 / std::max<int64_t>(described.largestImageBytes, 1);
    const auto trainCount = int64_t(folder.train.size());
    const auto total = trainCount + int64_t(folder.test.size());
    const auto part = [&](int64_t before) {
        ReadingControl ofPart = control;
        if (control.progress)
            ofPart.progress = [&, before](int64_t done, int64_t) { control.progress(before + done, total); };
        return ofPart;
    };
    return {.train = readFiles(folder.train, shape, threads, part(0)),
            .test = readFiles(folder.test, shape, threads, part(trainCount))};
}

} // namespace stepscope
