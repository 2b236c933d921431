#pragma once

#include "ui/support/cell_painting.h"

#include <QFont>
#include <QHash>
#include <QStringList>
#include <QStyledItemDelegate>

namespace stepscope::ui {

/// Paints the cells of the comparison's tables, from the CompareRole data.
class CompareDelegate final : public QStyledItemDelegate
{
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;

    /// The labels of the table's rows: a cut label must not look like another one. Empty: labels are not
    /// compared.
    void setLabels(const QStringList& labels);
    /// The label, cut if it does not fit into the width.
    QString shownLabel(const QFont& font, const QString& label, int width) const;

private:
    QStringList m_labels;
    mutable QHash<QString, QString> m_shown; ///< labels that were cut, in m_shownFont and m_shownWidth
    mutable QFont m_shownFont;
    mutable int m_shownWidth = 0;
    NumberFont m_numbers;
};

} // namespace stepscope::ui
