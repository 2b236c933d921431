#include "ui/window/text_size.h"

#include <QApplication>
#include <QFont>

#include <algorithm>
#include <cmath>

namespace stepscope::ui {

TextSize::TextSize()
    : m_normal(QApplication::font().pointSizeF())
{
}

void TextSize::setSteps(int steps)
{
    m_steps = std::clamp(steps, fewestSteps, mostSteps);
    QFont font = QApplication::font();
    font.setPointSizeF(m_normal * std::pow(stepFactor, m_steps));
    QApplication::setFont(font);
}

} // namespace stepscope::ui
