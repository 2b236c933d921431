#pragma once

#include "core/trace/trace.h"
#include "ui/theme/theme.h"

namespace stepscope::ui {

/// The color of a pass, wherever it is drawn.
inline QColor passColor(Pass pass, const ThemeColors& colors)
{
    switch (pass) {
    case Pass::Forward:
        return colors.forward;
    case Pass::Backward:
        return colors.backward;
    case Pass::Optimizer:
        return colors.optimizer;
    case Pass::Loss:
        return colors.test;
    case Pass::Data:
        return colors.series[4];
    case Pass::Copy:
        return colors.series[5];
    case Pass::Other:
        break;
    }
    return colors.otherPass;
}

/// `share` of 0 gives `base`, 1 gives `tint`.
inline QColor tinted(const QColor& base, const QColor& tint, double share)
{
    const auto channel = [share](int from, int to) { return int(from + share * (to - from) + 0.5); };
    return {channel(base.red(), tint.red()), channel(base.green(), tint.green()),
            channel(base.blue(), tint.blue())};
}

} // namespace stepscope::ui
