#include "ui/operators/operators_delegate.h"

#include "ui/operators/operators_model.h"
#include "ui/support/cell_painting.h"
#include "ui/theme/eliding.h"

#include <QPainter>

namespace stepscope::ui {

namespace {

QString widestUnit(OperatorColumn column)
{
    switch (operatorColumn(column).figure) {
    case OperatorFigure::Time:
        return "ms";
    case OperatorFigure::Share:
        return "%";
    case OperatorFigure::Flops:
        return "MFLOP";
    case OperatorFigure::Bytes:
        return "MiB";
    case OperatorFigure::Times:
        return "×";
    default:
        return {};
    }
}

bool hasBar(OperatorColumn column)
{
    return operatorColumn(column).figure == OperatorFigure::Share;
}

} // namespace

QString OperatorsDelegate::shownName(const QFontMetrics& metrics, const QString& name, int width) const
{
    return m_kernels.isEmpty() ? elidedName(metrics, name, width)
                               : elidedAmong(metrics, name, m_kernels, width, KeptPart::StartAndDifference);
}

void OperatorsDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                              const QModelIndex& index) const
{
    const ThemeColors& colors = Theme::instance().colors();
    const auto column = OperatorColumn(index.column());
    const QString text = index.data(Qt::DisplayRole).toString();
    const QRect cell = option.rect.adjusted(cellMargin, 0, -cellMargin, 0);

    painter->save();
    painter->setFont(option.font);
    painter->fillRect(option.rect, cellBackground(option, index, colors));
    if (hasBar(column))
        paintShareBar(painter, option.rect, index.data(OperatorsModel::FigureRole).toDouble(), colors);

    const QVariant pass = column == OperatorColumn::Pass ? index.data(OperatorsModel::PassRole) : QVariant();
    if (pass.isValid()) {
        paintPassTag(painter, option, Pass(pass.toInt()), text, colors);
    } else if (operatorColumn(column).isNumber()) {
        painter->setFont(m_numbers.of(option.font));
        paintNumber(painter, cell, text, widestUnit(column), colors);
    } else {
        painter->setPen(column == OperatorColumn::Name ? colors.text : colors.mutedText);
        painter->drawText(cell, Qt::AlignVCenter | Qt::AlignLeft,
                          column == OperatorColumn::Name
                              ? shownName(option.fontMetrics, text, cell.width())
                              : option.fontMetrics.elidedText(text, Qt::ElideRight, cell.width()));
    }
    paintRowLine(painter, option.rect, colors);
    painter->restore();
}

} // namespace stepscope::ui
