#include "core/data/own/array_data_set.h"

#include "core/base/error.h"
#include "core/base/text/format.h"
#include "core/data/own/array_files.h"
#include "core/data/own/npy_array.h"
#include "core/language/translation.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace stepscope {

namespace {

constexpr int64_t largestArraySide = 1 << 14;
constexpr int64_t mostChannels = 64;
constexpr int32_t mostArrayClasses = 65'536;

const std::vector<std::string>& arrayNames()
{
    static const std::vector<std::string> names{"x_train", "y_train", "x_test", "y_test"};
    return names;
}

/// Where the values of images are in an array.
struct ImageLayout
{
    int64_t count = 0;
    ImageShape shape;
    bool isChannelsLast = false;
};

/// "60000 × 28 × 28".
std::string dimensionsText(const std::vector<int64_t>& dimensions)
{
    return fmt::format("{}", fmt::join(dimensions, " × "));
}

/// Throws Error with a reason.
ImageLayout layoutOf(const NpyHeader& header)
{
    const auto& dimensions = header.shape;
    if (dimensions.size() != 3 && dimensions.size() != 4)
        throw Error(translated("it has the shape {shape}, but images × rows × columns, with or without "
                               "channels, are needed",
                               {{"shape", dimensionsText(dimensions)}}));
    ImageLayout layout{.count = dimensions[0]};
    if (dimensions.size() == 3) {
        layout.shape = {.channels = 1, .rows = dimensions[1], .columns = dimensions[2]};
    } else if (dimensions[1] == dimensions[3]) {
        throw Error(
            translated("it has the shape {shape}: it is unclear whether the second or the last dimension "
                       "is the channels",
                       {{"shape", dimensionsText(dimensions)}}));
    } else if (dimensions[1] < dimensions[3]) {
        layout.shape = {.channels = dimensions[1], .rows = dimensions[2], .columns = dimensions[3]};
    } else {
        layout.shape = {.channels = dimensions[3], .rows = dimensions[1], .columns = dimensions[2]};
        layout.isChannelsLast = true;
    }
    if (layout.count == 0 || layout.shape.pixels() == 0)
        throw Error(translated("it has the shape {shape}, so it contains no images",
                               {{"shape", dimensionsText(dimensions)}}));
    if (layout.shape.channels > mostChannels ||
        std::max(layout.shape.rows, layout.shape.columns) > largestArraySide)
        throw Error(translated("it has the shape {shape}, but images have at most {channels} channels and "
                               "{side} rows and columns",
                               {{"shape", dimensionsText(dimensions)},
                                {"channels", std::to_string(mostChannels)},
                                {"side", formatCount(largestArraySide)}}));
    return layout;
}

/// Calls `use` with an array, whose name is added to errors.
template<typename Use>
auto withArray(ArrayFiles& files, const std::string& name, Use use)
{
    try {
        const auto stream = files.open(name);
        const NpyHeader header = readNpyHeader(*stream);
        return use(*stream, header);
    } catch (const ReadingStopped&) {
        throw;
    } catch (const Error& reason) {
        throw Error(translated("Cannot use the array {array}: {reason}.",
                               {{"array", files.placeOf(name)}, {"reason", reason.what()}}));
    }
}

ImageLayout layoutOf(ArrayFiles& files, const std::string& name)
{
    return withArray(files, name, [](ByteStream&, const NpyHeader& header) {
        checkNpyBytes(header);
        return layoutOf(header);
    });
}

/// The labels of "train" or "test", one for each image.
std::vector<int32_t> readLabels(ArrayFiles& files, const std::string& part, int64_t images, int32_t largest)
{
    const auto name = "y_" + part;
    // Before memory is taken for them.
    const auto count = withArray(files, name, [](ByteStream&, const NpyHeader& header) {
        return header.shape.empty() ? 0 : header.shape.front();
    });
    if (count != images)
        throw Error(translated("{labelFile} has {labels} labels, but {imageFile} has {images} images.",
                               {{"labelFile", files.placeOf(name)},
                                {"labels", formatCount(count)},
                                {"imageFile", "x_" + part + npyExtension},
                                {"images", formatCount(images)}}));
    return withArray(files, name, [largest](ByteStream& stream, const NpyHeader& header) {
        return readNpyLabels(stream, header, largest);
    });
}

/// From rows × columns × channels to channels × rows × columns, in place.
void putChannelsFirst(LabeledImages& images)
{
    const auto [channels, rows, columns] = images.shape;
    const auto plane = rows * columns;
    std::vector<uint8_t> image(size_t(images.shape.pixels()));
    for (auto* pixels = images.pixels.data(); pixels != images.pixels.data() + images.pixels.size();
         pixels += image.size()) {
        for (int64_t channel = 0; channel < channels; ++channel) {
            for (int64_t i = 0; i < plane; ++i)
                image[size_t(channel * plane + i)] = pixels[i * channels + channel];
        }
        std::ranges::copy(image, pixels);
    }
}

LabeledImages readPart(ArrayFiles& files, const std::string& part, const ImageLayout& layout, int32_t largest,
                       const ReadingControl& control)
{
    LabeledImages images{.count = layout.count, .shape = layout.shape};
    images.pixels = withArray(files, "x_" + part, [&](ByteStream& stream, const NpyHeader& header) {
        return readNpyBytes(stream, header, [&](int64_t bytes) {
            if (control.isStopped && control.isStopped())
                throw ReadingStopped();
            if (control.progress)
                control.progress(bytes / layout.shape.pixels(), layout.count);
        });
    });
    if (layout.isChannelsLast)
        putChannelsFirst(images);
    images.labels = readLabels(files, part, layout.count, largest);
    return images;
}

std::string shapeText(const ImageShape& shape)
{
    return fmt::format("{} × {} × {}", shape.channels, shape.rows, shape.columns);
}

/// Of the images to train and to test on, which have one shape.
std::pair<ImageLayout, ImageLayout> layoutsOf(ArrayFiles& files)
{
    const auto train = layoutOf(files, "x_train");
    const auto test = layoutOf(files, "x_test");
    if (train.shape != test.shape)
        throw Error(translated("The images of {file} have the shape {shape}, but those of {otherFile} have "
                               "{otherShape} (channels × rows × columns).",
                               {{"file", files.placeOf("x_test")},
                                {"shape", shapeText(test.shape)},
                                {"otherFile", std::string("x_train") + npyExtension},
                                {"otherShape", shapeText(train.shape)}}));
    return {train, test};
}

} // namespace

