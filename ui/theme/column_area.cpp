#include "ui/theme/column_area.h"

#include <QEvent>
#include <QScrollBar>

namespace stepscope::ui {

ColumnArea::ColumnArea(QWidget* parent)
    : QScrollArea(parent)
{
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
}

QSize ColumnArea::sizeHint() const
{
    return QScrollArea::sizeHint().expandedTo({minimumSizeHint().width(), 0});
}

QSize ColumnArea::minimumSizeHint() const
{
    const int column = widget() ? widget()->minimumSizeHint().width() : 0;
    return {column + verticalScrollBar()->sizeHint().width(), QScrollArea::minimumSizeHint().height()};
}

bool ColumnArea::event(QEvent* event)
{
    if (event->type() == QEvent::LayoutRequest) // of the column
        updateGeometry();
    return QScrollArea::event(event);
}

} // namespace stepscope::ui
