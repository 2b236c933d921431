#include "core/data/image_formats.h"

#include "core/base/error.h"
#include "core/base/text/format.h"
#include "core/data/cifar.h"
#include "core/data/idx.h"
#include "core/language/translation.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace stepscope {

namespace {

using Files = std::span<const std::filesystem::path>;

/// Throws Error unless each label of the file is a class.
void checkLabels(const std::filesystem::path& file, std::span<const int32_t> labels, int64_t classes)
{
    const auto wrong = std::ranges::find_if(labels, [&](int32_t label) { return label >= classes; });
    if (wrong != labels.end())
        throw Error(
            translated("{file} is damaged: label {number} is {value}, but 0 to {largest} are allowed.",
                       {{"file", file.string()},
                        {"number", formatCount(wrong - labels.begin())},
                        {"value", std::to_string(*wrong)},
                        {"largest", std::to_string(classes - 1)}}));
}

/// A file of images and one of labels.
LabeledImages readIdx(const DataSetKind& kind, Files files)
{
    const auto& imageFile = files[0];
    const auto& labelFile = files[1];
    IdxImages images = readIdxImages(imageFile);
    const auto bytes = readIdxLabels(labelFile);
    std::vector<int32_t> labels(bytes.begin(), bytes.end());
    if (int64_t(labels.size()) != images.count)
        throw Error(translated("{labelFile} has {labels} labels, but {imageFile} has {images} images.",
                               {{"labelFile", labelFile.string()},
                                {"labels", formatCount(int64_t(labels.size()))},
                                {"imageFile", imageFile.filename().string()},
                                {"images", formatCount(images.count)}}));
    checkLabels(labelFile, labels, kind.classes());
    return {images.count,
            {.channels = 1, .rows = images.rows, .columns = images.columns},
            std::move(images.pixels),
            std::move(labels)};
}

LabeledImages readTransposedIdx(const DataSetKind& kind, Files files)
{
    auto images = readIdx(kind, files);
    std::swap(images.shape.rows, images.shape.columns);
    const auto [channels, rows, columns] = images.shape;
    std::vector<uint8_t> image(size_t(images.shape.pixels()));
    for (auto* pixels = images.pixels.data(); pixels != images.pixels.data() + images.pixels.size();
         pixels += image.size()) {
        for (int64_t row = 0; row < rows; ++row) {
            for (int64_t column = 0; column < columns; ++column)
                image[size_t(row * columns + column)] = pixels[column * rows + row];
        }
        std::ranges::copy(image, pixels);
    }
    return images;
}

int64_t countIdx(const DataSetKind&, Files files)
{
    return countIdxImages(files[0]);
}

template<int64_t Labels>
LabeledImages readCifarFiles(const DataSetKind& kind, Files files)
{
    LabeledImages images{.shape = kind.shape};
    for (const auto& file : files) {
        const auto before = images.labels.size();
        readCifar(file, {Labels, kind.shape}, images);
        checkLabels(file, std::span(images.labels).subspan(before), kind.classes());
    }
    return images;
}

template<int64_t Labels>
int64_t countCifarFiles(const DataSetKind& kind, Files files)
{
    int64_t count = 0;
    for (const auto& file : files)
        count += countCifarImages(file, {Labels, kind.shape});
    return count;
}

struct FormatReader
{
    DataFormat format;
    LabeledImages (*read)(const DataSetKind&, Files);
    int64_t (*count)(const DataSetKind&, Files);
};

const FormatReader& readerOf(const DataSetKind& kind)
{
    static constexpr FormatReader readers[] = {
        {DataFormat::Idx, readIdx, countIdx},
        {DataFormat::TransposedIdx, readTransposedIdx, countIdx},
        {DataFormat::Cifar10, readCifarFiles<1>, countCifarFiles<1>},
        {DataFormat::Cifar100, readCifarFiles<2>, countCifarFiles<2>},
    };
    return *std::ranges::find(readers, kind.format, &FormatReader::format);
}

} // namespace

LabeledImages readImages(const DataSetKind& kind, Files files)
{
    return readerOf(kind).read(kind, files);
}

int64_t countImages(const DataSetKind& kind, Files files)
{
    return readerOf(kind).count(kind, files);
}

} // namespace stepscope
