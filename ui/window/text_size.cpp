#include "ui/window/text_size.h"

#include "ui/theme/theme.h"

#include <QApplication>
#include <QFont>
#include <QHash>
#include <QWidget>

#include <algorithm>
#include <cmath>

namespace stepscope::ui {

namespace {

/// Of widgets with a font of their own, such as headings.
QHash<QWidget*, qreal> ownSizes()
{
    QHash<QWidget*, qreal> sizes;
    const QWidgetList widgets = QApplication::allWidgets();
    for (QWidget* widget : widgets) {
        if (widget->testAttribute(Qt::WA_SetFont) && widget->font().pointSizeF() > 0)
            sizes.insert(widget, widget->font().pointSizeF());
    }
    return sizes;
}

void applyFont(const QFont& font)
{
    const qreal factor = font.pointSizeF() / QApplication::font().pointSizeF();
    if (qFuzzyCompare(factor, 1.0))
        return;
    const QHash<QWidget*, qreal> sizes = ownSizes();
    QApplication::setFont(font);
    Theme::instance().setMode(Theme::instance().mode()); // a style sheet keeps the fonts that it has given
    for (const auto [widget, size] : sizes.asKeyValueRange()) {
        QFont own = widget->font();
        own.setPointSizeF(size * factor);
        if (!qFuzzyCompare(own.pointSizeF(), widget->font().pointSizeF()))
            widget->setFont(own);
    }
}

} // namespace

TextSize::TextSize()
    : m_normal(QApplication::font().pointSizeF())
{
}

void TextSize::setSteps(int steps)
{
    m_steps = std::clamp(steps, fewestSteps, mostSteps);
    QFont font = QApplication::font();
    font.setPointSizeF(m_normal * std::pow(stepFactor, m_steps));
    applyFont(font);
}

} // namespace stepscope::ui
