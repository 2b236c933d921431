#pragma once

#include "ui/support/cell_painting.h"

#include <QStringList>
#include <QStyledItemDelegate>

namespace stepscope::ui {

/// Paints the cells of the operator table: bars behind shares, the pass as a tag, numbers right-aligned with
/// a muted unit.
class OperatorsDelegate final : public QStyledItemDelegate
{
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;

    /// Kernels on the screen: a name that is cut keeps its start and can be none of the others. Empty: names
    /// are not compared.
    void setKernels(const QStringList& names) { m_kernels = names; }
    const QStringList& kernels() const { return m_kernels; }
    /// The name, cut if it does not fit into the width.
    QString shownName(const QFontMetrics& metrics, const QString& name, int width) const;

private:
    QStringList m_kernels;
    NumberFont m_numbers;
};

} // namespace stepscope::ui
