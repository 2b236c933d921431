#pragma once

#include "core/advise/advice_figures.h"
#include "core/advise/finding.h"
#include "core/language/translation.h"
#include "core/machine/environment.h"
#include "core/run/run.h"

#include <algorithm>
#include <string>
#include <vector>

namespace stepscope {

/// The most by which a step could get shorter if the host saved `ns`: this is gained only while the device is
/// idle, since a step cannot be shorter than the work of its busiest device.
double hostGainNs(const AdviceFigures& figures, double ns);

struct AdviceInput
{
    const Run& run;
    const Environment& environment;
    const AdviceFigures& figures;

    /// Converts a sum over the time of DeviceFigures, that of all counted steps, to its part of a mean step.
    double perStep(double ns) const { return ns / double(std::max<int64_t>(figures.countedSteps, 1)); }
    /// Mean time of a step: of the recorded ones or, if there are none, of all.
    double stepNs() const;
    /// The time of a step to which figures of the whole run apply: that of stepNs() or, while steps are
    /// selected, the median of the run.
    double runStepNs() const { return areSelected() ? figures.times.medianNs : stepNs(); }
    /// Whether figures of the trace are only of selected steps.
    bool areSelected() const { return !figures.operators.range.isAll(); }
    /// See stepscope::hostGainNs().
    double hostGainNs(double ns) const { return stepscope::hostGainNs(figures, ns); }
    /// "the recorded steps", "the trace".
    std::string scope() const;
    /// The same for a device's time: "the recorded steps (to the end of the work launched in them)".
    std::string deviceScope() const;
    /// "a step of 1.00 ms (mean)", with device work "a step of 1.00 ms (mean, on the host)", "the trace of
    /// 3.200 s".
    std::string whole() const;
    /// The same for the steps of AdviceFigures::split(): "a step of 1.20 ms (mean, with its device work)".
    std::string wholeOfSplit() const;
    /// The same for the time of a device's figures, which includes the time between steps: if that makes a
    /// difference, "a step of 1.30 ms (mean, with its device work and the time to the next step)".
    std::string whole(const DeviceFigures& device) const;
    /// "a step of 1.00 ms (median of the run)".
    std::string wholeOfRun() const;
};

/// The title, question and formula of a finding.
struct FindingWords
{
    Translatable title;
    Translatable question;
    Translatable formula;
};

/// "1.20 ms".
std::string timeText(int64_t ns);

// The questions, one function each.

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

/// On the process groups of the CPU; none for runs without.
std::vector<Finding> hostCommunicationFindings(const AdviceInput& input);
/// What to try against communication of this kind.
std::vector<std::string> communicationTries(CommunicationKind kind);
/// "The largest part is all-reduce: 3.20 ms (sum of durations)."
std::string largestCommunication(const CommunicationTimes& times);

/// Findings on the ranks of a distributed run; none for other runs.
std::vector<Finding> rankFindings(const AdviceInput& input);

/// Questions that need device events. With several devices, for the one with the most to gain.
std::vector<Finding> deviceFindings(const AdviceInput& input);

/// The same for one device, in two parts.
std::vector<Finding> copyFindings(const AdviceInput& input, const DeviceFigures& device);
std::vector<Finding> kernelFindings(const AdviceInput& input, const DeviceFigures& device);
/// Of two of the latter, which are also asked where no events of a device were recorded.
FindingWords smallKernelsWords();
FindingWords tensorCoresWords();
/// A finding without an answer, marked as a device's.
Finding newDeviceFinding(FindingId id, const FindingWords& words, FindingPlace place = FindingPlace::Nowhere);

/// Whether so little is gained that the step would be "1.00 times as fast".
bool isNothingGained(double timesAsFast);

Finding newFinding(FindingId id, const FindingWords& words, FindingPlace place = FindingPlace::Nowhere);
/// Sets measure and verdict.
void judge(Finding& finding, const FindingMeasure& measure);
/// Changes a finding that is worth a look to a good one, judged by its possible gain, if that is below
/// AdviceThresholds::smallGain.
void judgeByGain(Finding& finding, const AdviceInput& input);
/// Sets the verdict to not applicable, with this reason.
Finding notApplicable(Finding finding, std::string reason);
Finding notApplicable(Finding finding, Translatable reason, TextValues values = {});
/// Leaves the verdict at "cannot tell", with this reason.
Finding cannotBeTold(Finding finding, std::string reason);
Finding cannotBeTold(Finding finding, Translatable reason, TextValues values = {});

} // namespace stepscope
