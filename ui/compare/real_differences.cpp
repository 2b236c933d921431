#include "ui/compare/real_differences.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>

namespace stepscope::ui {

namespace {

struct RealDifferencesWords
{
    Q_DECLARE_TR_FUNCTIONS(RealDifferences)
};

/// How many differences have enough steps for a verdict, and how many do not.
struct JudgedDifferences
{
    size_t judged = 0;
    size_t tooFewSteps = 0;

    void add(const std::optional<OperatorDifference>& difference)
    {
        if (difference)
            ++(difference->verdict == Verdict::TooFewSamples ? tooFewSteps : judged);
    }
};

bool haveSameSettings(const Comparison& figures)
{
    return std::ranges::all_of(figures.runs, [&](const RunComparison& run) {
        return run.hasKnownSettings && run.setting == figures.runs.front().setting;
    });
}

} // namespace

bool isRealDifference(const OperatorComparisonRow& row)
{
    return std::ranges::any_of(row.cells, [](const OperatorCell& cell) {
        return cell.difference && (isDifference(cell.difference->verdict) ||
                                   (cell.deviceDifference && isDifference(cell.deviceDifference->verdict)));
    });
}

QString noRealDifferenceText(const ComparisonResult& result, const std::vector<OperatorComparisonRow>& rows)
{
    if (std::ranges::any_of(rows, isRealDifference))
        return {};
    JudgedDifferences differences;
    for (const OperatorComparisonRow& row : rows) {
        for (const OperatorCell& cell : row.cells) {
            differences.add(cell.difference);
            differences.add(cell.deviceDifference);
        }
    }
    QStringList sentences;
    if (differences.judged > 0)
        sentences += RealDifferencesWords::tr("No difference is larger than the noise of the runs.");
    if (differences.judged > 0 && haveSameSettings(result.figures))
        sentences += RealDifferencesWords::tr("The runs have the same settings, so none is expected.");
    if (differences.tooFewSteps > 0)
        sentences += RealDifferencesWords::tr(
                         "Differences that involve a run with fewer than %1 recorded steps cannot be "
                         "distinguished from noise.")
                         .arg(result.operators.test.minimumSamples);
    if (differences.judged + differences.tooFewSteps == 0)
        sentences +=
            RealDifferencesWords::tr("The baseline or all other runs recorded nothing that can be compared. "
                                     "Choose another baseline, or turn off “Real differences”.");
    else
        sentences +=
            RealDifferencesWords::tr("Record more steps to find smaller differences, or turn off “Real "
                                     "differences” to see all.");
    return sentences.join(' ');
}

} // namespace stepscope::ui
