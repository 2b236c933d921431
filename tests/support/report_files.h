#pragma once

#include "core/exchange/report.h"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <vector>

namespace stepscope::test {

/// The report files of every profiled training, with or without a GPU.
inline std::vector<std::string_view> filesOfAnyTraining()
{
    std::vector<std::string_view> names;
    std::ranges::copy_if(reportFileNames(), std::back_inserter(names),
                         [](std::string_view name) { return name != "kernels.csv"; });
    return names;
}

} // namespace stepscope::test
