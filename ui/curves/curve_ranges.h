#pragma once

#include "ui/curves/curve_data.h"
#include "ui/curves/curve_mapping.h"
#include "ui/curves/plot_library.h"

namespace stepscope::ui {

enum class CurveSeries { Raw, Smoothed, Test, Validation };

/// Which series are on the screen.
struct CurveSeriesShown
{
    bool raw = true;
    bool smoothed = true;
    bool test = true;
    bool validation = true;
};

/// The range of the x axis that contains the whole run.
QCPRange wholeXRange(const CurveData& data, CurveX kind);

/// The values shown within a part of the x axis, with a margin. On a logarithmic axis only positive values
/// count.
QCPRange fittingValueRange(const CurveData& data, CurveX kind, CurveQuantity quantity, CurveSeriesShown shown,
                           QCPRange x, bool logarithmic);

} // namespace stepscope::ui
