#pragma once

#include "ui/compare/compare_table.h"
#include "ui/compare/compared_operator_columns.h"

#include <map>
#include <set>
#include <vector>

namespace stepscope::ui {

class ComparedOperatorsModel;

/// The operators side by side. Sorts by its header, and remembers which measures are shown and their widths,
/// shared by all runs. The selection survives sorting and filtering. Where there is no room for all measures,
/// those that add least are hidden first, and so are those that no operator has, unless the user has chosen
/// them. Figures are never cut: where they need more room than there is, the runs are scrolled to.
class ComparedOperatorsTable final : public CompareTable
{
    Q_OBJECT

public:
    explicit ComparedOperatorsTable(ComparedOperatorsModel* model, QWidget* parent = nullptr);
    ~ComparedOperatorsTable() override;

    bool isMeasureShown(OperatorMeasure measure) const
    {
        return !m_hidden.contains(measure) && !m_leftOut.contains(measure) &&
               (!m_empty.contains(measure) || m_kept.contains(measure));
    }
    void setMeasureShown(OperatorMeasure measure, bool shown);
    /// Shows complete names, in a column as wide as they are, unless that hides the figures.
    void setWithNamespace(bool withNamespace);
    /// Adds an entry for each measure.
    void fillColumnMenu(QMenu* menu);
    /// Adds entries that copy the names of the selected rows and filter by the current one.
    void fillNameMenu(QMenu* menu);

Q_SIGNALS:
    void filterWanted(const QString& words);

protected:
    void hideEvent(QHideEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    using Key = std::pair<std::string, Pass>;

    void load();
    void save() const;
    void applyColumns();
    void findEmpty();
    void fitColumns();
    void rememberSelection();
    void selectAgain();
    QStringList chosenNames() const;
    void measureFigures();
    void measureNames();
    /// So that no figure and no short verdict is cut.
    int figureWidthOf(OperatorMeasure measure) const;
    int widenForRunNames(std::vector<int>& widths, int most, int left) const;
    std::vector<int> sharedWidths(bool isNarrow, int left) const;
    int widthOf(int column, OperatorMeasure measure) const;
    int narrowWidthOf(int column, OperatorMeasure measure) const;
    int leastWidthOf(OperatorMeasure measure) const;
    /// Of all columns that are shown.
    int wholeWidth(bool isNarrow) const;

    ComparedOperatorsModel* m_model;
    std::set<OperatorMeasure> m_hidden;
    std::set<OperatorMeasure> m_kept;               ///< chosen by the user: never left out
    std::set<OperatorMeasure> m_leftOut;            ///< for lack of room
    std::set<OperatorMeasure> m_empty;              ///< in all rows, for all runs
    std::map<OperatorMeasure, int> m_widths;        ///< chosen by the user
    int m_nameWidth = 0;                            ///< of the longest name
    std::map<OperatorMeasure, int> m_figureWidths;  ///< of the cell with the longest figure of any run
    std::map<OperatorMeasure, int> m_verdictWidths; ///< the same of verdicts in full
    std::set<Key> m_selected;                       ///< including rows that the filter hides
    std::optional<std::pair<ComparedColumn, Qt::SortOrder>> m_sorted;
    bool m_resetting = false;
};

} // namespace stepscope::ui
