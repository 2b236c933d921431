#pragma once

#include "core/trace/steps/step_breakdown.h"
#include "ui/support/pass_colors.h"

namespace stepscope::ui {

/// The passes' colors, if any; data has its own, because it is next to other parts.
inline QColor stepPartColor(StepPart part, const ThemeColors& colors)
{
    switch (part) {
    case StepPart::Data:
        return colors.series[4];
    case StepPart::Copy:
        return colors.series[5];
    case StepPart::Forward:
        return colors.forward;
    case StepPart::Loss:
        return colors.test;
    case StepPart::Backward:
        return colors.backward;
    case StepPart::Optimizer:
        return colors.optimizer;
    case StepPart::Kernel:
        return colors.series[0];
    case StepPart::MemoryCopy:
        return colors.series[1];
    case StepPart::MemorySet:
        return tinted(colors.surface, colors.series[1], 0.55);
    case StepPart::Communication:
        return colors.series[3];
    case StepPart::Runtime:
        return colors.series[2];
    case StepPart::DataLoader:
        return colors.series[4];
    case StepPart::Operator:
        return tinted(colors.surface, colors.series[0], 0.45);
    case StepPart::Other:
        break;
    case StepPart::Idle:
        return tinted(colors.surface, colors.otherPass, 0.3);
    }
    return colors.otherPass;
}

/// The color of a step without parts.
inline QColor wholeStepColor(const ThemeColors& colors)
{
    return tinted(colors.surface, colors.otherPass, 0.45);
}

/// The background below the hatching of a warm-up step.
inline QColor wholeStepGround(const ThemeColors& colors)
{
    return tinted(colors.surface, colors.otherPass, 0.16);
}

} // namespace stepscope::ui
