#pragma once

#include "core/comparison/operator_comparison.h"
#include "core/comparison/verdict.h"

#include <QFontMetrics>
#include <QStringList>

namespace stepscope::ui {

/// Texts for a verdict, the whole one and then the short one, for cells of different widths: "too noisy to
/// tell: ×0.68, 0.32–1.59", "too noisy".
QStringList verdictForms(const RatioEstimate& estimate);
QStringList verdictForms(const OperatorDifference& difference);

/// The first of the forms that fits into the width, in pixels; otherwise the last one.
QString fittingForm(const QFontMetrics& metrics, const QStringList& forms, int width);

} // namespace stepscope::ui
