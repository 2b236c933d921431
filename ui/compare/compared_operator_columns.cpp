#include "ui/compare/compared_operator_columns.h"

#include "core/base/text/format.h"
#include "core/comparison/verdict_words.h"
#include "core/exchange/operator_comparison_tables.h"
#include "core/language/translation.h"
#include "ui/support/qt_text.h"

#include <QCoreApplication>
#include <QLocale>

#include <cmath>

namespace stepscope::ui {

namespace {

struct ComparedOperatorsWords
{
    Q_DECLARE_TR_FUNCTIONS(ComparedOperators)
};

QString signedTime(double nanoseconds)
{
    const QString time = durationText(std::abs(nanoseconds));
    return nanoseconds > 0.0 ? "+" + time : nanoseconds < 0.0 ? "−" + time : time;
}

QString ratioText(double ratio)
{
    return QStringLiteral("%1 ×").arg(ratio, 0, ratio < 100.0 ? 'f' : 'g', ratio < 100.0 ? 2 : 4);
}

/// One of these texts.
QString byBasis(OperatorBasis basis, const QString& perSample, const QString& perStep, const QString& inTotal)
{
    switch (basis) {
    case OperatorBasis::PerImage:
        return perSample;
    case OperatorBasis::PerStep:
        return perStep;
    case OperatorBasis::Total:
        break;
    }
    return inTotal;
}

QString selfTimeHelp(OperatorBasis basis)
{
    return byBasis(
        basis,
        ComparedOperatorsWords::tr(
            "Time spent in the operator itself, without the operators and runtime calls in it, per sample; "
            "for a kernel, its duration. Mean over the recorded steps, if there are any."),
        ComparedOperatorsWords::tr(
            "Time spent in the operator itself, without the operators and runtime calls in it, per step; for "
            "a kernel, its duration. Mean over the recorded steps, if there are any."),
        ComparedOperatorsWords::tr(
            "Time spent in the operator itself, without the operators and runtime calls in it, in total; for "
            "a kernel, its duration. Mean over the recorded steps, if there are any."));
}

QString deviceTimeHelp(OperatorBasis basis)
{
    return byBasis(
        basis,
        ComparedOperatorsWords::tr(
            "Time of the kernels, copies and memory sets that the operator itself launched, per sample."),
        ComparedOperatorsWords::tr(
            "Time of the kernels, copies and memory sets that the operator itself launched, per step."),
        ComparedOperatorsWords::tr(
            "Time of the kernels, copies and memory sets that the operator itself launched, in total."));
}

std::optional<double> verdictOrder(const OperatorDifference& difference)
{
    switch (difference.verdict) {
    case Verdict::Slower:
        // An operator that the baseline does not have counts as slower than any other.
        return difference.ratio ? *difference.ratio - 1.0 : std::numeric_limits<double>::max();
    case Verdict::Faster:
        return difference.ratio.value_or(0.0) - 1.0; // without a ratio, it does not occur in the run
    case Verdict::Same:
    case Verdict::Unclear:
        return 0.0;
    case Verdict::TooFewSamples:
    case Verdict::OtherBatchSize:
    case Verdict::OtherSamples:
        break;
    }
    return std::nullopt;
}

QString verdictHelp()
{
    const DifferenceTest test;
    const QString text = ComparedOperatorsWords::tr(
        "“Slower” and “faster”: the whole interval is on one side of “the same”. “The same within %1”: the "
        "whole interval is that close to it. “Too noisy to tell”: neither; the ratio and its interval are "
        "shown, and repeating the runs on a quieter machine may help. “Too few steps”: fewer than %2 were "
        "recorded. The intervals are corrected for the number of operators: among identical runs, at most "
        "one pair in %3 has any operator marked slower or faster.");
    return text.arg(toQString(thresholdText(test.sameWithin)), countText(test.minimumSamples),
                    countText(std::lround(1.0 / test.falseShare)));
}

} // namespace

MeasureInfo measureInfo(OperatorMeasure measure, OperatorBasis basis)
{
    switch (measure) {
    case OperatorMeasure::Name:
        return {"name",
                ComparedOperatorsWords::tr("Operator"),
                ComparedOperatorsWords::tr("The operator's name in PyTorch."),
                ComparedOperatorsWords::tr("Operator"),
                {},
                CellKind::Label,
                176};
    case OperatorMeasure::Pass:
        return {"pass",
                ComparedOperatorsWords::tr("Pass"),
                ComparedOperatorsWords::tr("The part of a training step that called it."),
                ComparedOperatorsWords::tr("Pass"),
                {},
                CellKind::PassTag,
                92};
    case OperatorMeasure::Calls:
        return {"calls",
                ComparedOperatorsWords::tr("Calls"),
                basis == OperatorBasis::Total
                    ? ComparedOperatorsWords::tr("Calls in the whole trace.")
                    : ComparedOperatorsWords::tr("Calls per step, mean over the recorded steps."),
                basis == OperatorBasis::Total ? ComparedOperatorsWords::tr("calls")
                                              : ComparedOperatorsWords::tr("calls per step"),
                {},
                CellKind::Number,
                64};
    case OperatorMeasure::SelfTime:
        return {"self",
                byBasis(basis, ComparedOperatorsWords::tr("Self / sample"),
                        ComparedOperatorsWords::tr("Self / step"), ComparedOperatorsWords::tr("Self, total")),
                selfTimeHelp(basis),
                byBasis(basis, ComparedOperatorsWords::tr("self time per sample (µs)"),
                        ComparedOperatorsWords::tr("self time per step (µs)"),
                        ComparedOperatorsWords::tr("self time in total (µs)")),
                "ms",
                CellKind::Number,
                96,
                true,
                ComparedOperatorsWords::tr("Self")};
    case OperatorMeasure::StepShare:
        return {"share",
                ComparedOperatorsWords::tr("% of step"),
                ComparedOperatorsWords::tr("Self time divided by the duration of the step."),
                ComparedOperatorsWords::tr("% of step"),
                "%",
                CellKind::Share,
                84};
    case OperatorMeasure::DeviceTime:
        return {"device",
                ComparedOperatorsWords::tr("Device"),
                deviceTimeHelp(basis),
                byBasis(basis, ComparedOperatorsWords::tr("device time per sample (µs)"),
                        ComparedOperatorsWords::tr("device time per step (µs)"),
                        ComparedOperatorsWords::tr("device time in total (µs)")),
                "ms",
                CellKind::Number,
                96};
    case OperatorMeasure::Difference:
        return {"difference",
                ComparedOperatorsWords::tr("Difference"),
                byBasis(basis, ComparedOperatorsWords::tr("Self time minus the baseline's, per sample."),
                        ComparedOperatorsWords::tr("Self time minus the baseline's, per step."),
                        ComparedOperatorsWords::tr("Self time minus the baseline's, in total.")),
                byBasis(basis, ComparedOperatorsWords::tr("difference per sample (µs)"),
                        ComparedOperatorsWords::tr("difference per step (µs)"),
                        ComparedOperatorsWords::tr("difference in total (µs)")),
                "ms",
                CellKind::Number,
                100};
    case OperatorMeasure::Ratio:
        return {"ratio",
                ComparedOperatorsWords::tr("Ratio"),
                ComparedOperatorsWords::tr(
                    "Self time divided by the baseline's, in the color of the verdict on it."),
                ComparedOperatorsWords::tr("ratio"),
                {},
                CellKind::Verdict,
                72};
    case OperatorMeasure::Interval:
        return {"interval",
                ComparedOperatorsWords::tr("Interval"),
                ComparedOperatorsWords::tr(
                    "The true difference is in this interval with at least 95 % confidence. It is computed "
                    "from the logarithm of the ratio. It includes the scatter of the steps, the drift of the "
                    "machine and the most that other programs can have slowed the runs down, and is widened "
                    "for the number of operators compared."),
                ComparedOperatorsWords::tr("interval of the difference (µs)"),
                {},
                CellKind::Number,
                180,
                false};
    case OperatorMeasure::Verdict:
        return {"verdict",
                ComparedOperatorsWords::tr("Verdict"),
                ComparedOperatorsWords::tr("Verdict on the self times. %1").arg(verdictHelp()),
                ComparedOperatorsWords::tr("verdict"),
                {},
                CellKind::Verdict,
                156};
    case OperatorMeasure::DeviceVerdict:
        return {"device_verdict",
                ComparedOperatorsWords::tr("Device verdict"),
                ComparedOperatorsWords::tr("Verdict on the device times. %1").arg(verdictHelp()),
                ComparedOperatorsWords::tr("device verdict"),
                {},
                CellKind::Verdict,
                156};
    }
    return {};
}

bool isOfDifference(OperatorMeasure measure)
{
    return measure >= OperatorMeasure::Difference;
}

bool isOfDevice(OperatorMeasure measure)
{
    return measure == OperatorMeasure::DeviceTime || measure == OperatorMeasure::DeviceVerdict;
}

bool isVerdict(OperatorMeasure measure)
{
    return measure == OperatorMeasure::Verdict || measure == OperatorMeasure::DeviceVerdict;
}

const std::optional<OperatorDifference>& differenceOf(const OperatorCell& cell, OperatorMeasure measure)
{
    return measure == OperatorMeasure::DeviceVerdict ? cell.deviceDifference : cell.difference;
}

std::optional<double> measureValue(const OperatorCell& cell, OperatorMeasure measure)
{
    const bool occurs = cell.calls > 0.0 || cell.selfNs > 0.0; // calls may be unknown
    const auto& difference = differenceOf(cell, measure);
    switch (measure) {
    case OperatorMeasure::Calls:
        return cell.calls > 0.0 ? std::optional(cell.calls) : std::nullopt;
    case OperatorMeasure::SelfTime:
        return occurs ? std::optional(cell.selfNs) : std::nullopt;
    case OperatorMeasure::StepShare:
        return occurs ? cell.stepShare : std::nullopt;
    case OperatorMeasure::DeviceTime:
        return cell.deviceNs;
    case OperatorMeasure::Difference:
        return difference ? std::optional(difference->differenceNs) : std::nullopt;
    case OperatorMeasure::Ratio:
        return difference ? difference->ratio : std::nullopt;
    case OperatorMeasure::Interval:
        return difference && difference->intervalNs ? std::optional(difference->intervalNs->low)
                                                    : std::nullopt;
    case OperatorMeasure::Verdict:
    case OperatorMeasure::DeviceVerdict:
        return difference ? verdictOrder(*difference) : std::nullopt;
    case OperatorMeasure::Name:
    case OperatorMeasure::Pass:
        break;
    }
    return std::nullopt;
}

QString measureText(const OperatorCell& cell, OperatorMeasure measure)
{
    if (isVerdict(measure)) {
        const auto& difference = differenceOf(cell, measure);
        return difference ? toQString(operatorDifferenceText(*difference)) : QString();
    }
    const auto value = measureValue(cell, measure);
    if (!value)
        return {};
    switch (measure) {
    case OperatorMeasure::Calls:
        return QString::number(*value, 'g', 4);
    case OperatorMeasure::SelfTime:
    case OperatorMeasure::DeviceTime:
        return durationText(*value);
    case OperatorMeasure::StepShare:
        return toQString(formatShare(*value));
    case OperatorMeasure::Difference:
        return signedTime(*value);
    case OperatorMeasure::Ratio:
        return ratioText(*value);
    case OperatorMeasure::Interval:
        return ComparedOperatorsWords::tr("%1 to %2")
            .arg(signedTime(*value), signedTime(cell.difference->intervalNs->high));
    default:
        return {};
    }
}

QString measurePlainText(const OperatorCell& cell, OperatorMeasure measure)
{
    const auto number = [](double value) { return QLocale::c().toString(value, 'g', 10); };
    if (isVerdict(measure)) {
        const auto& difference = differenceOf(cell, measure);
        return difference ? QString(operatorVerdictName(*difference)) : QString();
    }
    const auto value = measureValue(cell, measure);
    if (!value)
        return {};
    switch (measure) {
    case OperatorMeasure::SelfTime:
    case OperatorMeasure::DeviceTime:
    case OperatorMeasure::Difference:
        return number(*value / 1e3);
    case OperatorMeasure::StepShare:
        return number(100.0 * *value);
    case OperatorMeasure::Interval:
        return QString("%1 to %2").arg(number(*value / 1e3), number(cell.difference->intervalNs->high / 1e3));
    default:
        return number(*value);
    }
}

QString differenceDetail(const OperatorDifference& difference, OperatorBasis basis)
{
    QString detail = byBasis(basis, ComparedOperatorsWords::tr("%1 per sample against the baseline"),
                             ComparedOperatorsWords::tr("%1 per step against the baseline"),
                             ComparedOperatorsWords::tr("%1 in total against the baseline"))
                         .arg(signedTime(difference.differenceNs));
    if (!difference.intervalNs)
        return ComparedOperatorsWords::tr(
                   "%1; too few recorded steps to tell whether that is more than chance.")
            .arg(detail);
    detail += ComparedOperatorsWords::tr(", between %1 and %2 with at least 95 % confidence")
                  .arg(signedTime(difference.intervalNs->low), signedTime(difference.intervalNs->high));
    if (difference.ratio && difference.ratioInterval)
        detail += ComparedOperatorsWords::tr("; ratio %1 (%2 to %3)")
                      .arg(*difference.ratio, 0, 'f', 3)
                      .arg(toQString(ratioBoundText(difference.ratioInterval->low)),
                           toQString(ratioBoundText(difference.ratioInterval->high)));
    if (difference.verdict == Verdict::Unclear)
        detail += ". " + toQString(translated("Repeat the runs on a quieter machine.")).chopped(1);
    return detail + ".";
}

} // namespace stepscope::ui
