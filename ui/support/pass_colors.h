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

/// A shade of a pass's color, for work of another kind beside passes.
inline QColor shaded(const QColor& color, const ThemeColors& colors)
{
    return tinted(color, colors.text, 0.45);
}

// The colors of work that has no pass, wherever it is drawn; they differ from those of the passes.

inline QColor kernelColor(const ThemeColors& colors)
{
    return colors.series[6];
}

/// Of copies on a device, from it and to it.
inline QColor memoryCopyColor(const ThemeColors& colors)
{
    return shaded(colors.series[1], colors);
}

inline QColor memorySetColor(const ThemeColors& colors)
{
    return tinted(colors.surface, memoryCopyColor(colors), 0.6);
}

inline QColor communicationColor(const ThemeColors& colors)
{
    return shaded(colors.series[3], colors);
}

inline QColor runtimeColor(const ThemeColors& colors)
{
    return shaded(colors.series[2], colors);
}

} // namespace stepscope::ui
