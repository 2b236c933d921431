#pragma once

#include "ui/compare/compare_table.h"

#include <vector>

namespace stepscope::ui {

/// The figures side by side. Each column is as wide as its texts, and the runs share what is left. In a
/// narrow table, names of runs and figures are cut and verdicts are shorter; tooltips have them in full.
class FiguresTable final : public CompareTable
{
    Q_OBJECT

public:
    explicit FiguresTable(QAbstractItemModel* model, QWidget* parent = nullptr);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void measureColumns();
    void shareWidth();
    void heightenHeadings();

    std::vector<int> m_needed; ///< of each column's longest figure or short verdict, in pixels
    std::vector<int> m_wanted; ///< the same with its name and its verdicts
};

} // namespace stepscope::ui
