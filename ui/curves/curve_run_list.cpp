#include "ui/curves/curve_run_list.h"

#include "ui/theme/eliding.h"
#include "ui/theme/theme.h"

#include <QHelpEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>

#include <algorithm>
#include <utility>

namespace stepscope::ui {

namespace {

constexpr int dotSize = 8; // pixels, as are the other distances
constexpr int afterDot = 8;
constexpr int afterName = 12;
constexpr int betweenColumns = 24;
constexpr int aroundText = 4;
constexpr int leastNameLetters = 16; ///< that a column has room for, if there are such names

QFont boldened(QFont font)
{
    font.setBold(true);
    return font;
}

} // namespace

CurveRunList::CurveRunList(QWidget* parent)
    : QAbstractScrollArea(parent)
{
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::NoFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    QSizePolicy policy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    viewport()->setAutoFillBackground(false);
    setAccessibleName(tr("Runs"));
}

void CurveRunList::setEntries(QList<CurveRunEntry> entries, const QString& what)
{
    const bool areSame =
        std::ranges::equal(entries, m_entries, {}, &CurveRunEntry::name, &CurveRunEntry::name);
    m_entries = std::move(entries);
    m_what = what;
    if (!areSame)
        m_widestValues = 0;
    const int widest = m_widestValues;
    measure();
    if (!areSame || widest != m_widestValues)
        arrange();
    if (!areSame)
        verticalScrollBar()->setValue(0);
    describe();
    viewport()->update();
}

void CurveRunList::setMostRows(int rows)
{
    if (std::exchange(m_mostRows, rows) != rows)
        arrange();
}

/// Names may get bold.
void CurveRunList::measure()
{
    const QFontMetrics names(boldened(font()));
    const QFontMetrics values(Theme::tabularFont(font()));
    m_widestName = 0;
    for (const CurveRunEntry& entry : m_entries) {
        m_widestName = std::max(m_widestName, names.horizontalAdvance(entry.name));
        m_widestValues = std::max(m_widestValues, values.horizontalAdvance(entry.values));
    }
}

void CurveRunList::arrange()
{
    m_shownNames = QStringList(m_entries.size());
    const int page = viewport()->height();
    verticalScrollBar()->setSingleStep(rowHeight());
    verticalScrollBar()->setPageStep(page);
    verticalScrollBar()->setRange(0, std::max(0, rows() * rowHeight() - page));
    updateGeometry();
    viewport()->update();
}

QString CurveRunList::shownName(int entry) const
{
    QString& shown = m_shownNames[entry];
    if (shown.isNull()) {
        QStringList names;
        for (const CurveRunEntry& each : m_entries)
            names += each.name;
        shown = elidedAmong(QFontMetrics(boldened(font())), names[entry], names, nameWidth());
    }
    return shown;
}

/// For screen readers, which do not see what is painted.
void CurveRunList::describe()
{
    QStringList texts;
    for (const CurveRunEntry& entry : m_entries)
        texts += entry.name + ": " + entry.values;
    setAccessibleDescription(texts.join("\n"));
}

int CurveRunList::rowHeight() const
{
    return std::max(fontMetrics().height(), QFontMetrics(Theme::tabularFont(font())).height()) + aroundText;
}

int CurveRunList::roomIn(int width) const
{
    return width - verticalScrollBar()->sizeHint().width();
}

int CurveRunList::columnsFor(int width) const
{
    const int name = std::min(m_widestName, fontMetrics().averageCharWidth() * leastNameLetters);
    const int cell = dotSize + afterDot + name + afterName + m_widestValues;
    return std::clamp((roomIn(width) + betweenColumns) / (cell + betweenColumns), 1,
                      std::max(int(m_entries.size()), 1));
}

int CurveRunList::rows() const
{
    return (int(m_entries.size()) + columns() - 1) / columns();
}

int CurveRunList::cellWidth() const
{
    const int room = (roomIn(width()) - (columns() - 1) * betweenColumns) / columns();
    return std::min(room, dotSize + afterDot + m_widestName + afterName + m_widestValues);
}

int CurveRunList::nameWidth() const
{
    return std::max(0, cellWidth() - dotSize - afterDot - afterName - m_widestValues);
}

QRect CurveRunList::cell(int entry) const
{
    const int row = entry / columns();
    const int column = entry % columns();
    return {column * (cellWidth() + betweenColumns), row * rowHeight() - verticalScrollBar()->value(),
            cellWidth(), rowHeight()};
}

int CurveRunList::heightForWidth(int width) const
{
    const int inRow = columnsFor(width);
    return std::min((int(m_entries.size()) + inRow - 1) / inRow, m_mostRows) * rowHeight();
}

QSize CurveRunList::sizeHint() const
{
    return {fontMetrics().averageCharWidth() * 40, heightForWidth(width())};
}

QSize CurveRunList::minimumSizeHint() const
{
    return {fontMetrics().averageCharWidth() * leastNameLetters, rowHeight()};
}

bool CurveRunList::viewportEvent(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        for (int i = 0; i < int(m_entries.size()); ++i) {
            if (!cell(i).contains(help->pos()))
                continue;
            const CurveRunEntry& entry = m_entries[i];
            const QString& name = entry.completeName.isEmpty() ? entry.name : entry.completeName;
            const QString text = name + "\n" + m_what + ": " + entry.values;
            QToolTip::showText(help->globalPos(),
                               "<p style='white-space:pre-wrap'>" + text.toHtmlEscaped() + "</p>", viewport(),
                               cell(i));
            return true;
        }
        QToolTip::hideText();
        return true;
    }
    return QAbstractScrollArea::viewportEvent(event);
}

void CurveRunList::changeEvent(QEvent* event)
{
    QAbstractScrollArea::changeEvent(event);
    if (event->type() != QEvent::FontChange)
        return;
    m_widestValues = 0;
    measure();
    arrange();
}

void CurveRunList::paintEvent(QPaintEvent* event)
{
    QPainter painter(viewport());
    painter.setRenderHint(QPainter::Antialiasing);
    const QFont values = Theme::tabularFont(font());
    for (int i = 0; i < int(m_entries.size()); ++i) {
        const QRect place = cell(i);
        if (!place.intersects(event->rect()))
            continue;
        const CurveRunEntry& entry = m_entries[i];
        QRectF dot(place.left(), 0, dotSize, dotSize);
        dot.moveCenter(QPointF(dot.center().x(), place.center().y() + 0.5));
        painter.setPen(Qt::NoPen);
        painter.setBrush(entry.color);
        painter.drawEllipse(dot);
        painter.setPen(palette().color(QPalette::WindowText));
        painter.setFont(entry.isNearest ? boldened(font()) : font());
        const int left = place.left() + dotSize + afterDot;
        painter.drawText(QRect(left, place.top(), nameWidth(), place.height()),
                         Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, shownName(i));
        painter.setFont(values);
        painter.drawText(QRect(left + nameWidth() + afterName, place.top(), m_widestValues, place.height()),
                         Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, entry.values);
    }
}

void CurveRunList::resizeEvent(QResizeEvent* event)
{
    QAbstractScrollArea::resizeEvent(event);
    arrange();
}

} // namespace stepscope::ui
