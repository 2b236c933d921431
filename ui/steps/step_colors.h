#pragma once

#include "core/trace/steps/step_breakdown.h"
#include "ui/support/pass_colors.h"

namespace stepscope::ui {

/// That of the pass or kind of work in all views, if it is one.
inline QColor stepPartColor(StepPart part, const ThemeColors& colors)
{
    switch (part) {
    case StepPart::Data:
        return passColor(Pass::Data, colors);
    case StepPart::Copy:
        return passColor(Pass::Copy, colors);
    case StepPart::Forward:
        return passColor(Pass::Forward, colors);
    case StepPart::Loss:
        return passColor(Pass::Loss, colors);
    case StepPart::Backward:
        return passColor(Pass::Backward, colors);
    case StepPart::Optimizer:
        return passColor(Pass::Optimizer, colors);
    case StepPart::Kernel:
        return kernelColor(colors);
    case StepPart::MemoryCopy:
        return memoryCopyColor(colors);
    case StepPart::MemorySet:
        return memorySetColor(colors);
    case StepPart::Communication:
        return communicationColor(colors);
    case StepPart::Runtime:
        return runtimeColor(colors);
    case StepPart::DataLoader:
        return passColor(Pass::Data, colors);
    case StepPart::Operator:
        return tinted(colors.surface, colors.series[0], 0.45);
    case StepPart::Other:
        break;
    case StepPart::Idle:
        return tinted(colors.surface, colors.otherPass, 0.4);
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
    return tinted(colors.surface, colors.otherPass, 0.38);
}

inline QColor wholeStepHatching(const ThemeColors& colors)
{
    return tinted(colors.surface, colors.otherPass, 0.8);
}

} // namespace stepscope::ui
