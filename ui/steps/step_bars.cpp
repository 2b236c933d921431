#include "ui/steps/step_bars.h"

#include "core/base/text/format.h"
#include "ui/keys/view_keys.h"
#include "ui/steps/step_colors.h"
#include "ui/support/qt_text.h"

#include <QGuiApplication>
#include <QMouseEvent>
#include <QPainter>
#include <QStyleHints>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <utility>

namespace stepscope::ui {

namespace {

constexpr double fewestShown = 3.0; ///< steps across the widget

} // namespace

StepBars::StepBars(const StepSeries* series, QWidget* parent)
    : QWidget(parent)
    , m_series(series)
{
    m_content.series = series;
    setObjectName("stepBars");
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setAccessibleName(tr("Steps as bars of their parts"));
    connect(&Theme::instance(), &Theme::changed, this, &StepBars::changed);
}

void StepBars::changed()
{
    m_scene.reset();
    update();
}

void StepBars::setShown(double from, double to)
{
    m_content.from = from;
    m_content.to = std::max(to, from + 1.0);
    changed();
}

void StepBars::limitShown()
{
    const auto all = m_series->all();
    if (!all)
        return changed();
    const double first = double(all->first);
    const double end = double(all->last) + 1.0;
    const double width = std::min(to() - from(), std::max(end - first, fewestShown));
    const double left = std::clamp(from(), first, std::max(first, end - width));
    setShown(left, left + width);
}

void StepBars::setFigures(const StepFigures& figures)
{
    m_content.figures = figures;
    changed();
}

void StepBars::setSelected(const std::optional<StepRange>& selected)
{
    m_content.selected = selected;
    changed();
}

const StepBarsScene& StepBars::scene() const
{
    if (!m_scene) {
        auto content = m_content;
        if (m_brush)
            content.selected = m_brush;
        m_scene = layOutStepBars(content, rect(), Theme::instance().colors(), font());
        m_scene->hovered = m_hovered;
    }
    return *m_scene;
}

void StepBars::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), Theme::instance().colors().surface);
    paintStepBars(painter, scene());
    if (hasFocus()) {
        painter.setPen(Theme::instance().colors().accent);
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
}

void StepBars::resizeEvent(QResizeEvent*)
{
    changed();
}

void StepBars::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        changed();
}

const StepColumn* StepBars::columnAt(double x) const
{
    const auto& geometry = scene().geometry;
    if (x < geometry.plot.left() || x > geometry.plot.right())
        return nullptr;
    const int64_t step = geometry.stepAt(x);
    const auto& columns = scene().columns;
    const auto found =
        std::ranges::find_if(columns, [step](const StepColumn& column) { return column.last >= step; });
    return found != columns.end() && found->first <= step ? &*found : nullptr;
}

StepRange StepBars::rangeOf(int64_t a, int64_t b) const
{
    const auto all = m_series->all().value_or(StepRange{0, 0});
    return {std::clamp(std::min(a, b), all.first, all.last), std::clamp(std::max(a, b), all.first, all.last)};
}

QString StepBars::toolTipOf(const StepColumn& column) const
{
    const auto row = [](const QString& name, const QString& value, const QString& share) {
        return QString("<tr><td>%1&nbsp;&nbsp;</td><td align=\"right\">%2&nbsp;&nbsp;</td>"
                       "<td align=\"right\">%3</td></tr>")
            .arg(name, value, share);
    };
    const bool isOne = column.steps == 1;
    const auto* bar = m_series->barsIn({column.first, column.last}).data();
    const int64_t number = isOne && bar ? bar->number : column.first;
    QString words = isOne
                        ? tr("Step %1").arg(countText(number))
                        : counted(tr("Steps %2 to %3, %1 of them: means", nullptr, formNumber(column.steps)),
                                  column.steps)
                              .arg(countText(column.first), countText(column.last));
    words = QString("<b>%1</b>").arg(words);
    if (isOne)
        words += QString(" (%1)").arg(toQString(stepPhaseWord(column.phase)));
    if (!isOne && column.splits > 0 && column.splits < column.steps)
        words += "<br>" +
                 counted(tr("%1 recorded step(s) shown", nullptr, formNumber(column.splits)), column.splits);
    words += "<table cellspacing=\"0\">";
    words += row(tr("Wall time"), durationText(column.wallNs), {});
    for (size_t i = stepPartCount; i-- > 0 && column.splits > 0;) {
        if (column.partNs[i] > 0)
            words += row(toQString(stepPartWord(StepPart(i))), durationText(column.partNs[i]),
                         toQString(formatShare(column.partNs[i] / column.wallNs)));
    }
    words += "</table>";
    if (column.splits == 0)
        words += tr("Not recorded: only its wall time is known.");
    return words;
}

void StepBars::hover(QPointF position, QPoint globalPosition)
{
    const auto* column = columnAt(position.x());
    const auto hovered = column ? std::optional(column->first) : std::nullopt;
    if (hovered == m_hovered)
        return;
    m_hovered = hovered;
    if (m_scene)
        m_scene->hovered = hovered;
    update();
    if (column && !m_brush)
        QToolTip::showText(globalPosition, toolTipOf(*column), this);
    else
        QToolTip::hideText();
}

void StepBars::leaveEvent(QEvent*)
{
    m_hovered.reset();
    changed();
}

