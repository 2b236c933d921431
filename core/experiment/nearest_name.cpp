#include "core/experiment/nearest_name.h"

#include "core/base/text/ascii.h"
#include "core/base/text/visible_text.h"
#include "core/language/translation.h"

#include <algorithm>
#include <numeric>
#include <vector>

namespace stepscope {

namespace {

/// Levenshtein distance, row by row; capitals are the same as small letters.
size_t editDistance(std::string_view from, std::string_view to)
{
    std::vector<size_t> row(to.size() + 1);
    std::iota(row.begin(), row.end(), size_t(0));
    for (size_t i = 1; i <= from.size(); ++i) {
        size_t diagonal = row[0];
        row[0] = i;
        for (size_t j = 1; j <= to.size(); ++j) {
            const size_t replaced = diagonal + (lowerCase(from[i - 1]) != lowerCase(to[j - 1]) ? 1 : 0);
            diagonal = row[j];
            row[j] = std::min({row[j] + 1, row[j - 1] + 1, replaced});
        }
    }
    return row.back();
}

/// The shortest name that begins with these letters; empty if none does.
std::string_view shortestBeginning(std::string_view start, std::span<const std::string_view> names)
{
    std::string_view shortest;
    for (const auto name : names) {
        if (lowerCase(name.substr(0, start.size())) == lowerCase(start) &&
            (shortest.empty() || name.size() < shortest.size()))
            shortest = name;
    }
    return shortest;
}

} // namespace

std::string_view nearestName(std::string_view misspelt, std::span<const std::string_view> names)
{
    // A text from a file can have any length; one that is far longer than every name is not a misspelling.
    if (misspelt.size() > 100)
        return {};
    constexpr size_t shortestStart = 3;
    if (misspelt.size() >= shortestStart) {
        if (const auto begun = shortestBeginning(misspelt, names); !begun.empty())
            return begun;
    }
    std::string_view nearest;
    size_t fewest = misspelt.size() < 3 ? 1 : (misspelt.size() + 1) / 3 + 1;
    for (const auto name : names) {
        if (const size_t edits = editDistance(misspelt, name); edits < fewest) {
            fewest = edits;
            nearest = name;
        }
    }
    return nearest;
}

std::string unknownKeyText(const std::string& source, std::string_view key,
                           std::span<const std::string_view> names)
{
    const auto nearest = nearestName(key, names);
    return translated(
        nearest.empty()
            ? translatable("{source}: there is no field \"{field}\".")
            : translatable("{source}: there is no field \"{field}\"; did you mean \"{nearest}\"?"),
        {{"source", source}, {"field", shortLine(key, longestShownName)}, {"nearest", std::string(nearest)}});
}

} // namespace stepscope
