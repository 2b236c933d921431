#pragma once

#include "ui/compare/compare_table.h"

namespace stepscope::ui {

/// The figures side by side; the runs share the available width.
class FiguresTable final : public CompareTable
{
    Q_OBJECT

public:
    explicit FiguresTable(QAbstractItemModel* model, QWidget* parent = nullptr);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void shareWidth();
    void heightenHeadings();
};

} // namespace stepscope::ui
