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

constexpr int dotSize = 8;     // pixels, as are the other distances
constexpr int lineLength = 28; ///< in which line styles differ
constexpr int afterSymbol = 8;
constexpr int betweenValues = 14; ///< also after the name
constexpr int betweenColumns = 24;
constexpr int aroundText = 4;
constexpr int leastNameLetters = 16; ///< that a column has room for, if there are such names

QFont boldened(QFont font)
{
    font.setBold(true);
    return font;
}

/// With the fraction of a pixel for lack of which a text would be elided.
int widthOf(const QFontMetrics& metrics, const QString& text)
{
    return metrics.horizontalAdvance(text) + 1;
}

/// "Loss: 0.0910", "Accuracy: 98.01 %".
QStringList valuesText(const CurveRunEntry& entry, const CurveRunHeadings& headings)
{
    QStringList texts;
    for (int i = 0; i < std::min(entry.values.size(), headings.values.size()); ++i)
        texts += headings.values[i] + ": " + entry.values[i];
    return texts;
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

void CurveRunList::setEntries(QList<CurveRunEntry> entries, const CurveRunHeadings& headings)
{
    const bool areSame =
        headings == m_headings &&
        std::ranges::equal(entries, m_entries, [](const CurveRunEntry& a, const CurveRunEntry& b) {
            return a.name == b.name && a.line == b.line;
        });
    m_entries = std::move(entries);
    m_headings = headings;
    if (!areSame)
        m_widestValues.clear();
    const QList<int> widest = m_widestValues;
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
    m_widestValues.resize(m_headings.values.size());
    for (int i = 0; i < m_headings.values.size(); ++i)
        m_widestValues[i] = std::max(m_widestValues[i], widthOf(fontMetrics(), m_headings.values[i]));
    for (const CurveRunEntry& entry : m_entries) {
        m_widestName = std::max(m_widestName, names.horizontalAdvance(entry.name));
        for (int i = 0; i < std::min(entry.values.size(), m_widestValues.size()); ++i)
            m_widestValues[i] = std::max(m_widestValues[i], widthOf(values, entry.values[i]));
    }
}

void CurveRunList::arrange()
{
    m_shownNames = QStringList(m_entries.size());
    const int page = std::max(0, viewport()->height() - rowHeight()); // below the headings
    const int hidden = std::max(0, rows() * rowHeight() - page);
    verticalScrollBar()->setSingleStep(rowHeight());
    verticalScrollBar()->setPageStep(page);
    verticalScrollBar()->setRange(0, hidden);
    setFocusPolicy(hidden > 0 ? Qt::TabFocus : Qt::NoFocus);
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
        texts += entry.name + ": " + valuesText(entry, m_headings).join(", ");
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

int CurveRunList::valuesWidth() const
{
    int width = 0;
    for (const int value : m_widestValues)
        width += betweenValues + value;
    return width;
}

int CurveRunList::columnsFor(int width) const
{
    const int name = std::min(m_widestName, fontMetrics().averageCharWidth() * leastNameLetters);
    const int heading = widthOf(fontMetrics(), m_headings.curves);
    const int cell = std::max(symbolWidth() + afterSymbol + name, heading) + valuesWidth();
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
    const int lead =
        std::max(symbolWidth() + afterSymbol + m_widestName, widthOf(fontMetrics(), m_headings.curves));
    return std::min(room, lead + valuesWidth());
}

int CurveRunList::symbolWidth() const
{
    const bool areSolid = std::ranges::all_of(
        m_entries, [](const CurveRunEntry& entry) { return entry.line == Qt::SolidLine; });
    return areSolid ? dotSize : lineLength;
}

int CurveRunList::leadWidth() const
{
    return std::max(0, cellWidth() - valuesWidth());
}

int CurveRunList::nameWidth() const
{
    return std::max(0, leadWidth() - symbolWidth() - afterSymbol);
}

QRect CurveRunList::cell(int entry) const
{
    const int row = entry / columns();
    const int column = entry % columns();
    return {column * (cellWidth() + betweenColumns), (row + 1) * rowHeight() - verticalScrollBar()->value(),
            cellWidth(), rowHeight()};
}

int CurveRunList::heightForWidth(int width) const
{
    const int inRow = columnsFor(width);
    return (1 + std::min((int(m_entries.size()) + inRow - 1) / inRow, m_mostRows)) * rowHeight();
}

QSize CurveRunList::sizeHint() const
{
    return {fontMetrics().averageCharWidth() * 40, heightForWidth(width())};
}

QSize CurveRunList::minimumSizeHint() const
{
    return {fontMetrics().averageCharWidth() * leastNameLetters, 2 * rowHeight()};
}

bool CurveRunList::viewportEvent(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        for (int i = 0; i < int(m_entries.size()); ++i) {
            if (help->pos().y() < rowHeight() || !cell(i).contains(help->pos()))
                continue;
            const CurveRunEntry& entry = m_entries[i];
            const QString& name = entry.completeName.isEmpty() ? entry.name : entry.completeName;
            const QString text =
                QStringList{name, m_headings.curves, valuesText(entry, m_headings).join("\n")}.join("\n");
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
    m_widestValues.clear();
    measure();
    arrange();
}

void CurveRunList::focusInEvent(QFocusEvent* event)
{
    QAbstractScrollArea::focusInEvent(event);
    viewport()->update();
}

void CurveRunList::focusOutEvent(QFocusEvent* event)
{
    QAbstractScrollArea::focusOutEvent(event);
    viewport()->update();
}

void CurveRunList::paintEvent(QPaintEvent* event)
{
    QPainter painter(viewport());
    painter.setRenderHint(QPainter::Antialiasing);
    paintHeadings(painter);
    const QRect below = viewport()->rect().adjusted(0, rowHeight(), 0, 0);
    painter.setClipRect(below);
    for (int i = 0; i < int(m_entries.size()); ++i) {
        if (cell(i).intersects(event->rect()) && cell(i).intersects(below))
            paintEntry(painter, i);
    }
    if (!hasFocus())
        return;
    painter.setPen(Theme::instance().colors().accent);
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(QRectF(below).adjusted(0.5, 0.5, -0.5, -0.5), 3, 3);
}

void CurveRunList::paintHeadings(QPainter& painter) const
{
    painter.setPen(Theme::instance().colors().mutedText);
    painter.setFont(font());
    for (int column = 0; column < std::min(columns(), int(m_entries.size())); ++column) {
        QRect place = cell(column);
        place.moveTop(0);
        const QRect lead(place.left(), place.top(), leadWidth(), place.height());
        painter.drawText(lead, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                         fontMetrics().elidedText(m_headings.curves, Qt::ElideRight, lead.width()));
        paintValues(painter, place, m_headings.values);
    }
}

void CurveRunList::paintEntry(QPainter& painter, int i) const
{
    const CurveRunEntry& entry = m_entries[i];
    const QRect place = cell(i);
    const double middle = place.center().y() + 0.5;
    if (symbolWidth() == dotSize) {
        QRectF dot(place.left(), 0, dotSize, dotSize);
        dot.moveCenter(QPointF(dot.center().x(), middle));
        painter.setPen(Qt::NoPen);
        painter.setBrush(entry.color);
        painter.drawEllipse(dot);
    } else {
        painter.setPen(QPen(entry.color, 2, entry.line, Qt::FlatCap));
        painter.drawLine(QPointF(place.left(), middle), QPointF(place.left() + lineLength, middle));
    }
    painter.setPen(palette().color(QPalette::WindowText));
    painter.setFont(entry.isNearest ? boldened(font()) : font());
    painter.drawText(
        QRect(place.left() + symbolWidth() + afterSymbol, place.top(), nameWidth(), place.height()),
        Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, shownName(i));
    painter.setFont(Theme::tabularFont(font()));
    paintValues(painter, place, entry.values);
}

/// Numbers are right-aligned.
void CurveRunList::paintValues(QPainter& painter, const QRect& place, const QStringList& values) const
{
    int left = place.left() + leadWidth();
    for (int i = 0; i < std::min(values.size(), m_widestValues.size()); ++i) {
        left += betweenValues;
        painter.drawText(QRect(left, place.top(), m_widestValues[i], place.height()),
                         Qt::AlignRight | Qt::AlignVCenter | Qt::TextSingleLine, values[i]);
        left += m_widestValues[i];
    }
}

void CurveRunList::resizeEvent(QResizeEvent* event)
{
    QAbstractScrollArea::resizeEvent(event);
    arrange();
}

} // namespace stepscope::ui