OwnDataSet describeArrays(const std::filesystem::path& path)
{
    ArrayFiles files(path);
    const auto [train, test] = layoutsOf(files);
    checkMemory(path.string(), train.count + test.count, train.shape,
                translatable("use fewer or smaller images"));
    const auto labels = readLabels(files, "train", train.count, mostArrayClasses - 1);
    const int32_t largest = std::ranges::max(labels);
    if (largest < 1)
        throw Error(translated("All labels in {file} are 0: at least two classes are needed.",
                               {{"file", files.placeOf("y_train")}}));
    readLabels(files, "test", test.count, largest);
    DataSetDescription description{.name = std::string(npzName),
                                   .shape = train.shape,
                                   .classNames = {},
                                   .counts = SampleCounts{.train = train.count, .test = test.count}};
    for (int32_t label = 0; label <= largest; ++label)
        description.classNames.push_back(std::to_string(label));
    return {.description = std::move(description), .stamp = files.stamp(arrayNames()), .note = {}};
}

std::string arraysStamp(const std::filesystem::path& path)
{
    return ArrayFiles(path).stamp(arrayNames());
}

DataSetImages readArrays(const std::filesystem::path& path, const OwnDataSet& described,
                         const ReadingControl& control)
{
    ArrayFiles files(path);
    const auto [train, test] = layoutsOf(files);
    const DataSetDescription& expected = described.description;
    if (train.shape != expected.shape || train.count != expected.counts->train ||
        test.count != expected.counts->test)
        throw Error(translated("{file} has changed while it was read.", {{"file", path.string()}}));
    const auto largest = int32_t(expected.classes() - 1);
    return {.train = readPart(files, "train", train, largest, control),
            .test = readPart(files, "test", test, largest, control)};
}

} // namespace stepscope
