#include "ui/flame/call_tree_delegate.h"

#include "ui/flame/call_tree_model.h"
#include "ui/support/pass_colors.h"
#include "ui/theme/eliding.h"

#include <QFontMetrics>
#include <QPainter>
#include <QStringList>

#include <algorithm>

namespace stepscope::ui {

namespace {

/// The names beside a row on the screen: a cut name must not look like one of these.
QStringList namesAround(const QModelIndex& index)
{
    constexpr int around = 50;
    const QAbstractItemModel* const model = index.model();
    const QModelIndex parent = index.parent();
    const int end = std::min(index.row() + around, model->rowCount(parent));
    QStringList names;
    for (int row = std::max(index.row() - around, 0); row < end; ++row)
        names += model->index(row, index.column(), parent).data().toString();
    return names;
}

QString shownFrame(const QFontMetrics& metrics, const QModelIndex& index, int width)
{
    const QString text = index.data(Qt::DisplayRole).toString();
    if (metrics.horizontalAdvance(text) <= width)
        return text;
    return elidedAmong(metrics, text, namesAround(index), width, KeptPart::StartAndDifference);
}

void paintName(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index,
               const ThemeColors& colors)
{
    const auto kind = FrameKind(index.data(CallTreeModel::KindRole).toInt());
    const QColor pass = passColor(Pass(index.data(CallTreeModel::PassRole).toInt()), colors);
    const QRect cell = option.rect;
    const int inset = (cell.height() - option.fontMetrics.ascent()) / 2;
    painter->fillRect(QRect(cell.left() + 2, cell.top() + inset, 3, cell.height() - 2 * inset), pass);
    QFont font = option.font;
    if (kind == FrameKind::Layer || kind == FrameKind::Pass)
        font.setWeight(QFont::DemiBold);
    painter->setFont(font);
    painter->setPen(colors.text);
    const QRect place = cell.adjusted(12, 0, -cellMargin, 0);
    painter->drawText(place, Qt::AlignVCenter | Qt::AlignLeft,
                      shownFrame(painter->fontMetrics(), index, place.width()));
}

} // namespace

void CallTreeDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                             const QModelIndex& index) const
{
    const ThemeColors& colors = Theme::instance().colors();
    const auto column = CallTreeColumn(index.column());
    painter->save();
    painter->fillRect(option.rect, cellBackground(option, index, colors));
    if (column == CallTreeColumn::Name) {
        paintName(painter, option, index, colors);
    } else {
        const bool isShare = CallTreeModel::isShare(column);
        if (isShare)
            paintShareBar(painter, option.rect, index.data(CallTreeModel::FigureRole).toDouble(), colors);
        const QString unit = column == CallTreeColumn::Calls ? QString() : isShare ? "%" : "ms";
        painter->setFont(m_numbers.of(option.font));
        paintNumber(painter, option.rect.adjusted(cellMargin, 0, -cellMargin, 0),
                    index.data(Qt::DisplayRole).toString(), unit, colors);
    }
    paintRowLine(painter, option.rect, colors);
    painter->restore();
}

QSize CallTreeDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex&) const
{
    return {120, option.fontMetrics.height() + 10};
}

} // namespace stepscope::ui
