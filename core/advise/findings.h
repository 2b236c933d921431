#pragma once

#include "core/advise/advice_figures.h"
#include "core/advise/finding.h"
#include "core/language/sentences.h"
#include "core/run/environment.h"
#include "core/run/run.h"

#include <vector>

namespace stepscope {

struct AdviceInput
{
    const Run& run;
    const Environment& environment;
    const AdviceFigures& figures;
};

/// What a finding asks.
struct FindingWords
{
    SentenceId title;
    SentenceId question;
    SentenceId formula;
};

// The questions, each by itself. Sentences come from the catalogue.

Finding dataLoadingFinding(const AdviceInput& input);
Finding costliestOperatorsFinding(const AdviceInput& input);
Finding betweenOperatorsFinding(const AdviceInput& input);
Finding smallOperatorsFinding(const AdviceInput& input);

Finding threadsFinding(const AdviceInput& input);
Finding warmUpFinding(const AdviceInput& input);
Finding recorderCostFinding(const AdviceInput& input);
Finding memoryFinding(const AdviceInput& input);
Finding otherProgramsFinding(const AdviceInput& input);
Finding gpuUseFinding(const AdviceInput& input);

/// Of the ranks of a distributed run; none for other runs.
std::vector<Finding> rankFindings(const AdviceInput& input);

/// Which a trace of the host alone cannot answer. Of several devices the one where most is at stake.
std::vector<Finding> deviceFindings(const AdviceInput& input);

/// The same of one device, in two parts.
std::vector<Finding> copyFindings(const DeviceFigures& device);
std::vector<Finding> kernelFindings(const AdviceInput& input, const DeviceFigures& device);
/// Unanswered: marked as a device's.
Finding newDeviceFinding(FindingId id, const FindingWords& words, FindingPlace place = FindingPlace::Nowhere);

Finding newFinding(FindingId id, const FindingWords& words, FindingPlace place = FindingPlace::Nowhere);
/// Sets measure and verdict.
void judge(Finding& finding, const FindingMeasure& measure);
/// Leaves the verdict at that it cannot be told.
Finding cannotBeTold(Finding finding, SentenceId reason, SentenceValues values = {});

} // namespace stepscope
