#include "core/sweep/axis_values.h"

#include "core/base/text/parse_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace stepscope {

char axisSeparator(const ExperimentField& field, std::string_view text)
{
    if (field.key == "layers")
        return ';';
    // Of what is between commas, only layers with numbers and names of files have blanks.
    const auto isLayer = [](std::string_view part) {
        return trimmed(part).find(' ') != std::string_view::npos && !isModelFile(trimmed(part));
    };
    const bool areLayers =
        text.find(';') != std::string_view::npos || std::ranges::any_of(splitText(text, ','), isLayer);
    return field.key == "network" && areLayers ? ';' : ',';
}

std::string axisValuesText(const ExperimentField& field, std::span<const std::string> values)
{
    const bool haveCommas = std::ranges::any_of(
        values, [](const std::string& value) { return value.find(',') != std::string::npos; });
    const bool areLayers = field.key == "layers" || (field.key == "network" && haveCommas);
    return fmt::format("{}", fmt::join(values, areLayers ? "; " : ", "));
}

} // namespace stepscope
