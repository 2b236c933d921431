#include "core/data/own/array_data_set.h"

#include "core/base/error.h"
#include "core/base/text/format.h"
#include "core/base/text/name_list.h"
#include "core/base/text/visible_text.h"
#include "core/data/own/array_files.h"
#include "core/data/own/npy_array.h"
#include "core/language/translation.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stepscope {

namespace {

constexpr int64_t largestArraySide = 1 << 14;
constexpr int64_t mostChannels = 64;
constexpr int32_t mostArrayClasses = 65'536;
constexpr int64_t arrayTestInterval = 6; ///< as of an image folder

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
    bool areBytes = true; ///< or numbers of another type
};

/// Of the images to train and to test on, which have one shape.
struct ArrayLayouts
{
    ImageLayout train;
    std::optional<ImageLayout> test; ///< none: some of the images to train on are for tests

    int64_t count() const { return train.count + (test ? test->count : 0); }
    bool areBytes() const { return train.areBytes && (!test || test->areBytes); }
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
        checkNpyNumbers(header);
        ImageLayout layout = layoutOf(header);
        layout.areBytes = hasNpyBytes(header);
        return layout;
    });
}

[[noreturn]] void refuseMissing(const ArrayFiles& files, const std::string& name)
{
    std::vector<std::string> shown;
    for (const std::string& other : files.names())
        shown.push_back(shortLine(other, longestShownName));
    auto sentence =
        translated("{file} has no array {array}; x_train, y_train and, if there are test samples, "
                   "x_test and y_test are needed.",
                   {{"file", files.path().string()}, {"array", name}});
    if (!shown.empty())
        sentence +=
            " " + translated("It has {arrays}.",
                             {{"arrays",
                               listOfFirstNames(std::vector<std::string_view>(shown.begin(), shown.end()))}});
    throw Error(sentence);
}

/// Whether there are arrays to test on. Throws Error for an array that is needed but missing.
bool hasTestArrays(const ArrayFiles& files)
{
    const bool hasTests = files.has("x_test") || files.has("y_test");
    for (const std::string& name : arrayNames()) {
        if ((hasTests || name.ends_with("_train")) && !files.has(name))
            refuseMissing(files, name);
    }
    return hasTests;
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
template<typename Value>
void putChannelsFirst(std::vector<Value>& values, const ImageShape& shape)
{
    const auto plane = shape.rows * shape.columns;
    std::vector<Value> image(size_t(shape.pixels()));
    for (auto* pixels = values.data(); pixels != values.data() + values.size(); pixels += image.size()) {
        for (int64_t channel = 0; channel < shape.channels; ++channel) {
            for (int64_t i = 0; i < plane; ++i)
                image[size_t(channel * plane + i)] = pixels[i * shape.channels + channel];
        }
        std::ranges::copy(image, pixels);
    }
}

LabeledImages readPart(ArrayFiles& files, const std::string& part, const ImageLayout& layout, bool areBytes,
                       int32_t largest, const ReadingControl& control)
{
    LabeledImages images{.count = layout.count, .shape = layout.shape};
    const auto progress = [&](int64_t values) {
        if (control.isStopped && control.isStopped())
            throw ReadingStopped();
        if (control.progress)
            control.progress(values / layout.shape.pixels(), layout.count);
    };
    withArray(files, "x_" + part, [&](ByteStream& stream, const NpyHeader& header) {
        if (areBytes)
            images.pixels = readNpyBytes(stream, header, progress);
        else
            images.values = readNpyFloats(stream, header, progress);
    });
    if (layout.isChannelsLast) {
        putChannelsFirst(images.pixels, layout.shape);
        putChannelsFirst(images.values, layout.shape);
    }
    images.labels = readLabels(files, part, layout.count, largest);
    return images;
}

/// Which samples are for tests if there are no others for them: every sixth of each class.
std::vector<bool> samplesForTests(const std::vector<int32_t>& labels)
{
    std::vector<int64_t> inClass(size_t(std::ranges::max(labels)) + 1);
    std::vector<bool> areForTests;
    areForTests.reserve(labels.size());
    for (const int32_t label : labels)
        areForTests.push_back(++inClass[size_t(label)] % arrayTestInterval == 0);
    return areForTests;
}

/// Moves the values of some samples, `size` each, to the result. The others close the gaps.
template<typename Value>
std::vector<Value> takeOut(std::vector<Value>& values, int64_t size, const std::vector<bool>& isTaken)
{
    std::vector<Value> taken;
    if (values.empty())
        return taken;
    auto end = values.begin();
    for (size_t i = 0; i < isTaken.size(); ++i) {
        const auto first = values.begin() + int64_t(i) * size;
        if (isTaken[i]) {
            taken.insert(taken.end(), first, first + size);
        } else {
            if (end != first)
                std::copy(first, first + size, end);
            end += size;
        }
    }
    values.erase(end, values.end());
    return taken;
}

DataSetImages splitForTests(LabeledImages images)
{
    const auto areForTests = samplesForTests(images.labels);
    const auto size = images.shape.pixels();
    LabeledImages test{.count = std::count(areForTests.begin(), areForTests.end(), true),
                       .shape = images.shape};
    test.pixels = takeOut(images.pixels, size, areForTests);
    test.values = takeOut(images.values, size, areForTests);
    test.labels = takeOut(images.labels, 1, areForTests);
    images.count -= test.count;
    return {.train = std::move(images), .test = std::move(test)};
}

std::string shapeText(const ImageShape& shape)
{
    return fmt::format("{} × {} × {}", shape.channels, shape.rows, shape.columns);
}

ArrayLayouts layoutsOf(ArrayFiles& files)
{
    const bool hasTests = hasTestArrays(files);
    ArrayLayouts layouts{.train = layoutOf(files, "x_train"), .test = {}};
    if (!hasTests)
        return layouts;
    layouts.test = layoutOf(files, "x_test");
    if (layouts.train.shape != layouts.test->shape)
        throw Error(translated("The images of {file} have the shape {shape}, but those of {otherFile} have "
                               "{otherShape} (channels × rows × columns).",
                               {{"file", files.placeOf("x_test")},
                                {"shape", shapeText(layouts.test->shape)},
                                {"otherFile", std::string("x_train") + npyExtension},
                                {"otherShape", shapeText(layouts.train.shape)}}));
    return layouts;
}

void checkMemoryOf(const std::filesystem::path& path, const ArrayLayouts& layouts)
{
    const auto advice = translatable("use fewer or smaller images");
    const ImageShape& shape = layouts.train.shape;
    if (layouts.areBytes())
        checkMemory(path.string(), layouts.count(), shape, advice);
    else
        checkMemory(path.string(), double(layouts.count()) * double(shape.pixels()) * double(sizeof(float)),
                    advice);
}

/// How many samples are to train and to test on, by the labels to train on.
SampleCounts countsOf(const ArrayFiles& files, const ArrayLayouts& layouts,
                      const std::vector<int32_t>& labels)
{
    if (layouts.test)
        return {.train = layouts.train.count, .test = layouts.test->count};
    const auto areForTests = samplesForTests(labels);
    const int64_t tests = std::count(areForTests.begin(), areForTests.end(), true);
    if (tests == 0)
        throw Error(translated("{file} has too few samples: every sixth of a class is kept for tests, and no "
                               "class has six.",
                               {{"file", files.path().string()}}));
    return {.train = layouts.train.count - tests, .test = tests};
}

} // namespace

