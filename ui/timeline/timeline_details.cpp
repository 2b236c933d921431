#include "ui/timeline/timeline_details.h"

#include <QPainter>

#include <algorithm>

namespace stepscope::ui {

namespace {

constexpr int detailsMargin = 12;
constexpr int square = 10;

} // namespace

TimelineDetails::TimelineDetails(QWidget* parent)
    : QWidget(parent)
{
    setObjectName("timelineDetails");
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
}

void TimelineDetails::tell(const TimelineFacts& facts, const QColor& color)
{
    m_title = facts.title;
    m_line = facts.line();
    m_color = color;
    setToolTip(facts.toolTip());
    setAccessibleName(text());
    update();
}

void TimelineDetails::showHint(const QString& hint)
{
    m_title.clear();
    m_line = hint;
    m_color = QColor();
    setToolTip({});
    setAccessibleName(hint);
    update();
}

QString TimelineDetails::text() const
{
    return m_title.isEmpty() ? m_line : m_title + "  " + m_line;
}

QSize TimelineDetails::sizeHint() const
{
    return {400, fontMetrics().height() + 16};
}

void TimelineDetails::paintEvent(QPaintEvent*)
{
    const ThemeColors& colors = Theme::instance().colors();
    QPainter painter(this);
    painter.fillRect(rect(), colors.window);
    painter.fillRect(0, 0, width(), 1, colors.border);
    int left = detailsMargin;
    if (m_color.isValid()) {
        painter.fillRect(QRect(left, (height() - square) / 2 + 1, square, square), m_color);
        left += square + 8;
    }
    if (!m_title.isEmpty()) {
        QFont bold = font();
        bold.setWeight(QFont::DemiBold);
        const QFontMetrics metrics(bold);
        const int most = std::max((width() - left) / 2, 40);
        const QString title = metrics.elidedText(m_title, Qt::ElideMiddle, most);
        painter.setFont(bold);
        painter.setPen(colors.text);
        painter.drawText(QRect(left, 1, most + 4, height() - 1), Qt::AlignVCenter, title);
        left += metrics.horizontalAdvance(title) + 12;
    }
    painter.setFont(font());
    painter.setPen(m_title.isEmpty() ? colors.mutedText : colors.text);
    const int room = width() - left - detailsMargin;
    painter.drawText(QRect(left, 1, room, height() - 1), Qt::AlignVCenter,
                     fontMetrics().elidedText(m_line, Qt::ElideRight, room));
}

} // namespace stepscope::ui
