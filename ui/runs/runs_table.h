#pragma once

#include "ui/runs/runs_filter.h"
#include "ui/runs/runs_text.h"
#include "ui/theme/frozen_columns.h"

#include <bitset>

class QAction;
class QMenu;
class QTimer;

namespace stepscope::ui {

/// The table of runs: opens, renames, labels, copies and deletes the selected runs, and remembers its
/// columns. Those that no run fills are hidden, unless the user has chosen them. The tick and the name stay
/// in place when the others are scrolled.
class RunsTable final : public FrozenTable
{
    Q_OBJECT

public:
    RunsTable(RunsModel* model, RunsFilter* filter, QWidget* parent = nullptr);
    ~RunsTable() override;

    QAction* saveAction() const { return m_save; }
    QAction* trashAction() const { return m_trash; }

    /// In the order in which they are shown.
    QList<RunColumn> shownColumns() const;
    /// In the order of the table.
    RunRows selectedRuns() const;
    /// The selected rows, or all that are shown if none is selected.
    void copyRows() const;
    /// Opens an editor in the current row's cell, showing the column if necessary.
    void editCell(RunColumn column);
    /// Ticks the selected runs, or unticks them if all are ticked.
    void toggleTicks();
    /// Of the selected runs; a negative number removes the color.
    void setColor(int number);

    void fillRowMenu(QMenu* menu);
    /// Fills a menu with the columns to show.
    void fillColumnMenu(QMenu* menu);

Q_SIGNALS:
    void openWanted(const std::filesystem::path& path);
    void openAllWanted(const std::vector<std::filesystem::path>& paths);
    /// The selected runs, at least two.
    void compareWanted();
    /// The run is to be saved as a single file.
    void saveWanted(const std::filesystem::path& path);
    void trashWanted(const std::vector<std::filesystem::path>& paths);

protected:
    void contextMenuEvent(QContextMenuEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void makeActions();
    void setUpHeader();
    void resetColumns();
    void loadHidden(int known);
    /// `isRestored`: the header has the widths of the settings.
    void loadSized(bool isRestored);
    /// Shows a column, or hides it, as the user wants.
    void setColumnChosen(int column, bool isShown);
    /// Finds out which columns no run fills, and applies what is hidden.
    void applyColumns();
    bool isEmpty(RunColumn column) const;
    void saveColumns() const;
    /// Puts the column of differences beside the name, with which it distinguishes the runs.
    void placeDifferences();
    /// Gives name and differences what the other columns leave, unless the user has sized them.
    void fitColumns();
    int differencesWidth() const;
    /// After a resize by the user.
    void takeWidth(int column);
    QList<int> selectedRowNumbers() const;
    void fillColorMenu(QMenu* menu);

    RunsModel* m_model;
    RunsFilter* m_filter;
    QAction* m_open;
    QAction* m_rename;
    QAction* m_save;
    QAction* m_trash;
    QAction* m_copy;
    QAction* m_tick;
    QTimer* m_delay;                      ///< until the list is complete
    std::bitset<runColumnCount> m_hidden; ///< by the user, or at first
    std::bitset<runColumnCount> m_kept;   ///< chosen by the user, even if no run fills them
    std::bitset<runColumnCount> m_empty;  ///< of all runs
    std::bitset<runColumnCount> m_sized;  ///< by the user, until the columns are reset
    bool m_isArranging = false;           ///< resizes are not the user's
};

} // namespace stepscope::ui
