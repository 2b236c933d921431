#include "core/experiment/augmentation.h"

#include "core/base/error.h"
#include "core/base/text/ascii.h"
#include "core/base/text/format.h"
#include "core/base/text/parse_text.h"
#include "core/base/text/visible_text.h"
#include "core/language/translation.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

namespace stepscope {

namespace {

[[noreturn]] void refuse(std::string_view change)
{
    const bool isNormalization = lowerCase(change).starts_with("normali"); // also in British spelling
    throw Error(translated(
        isNormalization
            ? translatable(
                  "\"{change}\" is no augmentation: images from files are always normalized by the mean "
                  "and the standard deviation of the training images. An augmentation is \"crop N\", with "
                  "1 to {most} pixels, or \"flip\"; several are separated by commas.")
            : translatable("The augmentation \"{change}\" is not known: it must be \"crop N\", with 1 to "
                           "{most} pixels, or \"flip\"; several are separated by commas."),
        {{"change", shortLine(change, longestShownName)}, {"most", formatCount(largestCropPadding)}}));
}

void addChange(Augmentation& to, std::string_view change)
{
    const auto gap = change.find_first_of(blankCharacters);
    const auto word = change.substr(0, gap);
    const auto number = gap == std::string_view::npos ? std::string_view() : trimmed(change.substr(gap));
    const bool isRepeated = word == "crop" ? to.cropPadding > 0 : word == "flip" && to.isFlipped;
    if (isRepeated)
        throw Error(translated("The augmentation has \"{change}\" twice.", {{"change", std::string(word)}}));
    if (word == "flip" && number.empty()) {
        to.isFlipped = true;
        return;
    }
    const auto padding = parseNumber<int64_t>(number);
    if (word != "crop" || !padding || *padding < 1 || *padding > largestCropPadding)
        refuse(change);
    to.cropPadding = *padding;
}

/// The next number of the generator SplitMix64 (Steele, Lea and Flood, 2014), whose state is `state`.
uint64_t nextRandom(uint64_t& state)
{
    uint64_t z = state += 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
}

/// -padding to padding. The remainder favors some of them by less than one in 2^50.
int64_t randomShift(uint64_t& state, int64_t padding)
{
    return int64_t(nextRandom(state) % uint64_t(2 * padding + 1)) - padding;
}

} // namespace

bool hasAugmentation(std::string_view text)
{
    const auto named = trimmed(text);
    return !named.empty() && named != "none";
}

Augmentation parseAugmentation(std::string_view text)
{
    Augmentation augmentation;
    if (!hasAugmentation(text))
        return augmentation;
    for (const auto some : splitText(text, ',')) {
        for (const auto change : splitText(some, '+'))
            addChange(augmentation, trimmed(change));
    }
    return augmentation;
}

std::string usualAugmentation(std::string_view text)
{
    try {
        const auto [cropPadding, isFlipped] = parseAugmentation(text);
        const auto crop = cropPadding > 0 ? fmt::format("crop {}", cropPadding) : std::string();
        if (!isFlipped)
            return crop.empty() ? "none" : crop;
        return crop.empty() ? "flip" : crop + ", flip";
    } catch (const Error&) {
        return std::string(text);
    }
}

void checkAugmentation(const Augmentation& augmentation, const ImageShape& shape)
{
    const auto least = std::min(shape.rows, shape.columns);
    if (augmentation.cropPadding < least || augmentation.cropPadding == 0)
        return;
    throw Error(translated("The augmentation \"crop {padding}\" does not fit images of {rows} × {columns} "
                           "pixels: a part could be all black. At most {most} pixels are allowed.",
                           {{"padding", formatCount(augmentation.cropPadding)},
                            {"rows", formatCount(shape.rows)},
                            {"columns", formatCount(shape.columns)},
                            {"most", formatCount(least - 1)}}));
}

AugmentationDraw drawAugmentation(const Augmentation& augmentation, uint64_t seed, int64_t epoch,
                                  int64_t image)
{
    uint64_t state = seed;
    state = nextRandom(state) ^ uint64_t(epoch);
    state = nextRandom(state) ^ uint64_t(image);
    AugmentationDraw draw;
    if (augmentation.cropPadding > 0) {
        draw.rows = randomShift(state, augmentation.cropPadding);
        draw.columns = randomShift(state, augmentation.cropPadding);
    }
    draw.isMirrored = augmentation.isFlipped && (nextRandom(state) >> 63) != 0;
    return draw;
}

void applyAugmentation(const AugmentationDraw& draw, const ImageShape& shape, const float* black,
                       const float* from, float* to)
{
    const auto columns = shape.columns;
    const auto firstKept = std::max<int64_t>(0, -draw.columns); // of the columns that are written
    const auto lastKept = std::min(columns, columns - draw.columns);
    const auto begin = draw.isMirrored ? columns - lastKept : firstKept; // of those that are not black
    const auto end = begin + lastKept - firstKept;
    for (int64_t channel = 0; channel < shape.channels; ++channel) {
        for (int64_t row = 0; row < shape.rows; ++row, to += columns) {
            const auto source = row + draw.rows;
            if (source < 0 || source >= shape.rows) {
                std::fill_n(to, columns, black[channel]);
                continue;
            }
            const float* const line = from + (channel * shape.rows + source) * columns + draw.columns;
            std::fill(to, to + begin, black[channel]);
            if (draw.isMirrored)
                std::reverse_copy(line + firstKept, line + lastKept, to + begin);
            else
                std::copy(line + firstKept, line + lastKept, to + begin);
            std::fill(to + end, to + columns, black[channel]);
        }
    }
}

} // namespace stepscope
