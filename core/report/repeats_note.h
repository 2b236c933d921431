#pragma once

#include "core/base/text/format.h"
#include "core/language/translation.h"

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

namespace stepscope {

/// The sentence `id` with {count}, "3" or "2 to 3", the number of runs in groups of more than one; empty if
/// there is no such group. `runsOf` returns a group's runs.
template<typename Group, typename RunsOf>
std::string repeatsNote(Translatable id, const std::vector<Group>& groups, const RunsOf& runsOf)
{
    size_t least = 0;
    size_t most = 0;
    for (const auto& group : groups) {
        const size_t runs = std::invoke(runsOf, group).size();
        if (runs < 2)
            continue;
        least = least == 0 ? runs : std::min(least, runs);
        most = std::max(most, runs);
    }
    if (most == 0)
        return {};
    const auto count = least == most ? formatCount(int64_t(most))
                                     : translated("{low} to {high}", {{"low", formatCount(int64_t(least))},
                                                                      {"high", formatCount(int64_t(most))}});
    return translated(id, {{"count", count}});
}

} // namespace stepscope
