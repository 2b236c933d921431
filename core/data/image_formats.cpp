#include "core/data/image_formats.h"

#include "core/base/error.h"
#include "core/base/text/format.h"
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
void checkLabels(const std::filesystem::path& file, std::span<const uint8_t> labels, int64_t classes)
{
    const auto wrong = std::ranges::find_if(labels, [&](uint8_t label) { return label >= classes; });
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
    auto labels = readIdxLabels(labelFile);
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

int64_t countIdx(const DataSetKind&, Files files)
{
    return countIdxImages(files[0]);
}

struct FormatReader
{
    ImageFormat format;
    LabeledImages (*read)(const DataSetKind&, Files);
    int64_t (*count)(const DataSetKind&, Files);
};

const FormatReader& readerOf(const DataSetKind& kind)
{
    static constexpr FormatReader readers[] = {
        {ImageFormat::Idx, readIdx, countIdx},
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
