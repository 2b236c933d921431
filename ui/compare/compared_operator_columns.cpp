#include "ui/compare/compared_operator_columns.h"

#include "core/base/format.h"
#include "core/exchange/table_value.h"

#include <QCoreApplication>
#include <QLocale>

#include <cmath>

namespace stepscope::ui {

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("ComparedOperators", text);
}

QString text(const std::string& utf8)
{
    return QString::fromStdString(utf8);
}

QString signedTime(double nanoseconds)
{
    const QString time = text(formatNs(std::abs(nanoseconds)));
    return nanoseconds > 0.0 ? "+" + time : nanoseconds < 0.0 ? "−" + time : time;
}

QString ratioText(double ratio)
{
    return QStringLiteral("%1 ×").arg(ratio, 0, ratio < 100.0 ? 'f' : 'g', ratio < 100.0 ? 2 : 4);
}

QString per(OperatorBasis basis)
{
    return basis == OperatorBasis::PerImage ? tr("image") : tr("step");
}

std::optional<double> selfTime(const OperatorCell& cell, OperatorBasis basis)
{
    return basis == OperatorBasis::PerImage ? cell.selfNsPerImage : std::optional(cell.selfNsPerStep);
}

std::optional<double> verdictOrder(const OperatorDifference& difference)
{
    switch (difference.verdict) {
    case Verdict::Slower:
        // One that the baseline does not have is slower than any other.
        return difference.ratio ? *difference.ratio - 1.0 : std::numeric_limits<double>::max();
    case Verdict::Faster:
        return *difference.ratio - 1.0;
    case Verdict::NoRealDifference:
        return 0.0;
    case Verdict::TooFewSamples:
        break;
    }
    return std::nullopt;
}

QString verdictText(const OperatorDifference& difference)
{
    if (difference.ratio)
        return text(differenceText(*difference.ratio, difference.verdict));
    return difference.differenceNs > 0.0 ? tr("not in the baseline") : tr(verdictName(difference.verdict));
}

} // namespace

