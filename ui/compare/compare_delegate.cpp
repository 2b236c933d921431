#include "ui/compare/compare_delegate.h"

#include "core/comparison/verdict.h"
#include "ui/compare/compare_cells.h"
#include "ui/compare/verdict_forms.h"
#include "ui/theme/eliding.h"

#include <QFontMetrics>
#include <QPainter>

namespace stepscope::ui {

namespace {

QColor verdictColor(const QVariant& verdict, const ThemeColors& colors)
{
    if (!verdict.isValid())
        return colors.mutedText;
    switch (Verdict(verdict.toInt())) {
    case Verdict::Faster:
        return colors.good;
    case Verdict::Slower:
        return colors.error;
    case Verdict::Same:
        return colors.text;
    case Verdict::Unclear:
        return colors.warning;
    case Verdict::TooFewSamples:
    case Verdict::OtherBatchSize:
    case Verdict::OtherSamples:
        break;
    }
    return colors.mutedText;
}

void paintText(QPainter* painter, const QRect& cell, Qt::Alignment alignment, const QString& text,
               const QColor& color)
{
    painter->setPen(color);
    painter->drawText(cell, int(alignment),
                      painter->fontMetrics().elidedText(text, Qt::ElideRight, cell.width()));
}

QString shownVerdict(const QModelIndex& index, const QFontMetrics& metrics, int width)
{
    const QStringList forms = index.data(FormsRole).toStringList();
    return forms.isEmpty() ? index.data(Qt::DisplayRole).toString() : fittingForm(metrics, forms, width);
}

QFont demiBold(QFont font)
{
    font.setWeight(QFont::DemiBold);
    return font;
}

} // namespace

void CompareDelegate::setLabels(const QStringList& labels)
{
    m_labels = labels;
    m_shown.clear();
}

QString CompareDelegate::shownLabel(const QFont& font, const QString& label, int width) const
{
    const QFontMetrics metrics(font);
    if (m_labels.isEmpty() || metrics.horizontalAdvance(label) <= width)
        return elidedName(metrics, label, width);
    if (width != m_shownWidth || font != m_shownFont) {
        m_shown.clear();
        m_shownWidth = width;
        m_shownFont = font;
    }
    QString& shown = m_shown[label];
    if (shown.isNull())
        shown = elidedAmong(metrics, label, m_labels, width, KeptPart::StartAndDifference);
    return shown;
}

void CompareDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                            const QModelIndex& index) const
{
    const ThemeColors& colors = Theme::instance().colors();
    const auto kind = CellKind(index.data(CellKindRole).toInt());
    const QString text = index.data(Qt::DisplayRole).toString();
    const QRect cell = option.rect.adjusted(cellMargin, 0, -cellMargin, 0);
    constexpr auto right = Qt::AlignVCenter | Qt::AlignRight;
    constexpr auto left = Qt::AlignVCenter | Qt::AlignLeft;

    painter->save();
    painter->setFont(option.font);
    painter->fillRect(option.rect,
                      kind == CellKind::Group ? colors.surface : cellBackground(option, index, colors));
    switch (kind) {
    case CellKind::Text:
        paintText(painter, cell, left, text, colors.text);
        break;
    case CellKind::Label:
        paintText(painter, cell, left, shownLabel(option.font, text, cell.width()), colors.text);
        break;
    case CellKind::Group:
        painter->setFont(demiBold(option.font));
        paintText(painter, cell.adjusted(0, 0, 0, -3), Qt::AlignBottom | Qt::AlignLeft, text,
                  colors.mutedText);
        break;
    case CellKind::Share:
        paintShareBar(painter, option.rect, index.data(FigureRole).toDouble(), colors);
        [[fallthrough]];
    case CellKind::Number:
        painter->setFont(m_numbers.of(option.font));
        if (const QString unit = index.data(UnitRole).toString(); !unit.isEmpty())
            paintNumber(painter, cell, text, unit, colors);
        else
            paintText(painter, cell, right, text, colors.text);
        break;
    case CellKind::PassTag:
        paintPassTag(painter, option, Pass(index.data(PassRole).toInt()), text, colors);
        break;
    case CellKind::Verdict:
        painter->setFont(m_numbers.of(option.font));
        paintText(painter, cell, right, shownVerdict(index, painter->fontMetrics(), cell.width()),
                  verdictColor(index.data(VerdictRole), colors));
        break;
    case CellKind::Absent:
        paintText(painter, cell, right, text, colors.mutedText);
        break;
    }
    paintRowLine(painter, option.rect, colors);
    painter->restore();
}

} // namespace stepscope::ui
