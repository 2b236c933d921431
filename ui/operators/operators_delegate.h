#pragma once

#include <QFont>
#include <QStyledItemDelegate>

#include <optional>

namespace stepscope::ui {

/// Paints the cells of the operator table: bars behind shares, the pass as a tag, numbers flush right with
/// their unit stepping back.
class OperatorsDelegate final : public QStyledItemDelegate
{
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;

private:
    const QFont& numberFont(const QFont& base) const;

    mutable QFont m_base;
    mutable std::optional<QFont> m_numbers; ///< made from m_base, which takes too long to do for every cell
};

} // namespace stepscope::ui
