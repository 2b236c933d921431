#pragma once

#include "core/exchange/report.h"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <vector>

namespace stepscope::test {

/// The report files of every profiled training, with or without a GPU; without pictures of views.
inline std::vector<std::string_view> filesOfAnyTraining()
{
    const auto isOfEach = [](std::string_view name) {
        const std::string_view picture = name.substr(0, name.rfind('.'));
        const bool isOfView =
            name.ends_with(".png") && picture != "curves" && picture != "operators" && picture != "graph";
        return name != "kernels.csv" && !isOfView;
    };
    std::vector<std::string_view> names;
    std::ranges::copy_if(reportFileNames(), std::back_inserter(names), isOfEach);
    return names;
}

} // namespace stepscope::test
