#pragma once

#include "ui/operators/operators_model.h"

#include <QTableView>

#include <bitset>
#include <set>
#include <string>

namespace stepscope {
struct PlainTable;
}

namespace stepscope::ui {

class StepChoice;

/// The operator table as a widget: keeps what is selected and the place it is scrolled to while figures,
/// order and filter change, copies rows, and remembers its columns.
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
    /// Selects the rows of an operator and brings the first of them to sight; does nothing when they are
    /// selected, or when none is shown.
    void selectOperator(const QString& name);
    /// The row that is shown in detail: the current one when it is selected; -1: none.
    int rowInDetail() const;

    void copyRows() const;
    void copyNames() const;
    void copyPicture() const;
    /// What the figures cover, for copies that have room for it.
    void setCaption(const QString& caption) { m_caption = caption; }
    /// Which the menu of the rows changes; null: it does not.
    void setStepChoice(StepChoice* choice) { m_stepChoice = choice; }
    /// Shows the columns that the user wants, as far as the model's figures know them.
    void applyColumns();
    /// The entries of the menu that opens on the rows.
    void fillRowMenu(QMenu* menu);
    /// The entries of the menu that opens on the header, and from the view: which columns are shown.
    void fillColumnMenu(QMenu* menu);

Q_SIGNALS:
    void filterWanted(const QString& words);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void setUpHeader();
    void resetColumns();
    void saveColumns() const;
    void loadColumns();
    /// Where the figures do not know the column that the table is sorted by.
    void sortByWhatIsKnown();
    void copyText(std::string (*textOf)(const PlainTable&)) const;
    void rememberSelection();
    /// Whether a row is one of those that a key of the remembered selection speaks of.
    bool isSame(const OperatorKey& shown, const OperatorKey& remembered) const;
    void beforeReset();
    void afterReset();

    OperatorsModel* m_model;
    StepChoice* m_stepChoice = nullptr;
    QString m_caption;
    std::bitset<operatorColumnCount> m_hidden; ///< by the user
    std::bitset<operatorColumnCount> m_known;  ///< of the figures shown
    std::set<OperatorKey> m_selected;          ///< also those that the filter hides just now
    OperatorKey m_current;
    OperatorGrouping m_grouping = OperatorGrouping::ByOperator; ///< of the rows that these two speak of
    int m_scrolledTo = 0;
    bool m_resetting = false;
};

} // namespace stepscope::ui
