#include "core/experiment/synthetic_shape.h"

#include "core/base/error.h"
#include "core/base/text/format.h"
#include "core/base/text/parse_text.h"
#include "core/base/text/visible_text.h"
#include "core/language/translation.h"

#include <fmt/format.h>

#include <algorithm>

namespace stepscope {

std::optional<ImageShape> parseSyntheticShape(std::string_view text)
{
    const auto parts = splitText(text, 'x');
    if (parts.size() != 3)
        return std::nullopt;
    const auto channels = parseNumber<int64_t>(parts[0]);
    const auto rows = parseNumber<int64_t>(parts[1]);
    const auto columns = parseNumber<int64_t>(parts[2]);
    if (!channels || !rows || !columns)
        return std::nullopt;
    const ImageShape shape{.channels = *channels, .rows = *rows, .columns = *columns};
    const auto [smallerSide, largerSide] = std::minmax(shape.rows, shape.columns);
    if (shape.channels < 1 || shape.channels > mostSyntheticChannels || smallerSide < 1 ||
        largerSide > largestSyntheticSide || shape.pixels() > mostSyntheticPixels)
        return std::nullopt;
    const bool isUsualText = fmt::format("{}x{}x{}", *channels, *rows, *columns) == text; // no leading zeros
    return isUsualText ? std::optional(shape) : std::nullopt;
}

std::string allowedSyntheticShapes()
{
    return translated(
        "channels, rows and columns as in 3x224x224, with 1 to {channels} channels, 1 to {side} "
        "rows and columns, and at most {values} values in all",
        {{"channels", formatCount(mostSyntheticChannels)},
         {"side", formatCount(largestSyntheticSide)},
         {"values", formatCount(mostSyntheticPixels)}});
}

std::optional<DataSetDescription> fixedDescription(const Experiment& experiment)
{
    auto description = fixedDescription(std::string_view(experiment.dataset));
    const DataSetKind* const kind = findDataSetKind(experiment.dataset);
    if (!kind || !kind->isGenerated())
        return description;
    const auto shape = parseSyntheticShape(experiment.syntheticShape);
    if (!shape)
        throw Error(translated("The shape of the synthetic images is \"{shape}\", but must be {expected}.",
                               {{"shape", shortLine(experiment.syntheticShape, longestShownName)},
                                {"expected", allowedSyntheticShapes()}}));
    description->shape = *shape;
    description->classNames.clear();
    for (int64_t label = 0; label < experiment.syntheticClasses; ++label)
        description->classNames.push_back(fmt::format("{}", label));
    return description;
}

} // namespace stepscope
