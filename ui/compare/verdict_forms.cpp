#include "ui/compare/verdict_forms.h"

#include "core/base/text/format.h"
#include "core/exchange/operator_comparison_tables.h"
#include "core/exchange/table_value.h"
#include "ui/support/qt_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace stepscope::ui {

namespace {

struct VerdictFormsWords
{
    Q_DECLARE_TR_FUNCTIONS(VerdictForms)
};

/// One for each verdict, so that columns of different widths do not name a reason in different words.
QString shortForm(Verdict verdict, double ratio)
{
    switch (verdict) {
    case Verdict::Slower:
    case Verdict::Faster:
        return (ratio < 1.0 ? "−" : "+") + toQString(formatShare(std::abs(ratio - 1.0)));
    case Verdict::Same:
        return VerdictFormsWords::tr("the same");
    case Verdict::Unclear:
        return VerdictFormsWords::tr("too noisy");
    case Verdict::TooFewSamples:
        return VerdictFormsWords::tr("too few steps");
    case Verdict::OtherBatchSize:
        return VerdictFormsWords::tr("other batch");
    case Verdict::OtherSamples:
        return VerdictFormsWords::tr("other samples");
    }
    return {};
}

} // namespace

QStringList verdictForms(const RatioEstimate& estimate)
{
    return {toQString(differenceText(estimate)), shortForm(estimate.verdict, estimate.ratio)};
}

QStringList verdictForms(const OperatorDifference& difference)
{
    const QString whole = toQString(operatorDifferenceText(difference));
    if (difference.verdict == Verdict::Unclear && !difference.ratioInterval)
        return {whole, VerdictFormsWords::tr("too few calls")};
    if (difference.presence == OperatorPresence::RunOnly)
        return {whole, VerdictFormsWords::tr("new")};
    if (difference.presence == OperatorPresence::BaselineOnly)
        return {whole, VerdictFormsWords::tr("absent")};
    if (!difference.ratio)
        return {whole};
    return {whole, shortForm(difference.verdict, *difference.ratio)};
}

QString fittingForm(const QFontMetrics& metrics, const QStringList& forms, int width)
{
    const auto fits = [&](const QString& form) { return metrics.horizontalAdvance(form) <= width; };
    const auto found = std::ranges::find_if(forms, fits);
    return found != forms.end() ? *found : forms.isEmpty() ? QString() : forms.last();
}

} // namespace stepscope::ui