OwnDataSet describeArrays(const std::filesystem::path& path)
{
    ArrayFiles files(path);
    const ArrayLayouts layouts = layoutsOf(files);
    checkMemoryOf(path, layouts);
    const auto labels = readLabels(files, "train", layouts.train.count, mostArrayClasses - 1);
    const int32_t largest = std::ranges::max(labels);
    if (largest < 1)
        throw Error(translated("All labels in {file} are 0: at least two classes are needed.",
                               {{"file", files.placeOf("y_train")}}));
    std::string note;
    if (layouts.test)
        readLabels(files, "test", layouts.test->count, largest);
    else
        note =
            translated("{file} has no arrays x_test and y_test: every sixth sample of each class is used for "
                       "tests.",
                       {{"file", path.string()}});
    DataSetDescription description{.name = std::string(npzName),
                                   .shape = layouts.train.shape,
                                   .classNames = {},
                                   .counts = countsOf(files, layouts, labels)};
    for (int32_t label = 0; label <= largest; ++label)
        description.classNames.push_back(std::to_string(label));
    return {
        .description = std::move(description), .stamp = files.stamp(arrayNames()), .note = std::move(note)};
}

std::string arraysStamp(const std::filesystem::path& path)
{
    return ArrayFiles(path).stamp(arrayNames());
}

DataSetImages readArrays(const std::filesystem::path& path, const OwnDataSet& described,
                         const ReadingControl& control)
{
    ArrayFiles files(path);
    const ArrayLayouts layouts = layoutsOf(files);
    const DataSetDescription& expected = described.description;
    const auto checkSame = [&](bool isSame) {
        if (!isSame)
            throw Error(translated("{file} has changed while it was read.", {{"file", path.string()}}));
    };
    checkSame(layouts.train.shape == expected.shape &&
              layouts.count() == expected.counts->train + expected.counts->test);
    const auto largest = int32_t(expected.classes() - 1);
    const bool areBytes = layouts.areBytes();
    auto train = readPart(files, "train", layouts.train, areBytes, largest, control);
    DataSetImages images =
        layouts.test
            ? DataSetImages{.train = std::move(train),
                            .test = readPart(files, "test", *layouts.test, areBytes, largest, control)}
            : splitForTests(std::move(train));
    checkSame(images.train.count == expected.counts->train);
    return images;
}

} // namespace stepscope
