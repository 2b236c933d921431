#pragma once

#include "core/comparison/comparison.h"
#include "core/comparison/operator_comparison.h"
#include "core/report/charts/chart.h"
#include "ui/runs/ticked_runs.h"

#include <QColor>

#include <vector>

namespace stepscope::ui {

/// What to compare, and how.
struct ComparisonWish
{
    std::vector<TickedRun> runs;
    size_t baseline = 0; ///< index of a run
    double accuracy = 0.98;
    OperatorBasis basis = OperatorBasis::PerStep;
};

/// Runs side by side, as the tables and charts show them.
struct ComparisonResult
{
    std::vector<TickedRun> runs;
    Comparison figures;
    OperatorComparison operators;
    std::vector<Chart> charts;

    bool empty() const { return runs.empty(); }
    /// For files: with the complete names of the runs and their settings.
    Comparison figuresForFiles() const;
    OperatorComparison operatorsForFiles() const;
    QColor color(size_t run) const; ///< of the run, in the current theme
    bool isBaseline(size_t run) const { return run == figures.baseline; }
};

/// Meant for a worker thread.
ComparisonResult compare(ComparisonWish wish);

} // namespace stepscope::ui
