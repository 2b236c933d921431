#include "ui/overview/overview_text.h"

#include "core/advise/advice_figures.h"
#include "core/advise/finding.h"
#include "core/advise/root_cause.h"
#include "core/base/text/format.h"
#include "core/base/text/format_amount.h"
#include "core/base/text/short_names.h"
#include "core/base/text/symbol_name.h"
#include "core/data/kinds/data_set_kinds.h"
#include "core/experiment/data_settings.h"
#include "core/run/imported_experiment.h"
#include "core/run/progress.h"
#include "core/run/run_words.h"
#include "core/run/validation.h"
#include "core/trace/event_kind.h"
#include "ui/curves/curve_data.h"
#include "ui/curves/curve_readout.h"
#include "ui/curves/curves_picture.h"
#include "ui/operators/operator_columns.h"
#include "ui/steps/step_times_text.h"
#include "ui/support/absence_text.h"
#include "ui/support/qt_text.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

namespace stepscope::ui {

namespace {

constexpr size_t mostCosts = 5;

struct OverviewWords
{
    Q_DECLARE_TR_FUNCTIONS(Overview)
};

const QString separator = QStringLiteral(" · ");

QString unknown()
{
    return OverviewWords::tr("not known");
}

int64_t stepsOfRun(const Run& run)
{
    const int64_t steps = int64_t(run.steps.size()) + run.stepsLeftOut;
    return steps > 0 ? steps : int64_t(run.trace.steps.size());
}

QString stepCountText(const Run& run)
{
    const int64_t steps = stepsOfRun(run);
    if (!run.isOver() && run.kind == RunKind::Training && run.plan.totalSteps > 0)
        return OverviewWords::tr("%1 of %2").arg(countText(steps), toQString(plannedStepsText(run)));
    return steps > 0 ? countText(steps) : unknownText(run, RunPart::Steps);
}

QString networkText(const Run& run)
{
    const std::string network = shownExperiment(run).network;
    if (network.empty())
        return run.graph ? OverviewWords::tr("not named; its operators are in the Graph view")
                         : unknownText(run, RunPart::Graph);
    if (run.plan.parameters <= 0)
        return toQString(network);
    const QString parameters = counted(
        OverviewWords::tr("%1 parameter(s)", nullptr, formNumber(run.plan.parameters)), run.plan.parameters);
    return QString("%1 (%2)").arg(toQString(network), parameters);
}

QString dataText(const Experiment& experiment)
{
    const auto label = dataSetLabel(experiment.dataset);
    const auto settings = dataSettingsText(experiment);
    if (label.empty())
        return unknown();
    return settings.empty() ? toQString(label) : QString("%1, %2").arg(toQString(label), toQString(settings));
}

QString versionsText(const Run& run, const Environment& environment)
{
    QStringList versions;
    const auto add = [&versions](const QString& name, const std::string& version) {
        if (!version.empty())
            versions += name + ' ' + toQString(version);
    };
    add("Stepscope", environment.stepscopeVersion);
    add("LibTorch", environment.engine.version);
    add("Python", environment.program.python);
    add("CUDA", environment.engine.cudaRuntime);
    add("cuDNN", environment.engine.cudnn);
    return versions.isEmpty() ? unknownText(run, RunPart::Environment) : versions.join(separator);
}

QString costText(int64_t ns, int64_t steps, const std::string& unit)
{
    return steps > 0 ? durationText(double(ns) / double(steps)) : toQString(formatAmount(double(ns), unit));
}

/// The last value that is a number; NaN if there is none.
double lastValue(const CurvePyramid& curve)
{
    const auto known = std::find_if(curve.values.rbegin(), curve.values.rend(),
                                    [](float value) { return std::isfinite(value); });
    return known == curve.values.rend() ? std::nan("") : double(*known);
}

struct LastValues
{
    double loss = 0.0;
    double accuracy = 0.0; ///< in per cent
    size_t steps = 0;      ///< over which they are means; 0: they are the last ones that were logged
};

/// The training's last values.
LastValues lastOfTraining(const Run& run, const CurveData& curves)
{
    const double loss = lastValue(curves.raw(CurveQuantity::Loss));
    const double accuracy =
        curves.isOfLossAlone() ? std::nan("") : lastValue(curves.raw(CurveQuantity::Accuracy));
    if (!curves.isOfSteps() || std::isnan(loss) || (std::isnan(accuracy) && run.kind == RunKind::Program))
        return {loss, accuracy};
    const RecentTraining recent = recentTraining(run);
    return {recent.loss, 100.0 * recent.accuracy, std::min(recentSteps, run.steps.size())};
}

std::pair<double, double> lastOfTests(const Run& run, const CurveData& curves)
{
    if (const auto tests = testResults(run))
        return {tests->finalLoss, tests->finalAccuracy ? 100.0 * *tests->finalAccuracy : std::nan("")};
    return {lastValue(curves.tests(CurveQuantity::Loss)), lastValue(curves.tests(CurveQuantity::Accuracy))};
}

/// Which mean the throughput is, and its spread if it is known.
QString speedScopeText(const Run& run, const std::optional<SpeedRange>& usual)
{
    if (run.steps.size() == 1)
        return OverviewWords::tr("in the first step, which sets everything up");
    // TrainingSpeed leaves out the first step of an imported run, too.
    const QString mean = isImported(run) ? OverviewWords::tr("mean of all steps except the first")
                                         : OverviewWords::tr("mean of the measured steps");
    if (!usual)
        return mean;
    return (isImported(run) ? OverviewWords::tr("%1; %2 to %3 in 90 % of the measured steps")
                            : OverviewWords::tr("%1; %2 to %3 in 90 % of them"))
        .arg(mean, toQString(formatImagesPerSecond(usual->low)),
             toQString(formatImagesPerSecond(usual->high)));
}

/// The steps that costs cover, and whether they are means over these or sums.
QString costScopeText(bool isMean, const std::string& covered)
{
    return (isMean ? OverviewWords::tr("mean of the recorded steps: %1")
                   : OverviewWords::tr("sum over the recording: %1"))
        .arg(toQString(covered));
}

} // namespace

QString unknownText(const Run& run, RunPart part)
{
    return OverviewWords::tr("not known: %1").arg(toQString(absenceReason(run, part)));
}

QString runLine(const Run& run)
{
    QStringList facts{toQString(isImported(run) ? importedWord() : outcomeWord(run.outcome))};
    if (run.startUnixMs > 0)
        facts += dateText(run.startUnixMs);
    if (const int64_t steps = stepsOfRun(run); steps > 0)
        facts += counted(OverviewWords::tr("%1 step(s)", nullptr, formNumber(steps)), steps);
    return facts.join(separator);
}

QString startTip(const Run& run)
{
    return run.startUnixMs > 0 ? OverviewWords::tr("Started: %1").arg(completeDateText(run.startUnixMs))
                               : QString();
}

QList<OverviewFact> runFacts(const Run& run, const Environment& environment)
{
    const Experiment& experiment = run.experiment;
    const QString device = runDevice(run);
    QList<OverviewFact> facts;
    if (!environment.program.command.empty())
        facts += {OverviewWords::tr("Program"), toQString(environment.program.command), true};
    facts += {OverviewWords::tr("Network"), networkText(run)};
    facts += {OverviewWords::tr("Data"), dataText(experiment)};
    facts += {OverviewWords::tr("Device"), device.isEmpty() ? unknown() : device};
    facts += {OverviewWords::tr("Batch size"),
              experiment.batchSize > 0 ? countText(experiment.batchSize) : unknown()};
    facts += {OverviewWords::tr("Steps"), stepCountText(run)};
    facts += {OverviewWords::tr("Versions"), versionsText(run, environment)};
    return facts;
}

ThroughputText throughputText(const Run& run, double imagesPerSecond, const StepTimes& times)
{
    ThroughputText text;
    const bool areTimed = times.count > 0;
    const bool isOfHost = hasStreams(run.trace); // and not of the device, whose work may end later
    if (imagesPerSecond > 0.0)
        text.value = toQString(formatImagesPerSecond(imagesPerSecond));
    else
        text.value =
            areTimed
                ? (times.count == 1
                       ? (isOfHost ? OverviewWords::tr("%1 per step on the host (one measured step)")
                                   : OverviewWords::tr("%1 per step (one measured step)"))
                   : isOfHost ? OverviewWords::tr("%1 per step on the host (median of the measured steps)")
                              : OverviewWords::tr("%1 per step (median of the measured steps)"))
                      .arg(durationText(times.medianNs))
                : unknownText(run, RunPart::Steps);
    const bool isMedianValue = imagesPerSecond <= 0.0;
    if (areTimed && isMedianValue && times.count > 1)
        text.perStep = times.hasPercentiles()
                           ? OverviewWords::tr("%1: %2").arg(measuredStepsText(times.count),
                                                             percentilesText(times.p5Ns, times.p95Ns))
                           : measuredStepsText(times.count);
    else if (areTimed && !isMedianValue)
        text.perStep = (isOfHost ? OverviewWords::tr("Time per step on the host, %1: %2")
                                 : OverviewWords::tr("Time per step, %1: %2"))
                           .arg(measuredStepsText(times.count),
                                stepTimesText(times.count, times.medianNs, times.p5Ns, times.p95Ns));
    if (imagesPerSecond > 0.0)
        text.spread = speedScopeText(run, usualSpeeds(times, run.experiment.batchSize));
    if (areTimed)
        text.tip = measuredStepsTip(run);
    return text;
}

QString wholeRunText()
{
    return OverviewWords::tr("whole run");
}

AnalyzedScope analyzedScope(const StepRange& steps, const AdviceFigures& figures)
{
    if (steps.isAll())
        return {};
    const QString range = stepRangeText(steps);
    const bool isRecorded = figures.operators.steps > 0;
    return {.finding = isRecorded ? OverviewWords::tr("%1; machine and settings: whole run").arg(range)
                                  : wholeRunText(),
            .costs = range};
}

ImprovementText improvementText(const Run& run, const std::vector<Finding>& findings)
{
    if (findings.empty())
        return {.title = {}, .text = unknownText(run, RunPart::Analysis), .gain = {}};
    const RootCause cause = rootCause(findings);
    return {.title = toQString(cause.title), .text = toQString(cause.text), .gain = toQString(cause.gain)};
}

OverviewCosts costliestOperators(const Run& run, const OperatorStatistics& statistics)
{
    OverviewCosts costs;
    const bool isOfDevice = statistics.isOfDevice();
    int64_t calls = 0;
    for (const OperatorRow& row : statistics.rows)
        calls += row.calls;
    // As for kernels, calls outside of the steps count for the mean. If all are, there is no time per step.
    const bool areOutside = statistics.callsOutside > 0 && statistics.callsOutside >= calls;
    const int64_t steps = areOutside ? 0 : statistics.steps;
    const ShortNames shortNames = shortRowNames(statistics, run.trace);
    for (const OperatorRow* row : costliestRows(statistics, mostCosts)) {
        costs.rows += {.title = toQString(shortNames.of(operatorRowTitle(statistics, *row, run.trace))),
                       .name = toQString(operatorRowName(statistics, *row, run.trace)),
                       .pass = statistics.contents.hasPasses ? toQString(passWord(row->pass)) : QString(),
                       .time = costText(isOfDevice ? row->deviceSelfNs : row->selfNs, steps, statistics.unit),
                       .share = toQString(formatShare(isOfDevice ? row->deviceShare : row->selfShare))};
    }
    if (isOfDevice)
        costs.timeHead =
            steps > 0 ? OverviewWords::tr("Mean device time per step") : OverviewWords::tr("Device time");
    else
        costs.timeHead = steps > 0                 ? OverviewWords::tr("Mean self time per step")
                         : statistics.unit.empty() ? OverviewWords::tr("Self time")
                                                   : OverviewWords::tr("Self");
    costs.shareHead = OverviewWords::tr("Share");
    if (!costs.rows.isEmpty())
        costs.note = costScopeText(steps > 0, coveredSteps(statistics, run.trace));
    else
        costs.note = statistics.range.isAll() ? unknownText(run, RunPart::Operators)
                                              : callsAbsenceText(&run, statistics.range).title;
    return costs;
}

OverviewCosts costliestKernels(const Run& run, const AdviceFigures& figures)
{
    std::vector<KernelCost> kernels = kernelCosts(figures.devices);
    ShortNames shortNames(&shortSymbol);
    for (const KernelCost& kernel : kernels)
        shortNames.add(run.trace.names[kernel.name]);
    kernels.resize(std::min(kernels.size(), mostCosts));
    OverviewCosts costs;
    for (const KernelCost& kernel : kernels) {
        const std::string& full = run.trace.names[kernel.name];
        costs.rows += {.title = toQString(shortNames.of(full)),
                       .name = toQString(full),
                       .pass = {},
                       .time = costText(kernel.totalNs, figures.countedSteps, {}),
                       .share = toQString(formatShare(kernel.share))};
    }
    costs.timeHead =
        figures.countedSteps > 0 ? OverviewWords::tr("Mean time per step") : OverviewWords::tr("Time");
    costs.shareHead = OverviewWords::tr("Share");
    if (costs.rows.isEmpty())
        costs.note = OverviewWords::tr("No kernel ran in these steps.");
    else if (figures.countedSteps > 0)
        costs.note = OverviewWords::tr("mean of %1, all passes together")
                         .arg(countedStepsText(run, figures.countedSteps));
    else
        costs.note = costScopeText(false, coveredSteps(ActiveSteps(), 0));
    return costs;
}

QList<OverviewFact> memoryFacts(const Run& run, const AdviceFigures& figures)
{
    QList<OverviewFact> facts;
    const auto add = [&facts](const QString& name, int64_t bytes, bool isLowerBound = false) {
        if (bytes < 0)
            return;
        const QString text = bytesText(double(bytes));
        facts += {name, isLowerBound ? OverviewWords::tr("at least %1").arg(text) : text};
    };
    add(OverviewWords::tr("Peak of the process"), figures.machine.peakResidentBytes);
    add(OverviewWords::tr("Peak of LibTorch on the device"), figures.machine.peakAllocatedBytes);
    add(OverviewWords::tr("Peak memory of the most used GPU"), figures.machine.peakGpuMemoryBytes);
    for (const DevicePeak& peak : figures.peaks)
        add(OverviewWords::tr("Peak of device %1").arg(peak.device), peak.bytes, peak.isLowerBound);
    if (facts.isEmpty())
        facts += {OverviewWords::tr("Peak"), unknownText(run, RunPart::MachineSamples)};
    return facts;
}

QList<OverviewFact> lossFacts(const Run& run, const CurveData& curves)
{
    QList<OverviewFact> facts;
    const auto addLoss = [&facts](const QString& name, double loss, const QString& scope = {}) {
        if (!std::isnan(loss))
            facts += {name, lossText(loss) + scope};
    };
    const auto addAccuracy = [&facts](const QString& name, double percent, const QString& scope = {}) {
        if (!std::isnan(percent))
            facts += {name, percentText(percent) + scope};
    };
    const auto [loss, accuracy, steps] = lastOfTraining(run, curves);
    const auto [testLoss, testAccuracy] = lastOfTests(run, curves);
    const QString scope =
        steps > 0
            ? ' ' + counted(OverviewWords::tr("(mean of the last %1 step(s))", nullptr, formNumber(steps)),
                            steps)
            : QString();
    addLoss(OverviewWords::tr("Loss"), loss, scope);
    addAccuracy(OverviewWords::tr("Accuracy"), accuracy, scope);
    addLoss(OverviewWords::tr("Test loss"), testLoss);
    addAccuracy(OverviewWords::tr("Test accuracy"), testAccuracy);
    if (const auto validation = lastValidation(run)) {
        addLoss(OverviewWords::tr("Validation loss"), validation->loss);
        addAccuracy(OverviewWords::tr("Validation accuracy"), 100.0 * validation->accuracy);
    }
    if (facts.isEmpty())
        facts += {OverviewWords::tr("Loss"),
                  contentsOf(run).hasCurves ? OverviewWords::tr("not known: no loss or accuracy was logged")
                                            : unknownText(run, RunPart::Curves)};
    return facts;
}

} // namespace stepscope::ui
