#pragma once

#include <QtGlobal>

namespace stepscope::ui {

/// The size of all text of the program, in steps from its normal size.
class TextSize
{
public:
    static constexpr int fewestSteps = -4;
    static constexpr int mostSteps = 8;
    static constexpr qreal stepFactor = 1.1;

    /// Takes the application's current font size as normal.
    TextSize();

    int steps() const { return m_steps; }
    /// Limits the steps to what stays readable.
    void setSteps(int steps);

private:
    qreal m_normal;
    int m_steps = 0;
};

} // namespace stepscope::ui
