#include "ui/compare/run_header.h"

#include "ui/compare/compare_cells.h"
#include "ui/support/cell_painting.h"
#include "ui/theme/eliding.h"

#include <QPainter>

namespace stepscope::ui {

namespace {

constexpr int swatch = 10;
constexpr int gap = 6;
constexpr int sortMarkRoom = 12;

void paintSwatch(QPainter* painter, const QPoint& middleLeft, const QColor& color)
{
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(Qt::NoPen);
    painter->setBrush(color);
    painter->drawRoundedRect(QRectF(middleLeft.x(), middleLeft.y() - swatch / 2.0, swatch, swatch), 2.5, 2.5);
}

} // namespace

RunHeader::RunHeader(QWidget* parent)
    : QHeaderView(Qt::Horizontal, parent)
{
    setHighlightSections(false);
    setSectionsClickable(true);
    setMinimumSectionSize(40);
    setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    connect(&Theme::instance(), &Theme::changed, viewport(), qOverload<>(&QWidget::update));
}

QVariant RunHeader::info(int section, int role) const
{
    return model()->headerData(section, Qt::Horizontal, role);
}

/// Of all runs: their names are cut so that they differ.
QStringList RunHeader::names(int role) const
{
    QStringList names;
    for (int section = 0; section < count(); ++section) {
        if (info(section, RunColorRole).isValid())
            names += info(section, role).toString();
    }
    return names;
}

int RunHeader::runNameWidth(int section) const
{
    const QString run = info(section, ShortRunNameRole).toString();
    return swatch + gap + fontMetrics().horizontalAdvance(run) + 2 * cellMargin + 1;
}

/// Without "(baseline)" rather than cut.
QString RunHeader::shownRunName(int section, int width) const
{
    const QString run = info(section, RunNameRole).toString();
    if (fontMetrics().horizontalAdvance(run) <= width)
        return run;
    return elidedAmong(fontMetrics(), info(section, ShortRunNameRole).toString(), names(ShortRunNameRole),
                       width);
}

bool RunHeader::hasTwoLines() const
{
    return count() > 0 && !info(count() - 1, RunNameRole).toString().isEmpty();
}

int RunHeader::lineHeight() const
{
    return fontMetrics().height() + 10;
}

QSize RunHeader::sizeHint() const
{
    QSize size = QHeaderView::sizeHint();
    size.setHeight(lineHeight() * (hasTwoLines() ? 2 : 1) + 2);
    return size;
}

QSize RunHeader::sectionSizeFromContents(int section) const
{
    QFont bold = font();
    bold.setWeight(QFont::DemiBold);
    const int text = QFontMetrics(bold).horizontalAdvance(info(section, Qt::DisplayRole).toString());
    const bool hasSwatch = !hasTwoLines() && info(section, RunColorRole).value<QColor>().isValid();
    const int marks = (hasSwatch ? swatch + gap : 0) + (sectionsClickable() ? sortMarkRoom : 0);
    return {text + 2 * cellMargin + marks, sizeHint().height()};
}

/// The part of the header above all columns of the section's run.
QRect RunHeader::runRect(const QRect& rect, int section) const
{
    const QString run = info(section, RunNameRole).toString();
    QRect whole = rect;
    for (int other = 0; other < count(); ++other) {
        if (isSectionHidden(other) || info(other, RunNameRole).toString() != run)
            continue;
        const int left = sectionViewportPosition(other);
        whole.setLeft(qMin(whole.left(), left));
        whole.setRight(qMax(whole.right(), left + sectionSize(other) - 1));
    }
    whole.setHeight(lineHeight());
    return whole;
}

void RunHeader::paintSection(QPainter* painter, const QRect& rect, int section) const
{
    const ThemeColors& colors = Theme::instance().colors();
    painter->save();
    painter->setClipRect(rect);
    painter->fillRect(rect, colors.window);
    QRect titleRect = rect;
    if (hasTwoLines()) {
        titleRect.setTop(rect.bottom() - lineHeight());
        if (const QString run = info(section, RunNameRole).toString(); !run.isEmpty()) {
            const QRect whole = runRect(rect, section);
            const QRect line = whole.adjusted(cellMargin, 2, -cellMargin, 0);
            paintSwatch(painter, QPoint(line.left(), line.center().y() + 1),
                        info(section, RunColorRole).value<QColor>());
            painter->setPen(colors.text);
            constexpr int textLeft = swatch + gap;
            painter->drawText(line.adjusted(textLeft, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
                              shownRunName(section, line.width() - textLeft));
            painter->setRenderHint(QPainter::Antialiasing, false);
            painter->setPen(colors.border);
            painter->drawLine(whole.left(), rect.top(), whole.left(), rect.bottom());
        }
    }
    paintTitle(painter, titleRect, section);
    painter->setRenderHint(QPainter::Antialiasing, false);
    painter->setPen(colors.border);
    painter->drawLine(rect.bottomLeft(), rect.bottomRight());
    painter->restore();
}

bool RunHeader::isSortedBy(int section) const
{
    const bool isFirst = sortIndicatorSection() < 0 && info(section, IsFirstOrderRole).toBool();
    return isSortIndicatorShown() && (isFirst || sortIndicatorSection() == section);
}

void RunHeader::paintTitle(QPainter* painter, const QRect& rect, int section) const
{
    const ThemeColors& colors = Theme::instance().colors();
    QFont bold = font();
    bold.setWeight(QFont::DemiBold);
    painter->setFont(bold);
    const QFontMetrics metrics(bold);
    QRect text = rect.adjusted(cellMargin, 0, -cellMargin, 0);
    const bool isSorted = isSortedBy(section);
    const auto alignment = Qt::Alignment(info(section, Qt::TextAlignmentRole).toInt());
    const bool isRight = alignment & Qt::AlignRight;
    if (isSorted) {
        const int left = isRight ? text.left() : text.right() - sortMarkRoom + 4;
        paintSortMark(painter, QRect(left, text.top(), 8, text.height()));
        isRight ? text.setLeft(text.left() + sortMarkRoom) : text.setRight(text.right() - sortMarkRoom);
    }
    const QColor run = hasTwoLines() ? QColor() : info(section, RunColorRole).value<QColor>();
    const int swatchRoom = run.isValid() ? swatch + gap : 0;
    QString title = info(section, Qt::DisplayRole).toString();
    if (run.isValid() && metrics.horizontalAdvance(title) > text.width() - swatchRoom)
        title = info(section, PlainRole).toString(); // the name alone, without "(baseline)"
    const QString shortTitle = info(section, ShortTitleRole).toString();
    if (!shortTitle.isEmpty() && metrics.horizontalAdvance(title) > text.width())
        title = shortTitle;
    title = run.isValid() ? elidedAmong(metrics, title, names(PlainRole), text.width() - swatchRoom)
                          : metrics.elidedText(title, Qt::ElideMiddle, text.width());
    const int width = metrics.horizontalAdvance(title);
    const int left = isRight ? text.right() + 1 - width : text.left() + swatchRoom;
    if (run.isValid())
        paintSwatch(painter, QPoint(left - swatchRoom, text.center().y() + 1), run);
    painter->setPen(isSorted || run.isValid() ? colors.text : colors.mutedText);
    painter->drawText(QRect(left, text.top(), width + 1, text.height()), Qt::AlignLeft | Qt::AlignVCenter,
                      title);
}

void RunHeader::paintSortMark(QPainter* painter, const QRect& rect) const
{
    const bool down = sortIndicatorOrder() == Qt::DescendingOrder;
    const QPointF middle = QRectF(rect).center();
    const qreal tip = down ? 2.5 : -2.5;
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(QPen(Theme::instance().colors().accent, 1.6, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter->drawPolyline(QPolygonF(
        {middle + QPointF(-3.5, -tip / 1.5), middle + QPointF(0, tip), middle + QPointF(3.5, -tip / 1.5)}));
}

} // namespace stepscope::ui
