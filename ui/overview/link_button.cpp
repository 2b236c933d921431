#include "ui/overview/link_button.h"

#include "ui/theme/eliding.h"
#include "ui/theme/theme.h"

#include <QKeyEvent>
#include <QPainter>

namespace stepscope::ui {

LinkButton::LinkButton(QWidget* parent)
    : QAbstractButton(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setCursor(Qt::PointingHandCursor);
    setAttribute(Qt::WA_Hover); // to be painted when the pointer enters or leaves
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
}

void LinkButton::setPlainText(const QString& text)
{
    if (text == this->text())
        return;
    setText(text);
    setShortcut({});
    setAccessibleName(text);
    updateGeometry();
}

QSize LinkButton::sizeHint() const
{
    return {fontMetrics().horizontalAdvance(text()) + 2 * margin + 1, fontMetrics().height() + 2 * margin};
}

QSize LinkButton::minimumSizeHint() const
{
    return {leastTextWidth(fontMetrics(), text()) + 2 * margin + 1, sizeHint().height()};
}

void LinkButton::paintEvent(QPaintEvent*)
{
    const ThemeColors& colors = Theme::instance().colors();
    QPainter painter(this);
    QFont shown = font();
    shown.setUnderline(underMouse());
    painter.setFont(shown);
    painter.setPen(colors.accent);
    const QRect place = rect().adjusted(margin, 0, -margin, 0);
    painter.drawText(place, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                     fontMetrics().elidedText(text(), Qt::ElideMiddle, place.width()));
    if (!hasFocus())
        return;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 3.0, 3.0);
}

/// Links are also followed with Return.
void LinkButton::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        return click();
    QAbstractButton::keyPressEvent(event);
}

} // namespace stepscope::ui