void StepBars::mousePressEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton)
        m_pressedX = event->position().x();
    else if (event->button() == Qt::MiddleButton)
        m_pannedX = event->position().x();
}

void StepBars::mouseMoveEvent(QMouseEvent* event)
{
    const double x = event->position().x();
    if (m_pannedX) {
        panBy((*m_pannedX - x) / scene().geometry.stepWidth());
        m_pannedX = x;
        return;
    }
    const bool isDrag = m_pressedX && (m_brush || std::abs(x - *m_pressedX) >=
                                                      QGuiApplication::styleHints()->startDragDistance());
    if (isDrag) {
        const auto& geometry = scene().geometry;
        m_brush = rangeOf(geometry.stepAt(*m_pressedX), geometry.stepAt(x));
        changed();
    }
    hover(event->position(), event->globalPosition().toPoint());
}

void StepBars::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() == Qt::MiddleButton)
        m_pannedX.reset();
    if (event->button() != Qt::LeftButton || !m_pressedX)
        return;
    m_pressedX.reset();
    const auto brush = std::exchange(m_brush, std::nullopt);
    m_movesFirst = false;
    if (brush) {
        changed();
        Q_EMIT brushed(*brush);
    } else if (const auto* column = columnAt(event->position().x())) {
        Q_EMIT brushed(rangeOf(column->first, column->last));
    }
}

void StepBars::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton)
        Q_EMIT cleared();
}

void StepBars::wheelEvent(QWheelEvent* event)
{
    const QPoint turned = event->angleDelta();
    const bool isAlong =
        event->modifiers() & Qt::ShiftModifier || std::abs(turned.x()) > std::abs(turned.y());
    const double notches =
        double(std::abs(turned.x()) > std::abs(turned.y()) ? turned.x() : turned.y()) / 120.0;
    if (isAlong)
        panBy(-notches * (to() - from()) * 0.1);
    else
        zoom(std::pow(0.8, notches), event->position().x());
    event->accept();
}

void StepBars::panBy(double steps)
{
    const auto all = m_series->all();
    if (!all)
        return;
    const double width = to() - from();
    const double first = double(all->first);
    const double end = double(all->last) + 1.0;
    const double left = std::clamp(from() + steps, first, std::max(first, end - width));
    setShown(left, left + width);
    Q_EMIT movedByUser();
}

void StepBars::zoom(double factor, double x)
{
    const auto all = m_series->all();
    if (!all)
        return;
    const auto& geometry = scene().geometry;
    const double first = double(all->first);
    const double end = double(all->last) + 1.0;
    const double whole = std::max(end - first, fewestShown);
    const double at =
        std::clamp(geometry.from + (x - geometry.plot.left()) / geometry.stepWidth(), from(), to());
    const double width = std::clamp((to() - from()) * factor, std::min(fewestShown, whole), whole);
    const double left = at - (at - from()) * width / (to() - from());
    const double clamped = std::clamp(left, first, std::max(first, end - width));
    setShown(clamped, clamped + width);
    Q_EMIT movedByUser();
}

void StepBars::reveal(int64_t step)
{
    if (double(step) < from())
        panBy(double(step) - from());
    else if (double(step) + 1.0 > to())
        panBy(double(step) + 1.0 - to());
}

void StepBars::moveSelection(int64_t by, bool extend)
{
    const auto all = m_series->all();
    if (!all)
        return;
    const auto& selected = m_content.selected;
    StepRange next;
    if (!selected) {
        // Starts with a visible step, a recorded one if possible.
        const auto shown = m_series->splitsIn({int64_t(std::floor(from())), int64_t(std::ceil(to())) - 1});
        const int64_t begin = shown.empty() ? std::clamp(int64_t(from()), all->first, all->last)
                              : by > 0      ? shown.front().number
                                            : shown.back().number;
        next = {begin, begin};
    } else if (extend) {
        if (selected->first == selected->last)
            m_movesFirst = by < 0;
        next = m_movesFirst ? rangeOf(selected->first + by, selected->last)
                            : rangeOf(selected->first, selected->last + by);
    } else {
        // Moves the range as it is, but not beyond the steps.
        const int64_t fitting = std::clamp(by, all->first - selected->first, all->last - selected->last);
        next = {selected->first + fitting, selected->last + fitting};
    }
    Q_EMIT brushed(next);
    reveal(by < 0 ? next.first : next.last);
}

void StepBars::keyPressEvent(QKeyEvent* event)
{
    const int direction = event->key() == Qt::Key_Left ? -1 : 1;
    const auto all = m_series->all();
    switch (keyAct("steps", *event)) {
    case KeyAct::Move:
        return moveSelection(direction, false);
    case KeyAct::Extend:
        return moveSelection(direction, true);
    case KeyAct::ToFirst:
        return all ? panBy(double(all->first) - from()) : void();
    case KeyAct::ToLast:
        return all ? panBy(double(all->last) + 1.0 - to()) : void();
    case KeyAct::ZoomIn:
        return zoom(0.8, scene().geometry.plot.center().x());
    case KeyAct::ZoomOut:
        return zoom(1.25, scene().geometry.plot.center().x());
    case KeyAct::Clear:
        m_brush.reset();
        m_pressedX.reset();
        Q_EMIT cleared();
        return;
    default:
        QWidget::keyPressEvent(event);
    }
}

} // namespace stepscope::ui