MeasureInfo measureInfo(OperatorMeasure measure, OperatorBasis basis)
{
    const bool perImage = basis == OperatorBasis::PerImage;
    switch (measure) {
    case OperatorMeasure::Name:
        return {"name",
                tr("Operator"),
                tr("The operator as PyTorch calls it."),
                tr("Operator"),
                {},
                CellKind::Label,
                176};
    case OperatorMeasure::Pass:
        return {"pass",     tr("Pass"), tr("The part of a training step that it was called in."),
                tr("Pass"), {},         CellKind::PassTag,
                92};
    case OperatorMeasure::Calls:
        return {"calls",
                tr("Calls"),
                tr("Calls a step, mean over the recorded steps."),
                tr("calls per step"),
                {},
                CellKind::Number,
                64};
    case OperatorMeasure::SelfTime:
        return {"self",
                perImage ? tr("Self / image") : tr("Self / step"),
                tr("Time spent in the operator itself, without the operators it calls, per %1: mean over the "
                   "recorded steps.")
                    .arg(per(basis)),
                tr("self time per %1 (µs)").arg(per(basis)),
                "ms",
                CellKind::Number,
                96};
    case OperatorMeasure::StepShare:
        return {"share",
                tr("% of step"),
                tr("Self time by the duration of the step."),
                tr("% of step"),
                "%",
                CellKind::Share,
                84};
    case OperatorMeasure::Difference:
        return {"difference",
                tr("Difference"),
                tr("Self time minus the baseline's, per %1.").arg(per(basis)),
                tr("difference per %1 (µs)").arg(per(basis)),
                "ms",
                CellKind::Number,
                100};
    case OperatorMeasure::Ratio:
        return {"ratio",          tr("Ratio"), tr("Self time divided by the baseline's."), tr("ratio"), "×",
                CellKind::Number, 72};
    case OperatorMeasure::Interval:
        return {"interval",
                tr("95 % interval"),
                tr("Where the difference lies with 95 % confidence, by resampling the steps of both runs in "
                   "blocks."),
                tr("95 % interval of the difference (µs)"),
                {},
                CellKind::Number,
                180,
                false};
    case OperatorMeasure::Verdict:
        return {"verdict",
                tr("Real difference?"),
                tr("“No real difference” when the 95 % interval holds it to be possible, or it is smaller "
                   "than 1 %. Too few steps: nothing can be said."),
                tr("verdict"),
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

std::optional<double> measureValue(const OperatorCell& cell, OperatorMeasure measure, OperatorBasis basis)
{
    const bool occurs = cell.callsPerStep > 0.0;
    const auto& difference = cell.difference;
    switch (measure) {
    case OperatorMeasure::Calls:
        return occurs ? std::optional(cell.callsPerStep) : std::nullopt;
    case OperatorMeasure::SelfTime:
        return occurs ? selfTime(cell, basis) : std::nullopt;
    case OperatorMeasure::StepShare:
        return occurs ? cell.stepShare : std::nullopt;
    case OperatorMeasure::Difference:
        return difference ? std::optional(difference->differenceNs) : std::nullopt;
    case OperatorMeasure::Ratio:
        return difference ? difference->ratio : std::nullopt;
    case OperatorMeasure::Interval:
        return difference && difference->intervalNs ? std::optional(difference->intervalNs->low)
                                                    : std::nullopt;
    case OperatorMeasure::Verdict:
        return difference ? verdictOrder(*difference) : std::nullopt;
    case OperatorMeasure::Name:
    case OperatorMeasure::Pass:
        break;
    }
    return std::nullopt;
}

QString measureText(const OperatorCell& cell, OperatorMeasure measure, OperatorBasis basis)
{
    if (measure == OperatorMeasure::Verdict)
        return cell.difference ? verdictText(*cell.difference) : QString();
    const auto value = measureValue(cell, measure, basis);
    if (!value)
        return {};
    switch (measure) {
    case OperatorMeasure::Calls:
        return QString::number(*value, 'g', 4);
    case OperatorMeasure::SelfTime:
        return text(formatNs(*value));
    case OperatorMeasure::StepShare:
        return text(formatShare(*value));
    case OperatorMeasure::Difference:
        return signedTime(*value);
    case OperatorMeasure::Ratio:
        return ratioText(*value);
    case OperatorMeasure::Interval:
        return tr("%1 to %2").arg(signedTime(*value), signedTime(cell.difference->intervalNs->high));
    default:
        return {};
    }
}

QString measurePlainText(const OperatorCell& cell, OperatorMeasure measure, OperatorBasis basis)
{
    const auto number = [](double value) { return QLocale::c().toString(value, 'g', 10); };
    const auto value = measureValue(cell, measure, basis);
    if (measure == OperatorMeasure::Verdict)
        return cell.difference ? QString(verdictName(cell.difference->verdict)) : QString();
    if (!value)
        return {};
    switch (measure) {
    case OperatorMeasure::SelfTime:
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
    QString detail =
        tr("%1 per %2 against the baseline").arg(signedTime(difference.differenceNs), per(basis));
    if (!difference.intervalNs)
        return tr("%1; with too few recorded steps to tell whether that is more than chance.").arg(detail);
    detail += tr(", between %1 and %2 with 95 % confidence")
                  .arg(signedTime(difference.intervalNs->low), signedTime(difference.intervalNs->high));
    if (difference.ratio && difference.ratioInterval)
        detail += tr("; that is %1 times (%2 to %3)")
                      .arg(*difference.ratio, 0, 'f', 3)
                      .arg(difference.ratioInterval->low, 0, 'f', 3)
                      .arg(difference.ratioInterval->high, 0, 'f', 3);
    return detail + ".";
}

} // namespace stepscope::ui
