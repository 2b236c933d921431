#include "ui/roofline/roofline_canvas.h"

#include "ui/keys/view_keys.h"

#include <QFontMetricsF>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <numeric>

namespace stepscope::ui {

RooflineCanvas::RooflineCanvas(QWidget* parent)
    : QWidget(parent)
    , m_data(std::make_shared<RooflineData>())
{
    setObjectName("rooflineCanvas");
    setAccessibleName(tr("Roofline"));
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setMinimumSize(240, 200);
    connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
}

void RooflineCanvas::show(std::shared_ptr<const RooflineData> data)
{
    const auto before = std::exchange(m_data, std::move(data));
    m_marks.hovered = -1;
    m_marks.selected = pointLike(*before, m_marks.selected);
    place();
}

int RooflineCanvas::pointLike(const RooflineData& before, int point) const
{
    if (point < 0 || size_t(point) >= before.names.size())
        return -1;
    for (size_t i = 0; i < m_data->names.size(); ++i)
        if (m_data->names[i] == before.names[size_t(point)] &&
            m_data->roofline.points[i].pass == before.roofline.points[size_t(point)].pass)
            return int(i);
    return -1;
}

void RooflineCanvas::place()
{
    m_geometry = rooflineGeometry(*m_data, size(), QFontMetricsF(font()).height());
    update();
}

void RooflineCanvas::select(int point)
{
    m_marks.selected = point >= 0 && size_t(point) < m_data->names.size() ? point : -1;
    update();
}

void RooflineCanvas::pick(int point)
{
    select(point);
    Q_EMIT picked(m_marks.selected);
}

void RooflineCanvas::setHovered(int point)
{
    if (m_marks.hovered == point)
        return;
    m_marks.hovered = point;
    setCursor(point >= 0 ? Qt::PointingHandCursor : Qt::ArrowCursor);
    update();
}

bool RooflineCanvas::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        if (const int point = m_geometry.pointAt(help->pos()); point >= 0)
            QToolTip::showText(help->globalPos(), rooflineToolTip(*m_data, size_t(point)), this);
        else
            QToolTip::hideText();
        return true;
    }
    return QWidget::event(event);
}

void RooflineCanvas::paintEvent(QPaintEvent*)
{
    const auto& colors = Theme::instance().colors();
    QPainter painter(this);
    painter.fillRect(rect(), colors.surface);
    paintRoofline(painter, *m_data, m_geometry, m_marks, colors, font());
}

void RooflineCanvas::resizeEvent(QResizeEvent*)
{
    place();
}

void RooflineCanvas::mousePressEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton)
        pick(m_geometry.pointAt(event->position()));
}

void RooflineCanvas::mouseMoveEvent(QMouseEvent* event)
{
    setHovered(m_geometry.pointAt(event->position()));
}

void RooflineCanvas::leaveEvent(QEvent*)
{
    setHovered(-1);
}

int RooflineCanvas::beside(int step) const
{
    std::vector<int> order(m_geometry.dots.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(order, {}, [this](int i) { return m_geometry.dots[size_t(i)].center.x(); });
    if (order.empty())
        return -1;
    const auto at = std::ranges::find(order, m_marks.selected);
    if (at == order.end())
        return step > 0 ? order.front() : order.back();
    const auto next = at - order.begin() + step;
    return order[size_t(std::clamp<ptrdiff_t>(next, 0, ptrdiff_t(order.size()) - 1))];
}

void RooflineCanvas::keyPressEvent(QKeyEvent* event)
{
    const KeyAct act = keyAct("roofline", *event);
    if (act == KeyAct::Move)
        pick(beside(event->key() == Qt::Key_Right ? 1 : -1));
    else if (act == KeyAct::Clear)
        pick(-1);
    else
        QWidget::keyPressEvent(event);
}

void RooflineCanvas::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        place();
}

} // namespace stepscope::ui
