#pragma once

#include "core/comparison/comparison.h"
#include "core/exchange/table_value.h"

#include <string>
#include <vector>

namespace stepscope {

/// One figure of a comparison's runs, for programs and for readers.
struct ComparisonRow
{
    struct Cell
    {
        TableValue value;
        std::string shown;
    };
    std::string key;         ///< with its unit, "step_median_us"
    std::string label;       ///< "Step time, median"; empty: for programs only
    std::vector<Cell> cells; ///< one per run

    /// Whether it is shown to readers: it has a label, and at least one run has the figure.
    bool isShown() const;
};

/// All figures, including those that no run has.
std::vector<ComparisonRow> comparisonRows(const Comparison& comparison);

/// One row per figure, one column per run. CSV and JSON contain plain numbers, with units in the figures'
/// names; figures that a run does not have are empty. Markdown is for readers and omits figures that no run
/// has. JSON also contains the settings of which the runs are repeats.
std::string comparisonCsv(const Comparison& comparison);
std::string comparisonJson(const Comparison& comparison);
std::string comparisonMarkdown(const Comparison& comparison);

} // namespace stepscope
