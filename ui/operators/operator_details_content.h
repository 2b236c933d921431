#pragma once

#include "core/trace/duration_digest.h"
#include "core/trace/operators/operator_details.h"

#include <QString>

#include <vector>

namespace stepscope::ui {

/// The content of the details pane for one row, ready to be painted.
struct OperatorDetailsContent
{
    /// One of the row's shapes, callers or callees.
    struct Line
    {
        QString text;
        QString figure;
        QString help;
        double share = 0.0;   ///< of the list's largest
        QString operatorName; ///< selected by a click; empty: none
    };
    struct Step
    {
        int64_t number = 0;
        double ns = 0.0;
        QString help;
    };

    QString title;        ///< "aten::conv2d"; of a kernel the short name, as in the table
    QString completeName; ///< empty: the title
    QString warmUp;       ///< compares the first call with the others; empty: there was only one
    Pass pass = Pass::Other;
    bool severalPasses = false;
    std::vector<DurationDigest::Bin> bins;
    DurationSpread spread;
    int64_t firstNs = 0;
    std::vector<Step> steps;
    bool areStepsAwaited = false; ///< they are still being computed
    std::vector<Line> shapes;
    std::vector<Line> callers;
    std::vector<Line> callees;

    /// "Forward", "several passes".
    QString passText() const;
    /// Everything but the charts, without what a narrow pane cuts.
    QString plain() const;
};

OperatorDetailsContent operatorDetailsContent(const OperatorStatistics& statistics, const OperatorRow& row,
                                              const DurationDigest& durations, const OperatorDetails& details,
                                              const Trace& trace);

} // namespace stepscope::ui
