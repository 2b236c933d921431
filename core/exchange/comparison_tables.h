#pragma once

#include "core/comparison/comparison.h"
#include "core/exchange/table_value.h"

#include <string>
#include <vector>

namespace stepscope {

/// One figure of a comparison's runs, for machines and for readers.
struct ComparisonRow
{
    struct Cell
    {
        TableValue value;
        std::string shown;
    };
    std::string key;         ///< with its unit, "step_median_us"
    std::string label;       ///< "Step time, median"; empty: for machines only
    std::vector<Cell> cells; ///< one a run

    /// Whether it is to be read: it has a label, and a run has the figure.
    bool isShown() const;
};

/// All figures, also those that no run has.
std::vector<ComparisonRow> comparisonRows(const Comparison& comparison);

/// Rows are figures, with a column a run. CSV and JSON hold plain numbers, their units in the figures' names,
/// and nothing for what a run has not; Markdown is to be read and leaves out what no run has. JSON also holds
/// the settings that the runs are repeats of.
std::string comparisonCsv(const Comparison& comparison);
std::string comparisonJson(const Comparison& comparison);
std::string comparisonMarkdown(const Comparison& comparison);

} // namespace stepscope
