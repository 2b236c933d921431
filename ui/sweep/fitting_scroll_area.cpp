#include "ui/sweep/fitting_scroll_area.h"

#include <QEvent>

#include <algorithm>

namespace stepscope::ui {

QSize FittingScrollArea::sizeHint() const
{
    const int width = viewport()->width();
    const int height =
        widget()->hasHeightForWidth() ? widget()->heightForWidth(width) : widget()->sizeHint().height();
    return {widget()->sizeHint().width(), height};
}

QSize FittingScrollArea::minimumSizeHint() const
{
    constexpr int leastHeight = 120;
    return {widget()->minimumSizeHint().width(), std::min(leastHeight, sizeHint().height())};
}

bool FittingScrollArea::eventFilter(QObject* object, QEvent* event)
{
    if (object == widget() && event->type() == QEvent::LayoutRequest)
        updateGeometry();
    return QScrollArea::eventFilter(object, event);
}

void FittingScrollArea::resizeEvent(QResizeEvent* event)
{
    QScrollArea::resizeEvent(event);
    updateGeometry(); // a wrapped sentence needs another height
}

} // namespace stepscope::ui
