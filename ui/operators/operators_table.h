#pragma once

#include "ui/operators/operators_model.h"
#include "ui/support/trace_selection.h"

#include <QTableView>

#include <bitset>
#include <functional>
#include <set>
#include <string>
#include <utility>

namespace stepscope {
struct PlainTable;
}

namespace stepscope::ui {

class OperatorsDelegate;
class StepChoice;

struct ColumnSort
{
    int column = 0;
    Qt::SortOrder order = Qt::DescendingOrder;
};

/// The operator table as a widget: keeps selection and scroll position when figures, order and filter change,
/// copies rows, and remembers its columns.
class OperatorsTable final : public QTableView
{
    Q_OBJECT

public:
    explicit OperatorsTable(OperatorsModel* model, QWidget* parent = nullptr);
    ~OperatorsTable() override;

    /// In the order in which they are shown.
    QList<OperatorColumn> shownColumns() const;
    QList<int> selectedRowNumbers() const;
    void forgetSelection();
    /// Selects the rows of an operator and scrolls to the first; does nothing if they are selected already,
    /// or if none is shown. Returns whether one is shown.
    bool selectOperator(const QString& name);
    /// The row shown in detail: the current one if it is selected, otherwise -1.
    int rowInDetail() const;

    /// The selected rows, or all that are shown if none is selected.
    void copyRows() const;
    QStringList selectedNames() const;
    void copyPicture();
    /// What the figures cover, for copies with room for it.
    void setCaption(const QString& caption) { m_caption = caption; }
    const QString& caption() const { return m_caption; }
    /// The steps that the row menu changes; null: it does not.
    void setStepChoice(StepChoice* choice) { m_stepChoice = choice; }
    /// `focusOf` returns what a row selects in the other views.
    void setSelection(TraceSelection* selection, std::function<TraceFocus(int row)> focusOf)
    {
        m_selection = selection;
        m_focusOf = std::move(focusOf);
    }
    /// Why nothing can be measured now, for the row menu; empty: it can.
    void setWhyNotMeasure(const QString& sentence) { m_whyNotMeasure = sentence; }
    /// Shows the columns that the user wants and the model's figures have. One without any value is shown
    /// only if the user has chosen it.
    void applyColumns();
    /// Fills the context menu of the rows.
    void fillRowMenu(QMenu* menu);
    /// Fills the menu of columns, which opens on the header and from the view.
    void fillColumnMenu(QMenu* menu);

Q_SIGNALS:
    void filterWanted(const QString& words);
    /// The user wants to measure the operator of a row alone.
    void measureWanted(int row);

protected:
    void contextMenuEvent(QContextMenuEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void setUpHeader();
    /// Makes the columns as much wider or narrower as the text, if its size is another one.
    void followTextSize();
    /// Of all columns, hidden or not; each is wide enough for its title.
    void setWidths(const std::function<int(int column)>& widthOf);
    void widenToTitle(int column);
    /// Whether a column is shown.
    bool isShown(OperatorColumn column) const;
    /// The width of the names at first, for the size of the text.
    int usualNameWidth() const;
    /// Gives the names the rest of the width or, if the user has sized them, the last column.
    void fillWidth();
    /// Gives the last column the rest of the width, unless that is less than its title needs.
    void stretchLastColumn();
    void resetColumns();
    void saveColumns() const;
    void loadColumns();
    /// Sorts by another column if the figures do not have the sorted one.
    void sortByWhatIsKnown();
    void addMeasureEntry(QMenu* menu);
    void copyText(std::string (*textOf)(const PlainTable&)) const;
    /// Names of the kernels on the screen; none for other rows.
    QStringList visibleKernels() const;
    void rememberSelection();
    void rememberSort();
    /// Whether a row matches a key of the remembered selection.
    bool isSame(const OperatorKey& shown, const OperatorKey& remembered) const;
    void beforeReset();
    void afterReset();

    OperatorsModel* m_model;
    OperatorsDelegate* m_delegate;
    StepChoice* m_stepChoice = nullptr;
    TraceSelection* m_selection = nullptr;
    std::function<TraceFocus(int row)> m_focusOf;
    QString m_caption;
    QString m_whyNotMeasure;
    std::bitset<operatorColumnCount> m_hidden; ///< by the user
    std::bitset<operatorColumnCount> m_chosen; ///< by the user, to be shown even without any value
    std::bitset<operatorColumnCount> m_known;  ///< of the figures shown
    std::bitset<operatorColumnCount> m_empty;  ///< without a value in any row
    bool m_areNamesSized = false;              ///< by the user
    bool m_isFitting = false;
    /// The text size in pixels for which the columns were sized; 0: not known.
    int m_textSize = 0;
    ColumnSort m_hostSort;   ///< which the user wants for runs without device times
    ColumnSort m_deviceSort; ///< and for runs with them
    bool m_isSortedForDevice = false;
    std::set<OperatorKey> m_selected; ///< including rows that the filter hides
    OperatorKey m_current;
    OperatorGrouping m_grouping = OperatorGrouping::ByOperator; ///< of the rows in these two
    int m_scrolledTo = 0;
    bool m_resetting = false;
};

} // namespace stepscope::ui
