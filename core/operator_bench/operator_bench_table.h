#pragma once

#include "core/operator_bench/operator_times.h"

#include <string>
#include <vector>

namespace stepscope {

/// A column of the table of measured operators.
struct OperatorBenchColumn
{
    std::string title;
    std::string help;                                                 ///< what the figure is
    size_t width = 0;                                                 ///< characters of its usual texts
    std::string (*text)(const OperatorBenchResult& result) = nullptr; ///< "–" if the figure is not known
};

/// The figures of a result in the order of the table, translated: median, percentiles, overhead, arithmetic,
/// FLOP/s, bytes per second, share of the roofline.
std::vector<OperatorBenchColumn> operatorBenchColumns();

/// "contiguous", "channels-last".
const std::vector<std::string>& operatorBenchLayouts();
/// One of these.
const std::string& layoutName(const OperatorBenchSettings& settings);

/// Sentences about what the table cannot say: what was timed, calls that do not wait for the device, and how
/// to get a roofline that is not known. None without results.
std::vector<std::string> operatorBenchNotes(const std::vector<OperatorBenchResult>& results);

} // namespace stepscope
