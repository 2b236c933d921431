#pragma once

#include "core/machine/environment.h"
#include "core/run/run.h"
#include "core/run/run_contents.h"
#include "core/run/run_figures.h"

#include <QList>
#include <QString>

namespace stepscope {
struct AdviceFigures;
struct Finding;
} // namespace stepscope

namespace stepscope::ui {

class CurveData;

/// A fact and its name. A fact that is not known says so, with the reason if there is one.
struct OverviewFact
{
    QString name;
    QString text;
    bool isName = false; ///< of a thing, in one line; otherwise the text wraps
    QString help = {};   ///< tooltip of the name; empty: none
};

/// "not known: the profiler was off".
QString unknownText(const Run& run, RunPart part);

/// "finished · 21 Nov 08:33 · 100 steps", as far as it is known.
QString runLine(const Run& run);
/// "Started: 21 Nov 2026 08:33:12", for the tooltip of that line; empty if it is not known.
QString startTip(const Run& run);
/// Program, network, data, device, batch size, steps and versions.
QList<OverviewFact> runFacts(const Run& run, const Environment& environment);

struct ThroughputText
{
    QString value;   ///< "1,234 samples/s"
    QString spread;  ///< which mean the throughput is, and its spread over the steps; empty: it is not known
    QString perStep; ///< the time of a step with its percentiles; empty: not known
    QString tip;     ///< which steps are measured
};
ThroughputText throughputText(const Run& run, double imagesPerSecond, const StepTimes& times);

/// What figures of the trace cover while steps are selected; empty texts: all steps.
struct AnalyzedScope
{
    QString finding; ///< of the analysis, which also judges figures of the whole run
    QString costs;   ///< of operators and kernels
};
AnalyzedScope analyzedScope(const StepRange& steps, const AdviceFigures& figures);
/// "whole run".
QString wholeRunText();

/// What the guided analysis finds first.
struct ImprovementText
{
    QString title; ///< empty: nothing to improve
    QString text;
    QString gain;
};
ImprovementText improvementText(const Run& run, const std::vector<Finding>& findings);

/// A row of the most expensive operators or kernels.
struct OverviewCost
{
    QString title;
    QString name; ///< of an operator, as in Trace::names
    QString pass; ///< empty for kernels
    QString time;
    QString share;
};
struct OverviewCosts
{
    QList<OverviewCost> rows; ///< the most expensive first
    QString timeHead;         ///< "Mean self time per step"
    QString shareHead;
    QString note; ///< the steps covered, as a mean or a sum, or, without rows, why there are none
};
/// By self time or, where work of a device was recorded, by its time there. `statistics` are by operator.
OverviewCosts costliestOperators(const Run& run, const OperatorStatistics& statistics);
/// By time, over all devices. Shares are of all work on devices.
OverviewCosts costliestKernels(const Run& run, const AdviceFigures& figures);

/// Peaks of the process and of each device; one fact that says why, if none is known.
QList<OverviewFact> memoryFacts(const Run& run, const AdviceFigures& figures);

/// The last values of the training and of its tests; one fact that says why, if there are none. The curves
/// must be those of the run.
QList<OverviewFact> lossFacts(const Run& run, const CurveData& curves);

} // namespace stepscope::ui
