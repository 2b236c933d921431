#include "ui/compare/figure_rows.h"

#include "core/base/text/format.h"
#include "core/comparison/verdict_words.h"
#include "core/exchange/table_value.h"
#include "core/language/translation.h"
#include "core/run/run_words.h"
#include "ui/support/qt_text.h"

#include <QCoreApplication>

#include <cmath>

namespace stepscope::ui {

namespace {

struct FigureRowsWords
{
    Q_DECLARE_TR_FUNCTIONS(FigureRows)
};

/// The outcome of an imported run is not known.
QString outcomeText(const RunComparison& run)
{
    if (run.imported)
        return FigureRowsWords::tr("Imported");
    QString name = toQString(outcomeWord(run.outcome));
    name[0] = name[0].toUpper();
    return name;
}

template<typename Whole, typename Part>
std::optional<double> partOf(const std::optional<Whole>& whole, Part Whole::*part)
{
    return whole ? std::optional(double((*whole).*part)) : std::nullopt;
}

/// "4.91 – 6.91 ms": a unit that both have is written once.
QString spreadText(const RunComparison& run)
{
    if (!run.stepTimes || !run.stepTimes->hasPercentiles())
        return {};
    QString low = durationText(run.stepTimes->p5Ns);
    const QString high = durationText(run.stepTimes->p95Ns);
    const QString unit = high.mid(high.lastIndexOf(' '));
    if (unit.startsWith(' ') && low.endsWith(unit))
        low.chop(unit.size());
    return FigureRowsWords::tr("%1 – %2").arg(low, high);
}

QString numberText(double value, Figure figure)
{
    switch (figure) {
    case Figure::ImagesPerSecond:
        return toQString(formatImagesPerSecond(value));
    case Figure::FinalLoss:
    case Figure::BestLoss:
    case Figure::FinalValidationLoss:
    case Figure::BestValidationLoss:
        return toQString(formatLoss(value));
    case Figure::FinalAccuracy:
    case Figure::BestAccuracy:
    case Figure::FinalValidationAccuracy:
    case Figure::BestValidationAccuracy:
    case Figure::DataShare:
        return toQString(formatShare(value, 2));
    case Figure::ValidationShare:
        return toQString(formatShare(value));
    case Figure::RecorderCost:
        return toQString(signedShareText(value));
    case Figure::Cpu:
        return QStringLiteral("%1 %").arg(value, 0, 'f', 0);
    case Figure::Memory:
        return bytesText(value);
    case Figure::BatchSize:
    case Figure::Parameters:
    case Figure::Steps:
        return countText(std::llround(value));
    default:
        return durationText(value);
    }
}

QString ratioDetail(const RatioEstimate& ratio)
{
    if (ratio.verdict == Verdict::TooFewSamples)
        return FigureRowsWords::tr("One of the two runs has too few steps to tell a difference from chance.");
    QString detail = FigureRowsWords::tr("%1 times the baseline's median; 95 % interval: %2 to %3.")
                         .arg(ratio.ratio, 0, 'f', 3)
                         .arg(toQString(ratioBoundText(ratio.interval.low)),
                              toQString(ratioBoundText(ratio.interval.high)));
    if (ratio.verdict == Verdict::OtherBatchSize)
        detail += FigureRowsWords::tr(
            " The steps train different numbers of samples: compare the time per sample.");
    if (ratio.verdict == Verdict::OtherSamples)
        detail += FigureRowsWords::tr(
            " The samples have different sizes, so this does not say which of the two trains faster.");
    if (ratio.verdict == Verdict::Unclear)
        detail += " " + toQString(translated("Repeat the runs on a quieter machine."));
    return detail;
}

/// Why the times of the runs' epochs are not compared; empty if they are.
QString otherEpochsDetail(const RunComparison& run, const RunComparison& baseline)
{
    if (areOtherEpochs(run, baseline))
        return FigureRowsWords::tr("Its epochs have %1 training samples and the baseline's have %2, so their "
                                   "times are not compared.")
            .arg(countText(run.epochSamples), countText(baseline.epochSamples));
    if (run.epochNs && baseline.epochNs && areOtherSamples(run.sampleShape, baseline.sampleShape))
        return FigureRowsWords::tr("The samples have different sizes, so the times of epochs are not "
                                   "compared.");
    return {};
}

QString dataShareDetail(const DataTime& data)
{
    if (!data.interval)
        return FigureRowsWords::tr(
                   "The 95 % interval is not known: it needs at least %1 recorded steps, with their "
                   "time for data spread over at least %2 of them.")
            .arg(countText(int64_t(DifferenceTest().minimumSamples)),
                 countText(int64_t(DifferenceTest().minimumParts)));
    return FigureRowsWords::tr(
               "95 % interval: %1 to %2, by the variation between the %3 recorded steps alone.")
        .arg(toQString(formatShare(data.interval->low, 2)), toQString(formatShare(data.interval->high, 2)),
             countText(data.steps));
}

QString recorderCostDetail(const RecorderCost& cost)
{
    const QString measured =
        FigureRowsWords::tr("A step took %1 longer, between %2 and %3 with 95 % confidence.")
            .arg(toQString(signedShareText(cost.share)), toQString(signedShareText(cost.interval.low)),
                 toQString(signedShareText(cost.interval.high)));
    return cost.isFound() ? measured
                          : FigureRowsWords::tr("%1 That cannot be distinguished from chance.").arg(measured);
}

FigureInfo againstBaseline(const QString& label, const QString& what)
{
    const DifferenceTest test;
    return {
        label,
        FigureRowsWords::tr(
            "The median %1 divided by the baseline's, without first steps. “Slower” and “faster”: the 95 % "
            "interval of the ratio excludes 1, and the ratio differs from 1 by more than %2. “The same "
            "within %3”: the whole interval is that close to 1. “Too noisy to tell”: neither; repeat the "
            "runs on a quieter machine. The interval includes the scatter of the steps (block bootstrap), "
            "the machine's drift within the runs, the difference in processor speed between them, the time "
            "threads take to wake up, and the most that other programs can have slowed them down.")
            .arg(what, toQString(thresholdText(test.minimumEffect)),
                 toQString(thresholdText(test.sameWithin))),
        FigureRowsWords::tr("ratio")};
}

} // namespace

const std::vector<FigureGroup>& figureGroups()
{
    static const std::vector<FigureGroup> groups = {
        {FigureRowsWords::tr("Run"),
         {Figure::Outcome, Figure::Network, Figure::DataSet, Figure::ValidationShare, Figure::BatchSize,
          Figure::Parameters, Figure::Steps}},
        {FigureRowsWords::tr("Speed"),
         {Figure::ImagesPerSecond, Figure::StepMedian, Figure::StepSpread, Figure::DataShare,
          Figure::DeviceTime, Figure::StepAgainstBaseline, Figure::ImageAgainstBaseline, Figure::FirstStep}},
        {FigureRowsWords::tr("Duration"),
         {Figure::Training, Figure::Testing, Figure::Epoch, Figure::ToAccuracy}},
        {FigureRowsWords::tr("Test"),
         {Figure::FinalAccuracy, Figure::BestAccuracy, Figure::FinalLoss, Figure::BestLoss}},
        {FigureRowsWords::tr("Validation"),
         {Figure::FinalValidationAccuracy, Figure::BestValidationAccuracy, Figure::FinalValidationLoss,
          Figure::BestValidationLoss}},
        {FigureRowsWords::tr("Machine"),
         {Figure::Cpu, Figure::Memory, Figure::ReferenceLoop, Figure::RecorderCost}}};
    return groups;
}

FigureInfo figureInfo(Figure figure, double accuracy, bool anyImported)
{
    switch (figure) {
    case Figure::Outcome:
        return {
            FigureRowsWords::tr("Outcome"),
            FigureRowsWords::tr(
                "How the run ended. Not known for an imported run: its file may contain only part of it."),
            {}};
    case Figure::Network:
        return {FigureRowsWords::tr("Network"), FigureRowsWords::tr("The network that was trained."), {}};
    case Figure::DataSet:
        return {FigureRowsWords::tr("Data set"),
                FigureRowsWords::tr("The data set used for training; not known for an imported run."),
                {}};
    case Figure::ValidationShare:
        return {FigureRowsWords::tr("Validation share"),
                FigureRowsWords::tr("The share of the training samples that are set aside for validation."),
                "%", 0.01};
    case Figure::BatchSize:
        return {FigureRowsWords::tr("Batch size"), FigureRowsWords::tr("Samples per training step."), {}};
    case Figure::Parameters:
        return {FigureRowsWords::tr("Parameters"),
                FigureRowsWords::tr("Number of trained values in the network."),
                {}};
    case Figure::Steps:
        if (anyImported)
            return {FigureRowsWords::tr("Steps"),
                    FigureRowsWords::tr(
                        "Completed steps; in an imported run, those that it marks or that were found in it."),
                    {}};
        return {FigureRowsWords::tr("Training steps"), FigureRowsWords::tr("Completed steps."), {}};
    case Figure::Training:
        if (anyImported)
            return {FigureRowsWords::tr("Step time, total"),
                    FigureRowsWords::tr("Sum of all steps, without pauses and tests."), "s", 1e9};
        return {FigureRowsWords::tr("Training"),
                FigureRowsWords::tr("Sum of all training steps, without pauses and tests."), "s", 1e9};
    case Figure::Testing:
        return {FigureRowsWords::tr("Testing"), FigureRowsWords::tr("Sum of all completed tests."), "s", 1e9};
    case Figure::Epoch:
        return {FigureRowsWords::tr("Training per epoch"),
                FigureRowsWords::tr("Mean over the completed epochs, without their tests."), "s", 1e9};
    case Figure::FirstStep:
        return {
            FigureRowsWords::tr("First step"),
            FigureRowsWords::tr("The very first step, which includes all setup; no other figure counts it."),
            "µs", 1e3};
    case Figure::ToAccuracy:
        return {
            FigureRowsWords::tr("Time to %1 accuracy").arg(toQString(formatShare(accuracy))),
            FigureRowsWords::tr("Time from the start of the first step to the end of the first test with at "
                                "least this accuracy, including earlier tests. Set the accuracy above."),
            "s", 1e9};
    case Figure::ImagesPerSecond:
        return {FigureRowsWords::tr("Samples per second"),
                FigureRowsWords::tr("Samples (images, rows, sequences) trained per second of training steps, "
                                    "without the first step."),
                FigureRowsWords::tr("samples/s")};
    case Figure::StepMedian:
        return {FigureRowsWords::tr("Step time, median"),
                FigureRowsWords::tr("Half of the steps were faster. The first step is excluded."), "µs", 1e3};
    case Figure::StepSpread:
        return {
            FigureRowsWords::tr("Step time, p5 – p95"),
            FigureRowsWords::tr("Nine of ten steps are in this range. The first step is excluded. Shown from "
                                "20 steps on."),
            "µs", 1e3};
    case Figure::DataShare:
        return {FigureRowsWords::tr("Data part of a step, share"),
                FigureRowsWords::tr(
                    "The share of the recorded steps' time in which the training thread prepares its "
                    "batch or, with loader workers, waits for it."),
                "%", 0.01};
    case Figure::DeviceTime:
        return {
            FigureRowsWords::tr("Device time per step"),
            FigureRowsWords::tr("The time in which a device works, in a recorded step on average; of a trace "
                                "without steps, in total. Of several devices, their sum."),
            "µs", 1e3};
    case Figure::StepAgainstBaseline:
        return againstBaseline(FigureRowsWords::tr("Step against the baseline"),
                               FigureRowsWords::tr("time per step"));
    case Figure::ImageAgainstBaseline:
        return againstBaseline(FigureRowsWords::tr("Sample against the baseline"),
                               FigureRowsWords::tr("time per sample"));
    case Figure::FinalLoss:
        return {FigureRowsWords::tr("Loss, final"),
                FigureRowsWords::tr("Mean loss over the test samples in the last test."),
                {}};
    case Figure::BestLoss:
        return {FigureRowsWords::tr("Loss, best"), FigureRowsWords::tr("The lowest of all tests."), {}};
    case Figure::FinalAccuracy:
        return {
            FigureRowsWords::tr("Accuracy, final"),
            FigureRowsWords::tr("Share of the test samples classified correctly in the last test; none for "
                                "a run whose task has no accuracy."),
            "%", 0.01};
    case Figure::BestAccuracy:
        return {FigureRowsWords::tr("Accuracy, best"), FigureRowsWords::tr("The highest of all tests."), "%",
                0.01};
    case Figure::FinalValidationLoss:
        return {FigureRowsWords::tr("Validation loss, final"),
                FigureRowsWords::tr("Mean loss over the validation samples, after the last epoch; none for a "
                                    "run without validation."),
                {}};
    case Figure::BestValidationLoss:
        return {FigureRowsWords::tr("Validation loss, best"),
                FigureRowsWords::tr("The lowest after any epoch."),
                {}};
    case Figure::FinalValidationAccuracy:
        return {
            FigureRowsWords::tr("Validation accuracy, final"),
            FigureRowsWords::tr("Share of the validation samples classified correctly after the last epoch; "
                                "none for a run without validation, or whose task has no accuracy."),
            "%", 0.01};
    case Figure::BestValidationAccuracy:
        return {FigureRowsWords::tr("Validation accuracy, best"),
                FigureRowsWords::tr("The highest after any epoch."), "%", 0.01};
    case Figure::Cpu:
        return {FigureRowsWords::tr("CPU use"),
                FigureRowsWords::tr(
                    "Mean processor use of the run's process during training and testing; "
                    "100 % is one busy processor, 200 % are two. For a recorded program, including the "
                    "processes that it started."),
                "%"};
    case Figure::Memory:
        return {
            FigureRowsWords::tr("Peak memory"),
            FigureRowsWords::tr("The largest amount of this machine's memory that the run's process used."),
            "MiB", 1024.0 * 1024.0};
    case Figure::ReferenceLoop:
        return {toQString(translated("Reference loop")),
                FigureRowsWords::tr(
                    "Median time of a loop of constant work, timed between the steps: the speed of the "
                    "processor itself. On a virtual machine it is slower while another one uses the same "
                    "core. Where runs differ in it, the intervals of their ratios are wider."),
                "µs", 1e3};
    case Figure::RecorderCost:
        return {FigureRowsWords::tr("Recorder's cost"),
                FigureRowsWords::tr(
                    "The time that recording every operator, as in the profiler's active steps, adds to a "
                    "step. Measured after the profiler's schedule, in alternating steps with and without the "
                    "recorder; a run that is too short for that has none."),
                "%", 0.01};
    }
    return {};
}

std::optional<double> figureValue(const RunComparison& run, Figure figure)
{
    switch (figure) {
    case Figure::ValidationShare:
        return run.validationShare;
    case Figure::BatchSize:
        return run.batchSize > 0 ? std::optional(double(run.batchSize)) : std::nullopt;
    case Figure::Parameters:
        return run.parameters > 0 ? std::optional(double(run.parameters)) : std::nullopt;
    case Figure::Steps:
        // A training ends with its steps; an imported log may have none.
        return run.steps > 0 || run.outcome != RunOutcome::Finished ? std::optional(double(run.steps))
                                                                    : std::nullopt;
    case Figure::Training:
        return run.trainingNs > 0.0 ? std::optional(run.trainingNs) : std::nullopt;
    case Figure::Testing:
        return run.testingNs > 0.0 ? std::optional(run.testingNs) : std::nullopt;
    case Figure::Epoch:
        return run.epochNs;
    case Figure::FirstStep:
        return run.firstStepNs;
    case Figure::ToAccuracy:
        return run.nsToAccuracy;
    case Figure::ImagesPerSecond:
        return run.imagesPerSecond;
    case Figure::StepMedian:
        return partOf(run.stepTimes, &StepTimes::medianNs);
    case Figure::DataShare:
        return partOf(run.dataTime, &DataTime::share);
    case Figure::DeviceTime:
        return run.deviceNs;
    case Figure::FinalLoss:
        return partOf(run.test, &TestResults::finalLoss);
    case Figure::BestLoss:
        return partOf(run.test, &TestResults::bestLoss);
    case Figure::FinalAccuracy:
        return run.test ? run.test->finalAccuracy : std::nullopt;
    case Figure::BestAccuracy:
        return run.test ? run.test->bestAccuracy : std::nullopt;
    case Figure::FinalValidationLoss:
        return partOf(run.validation, &TestResults::finalLoss);
    case Figure::BestValidationLoss:
        return partOf(run.validation, &TestResults::bestLoss);
    case Figure::FinalValidationAccuracy:
        return run.validation ? run.validation->finalAccuracy : std::nullopt;
    case Figure::BestValidationAccuracy:
        return run.validation ? run.validation->bestAccuracy : std::nullopt;
    case Figure::Cpu:
        return run.cpuPercent;
    case Figure::Memory:
        return run.peakResidentBytes ? std::optional(double(*run.peakResidentBytes)) : std::nullopt;
    case Figure::ReferenceLoop:
        return run.referenceNs;
    case Figure::RecorderCost:
        return run.recorderCost ? std::optional(run.recorderCost->share) : std::nullopt;
    case Figure::Outcome:
    case Figure::Network:
    case Figure::DataSet:
    case Figure::StepSpread:
    case Figure::StepAgainstBaseline:
    case Figure::ImageAgainstBaseline:
        break;
    }
    return std::nullopt;
}

bool isRatio(Figure figure)
{
    return figure == Figure::StepAgainstBaseline || figure == Figure::ImageAgainstBaseline;
}

bool isOnlyIfDifferent(Figure figure)
{
    return figure == Figure::Network || figure == Figure::DataSet || figure == Figure::ValidationShare;
}

const std::optional<RatioEstimate>& figureRatio(const RunComparison& run, Figure figure)
{
    return figure == Figure::StepAgainstBaseline ? run.stepTime : run.imageTime;
}

QString figureText(const RunComparison& run, Figure figure)
{
    if (figure == Figure::Outcome)
        return outcomeText(run);
    if (figure == Figure::Network)
        return toQString(run.network);
    if (figure == Figure::DataSet)
        return toQString(run.dataset);
    if (figure == Figure::StepSpread)
        return spreadText(run);
    if (isRatio(figure)) {
        const auto& ratio = figureRatio(run, figure);
        return ratio ? toQString(differenceText(*ratio)) : QString();
    }
    if (figure == Figure::RecorderCost && run.recorderCost && !run.recorderCost->isFound())
        return FigureRowsWords::tr("not measurable");
    const auto value = figureValue(run, figure);
    if (value)
        return numberText(*value, figure);
    if (figure == Figure::ToAccuracy && run.test && run.test->finalAccuracy)
        return run.outcome == RunOutcome::Running ? FigureRowsWords::tr("not yet")
                                                  : FigureRowsWords::tr("not reached");
    return {};
}

QString figureDifference(const RunComparison& run, const RunComparison& baseline, Figure figure)
{
    if (figure == Figure::RecorderCost)
        return run.recorderCost ? recorderCostDetail(*run.recorderCost) : QString();
    if (figure == Figure::DataShare && run.dataTime)
        return dataShareDetail(*run.dataTime);
    if (isRatio(figure)) {
        const auto& ratio = figureRatio(run, figure);
        return ratio ? ratioDetail(*ratio) : QString();
    }
    const auto value = figureValue(run, figure);
    const auto base = figureValue(baseline, figure);
    const bool isSetting =
        figure == Figure::BatchSize || figure == Figure::Parameters || isOnlyIfDifferent(figure);
    if (figure == Figure::Epoch) {
        if (QString reason = otherEpochsDetail(run, baseline); !reason.isEmpty())
            return reason;
    }
    if (&run == &baseline || isSetting || !value || !base || *base == 0.0 || !std::isfinite(*value / *base))
        return {};
    const double change = *value / *base - 1.0;
    const QString share = toQString(formatShare(std::abs(change)));
    const QString difference = change == 0.0  ? FigureRowsWords::tr("The same as the baseline.")
                               : change > 0.0 ? FigureRowsWords::tr("%1 more than the baseline.").arg(share)
                                              : FigureRowsWords::tr("%1 less than the baseline.").arg(share);
    return FigureRowsWords::tr("%1 A single figure per run: it cannot show whether that is more than chance.")
        .arg(difference);
}

} // namespace stepscope::ui
