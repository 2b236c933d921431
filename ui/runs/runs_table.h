#pragma once

#include "ui/runs/runs_filter.h"
#include "ui/runs/runs_text.h"

#include <QTableView>

class QAction;
class QMenu;

namespace stepscope::ui {

/// The table of runs: opens, renames, labels, copies and deletes what is selected, and remembers its columns.
class RunsTable final : public QTableView
{
    Q_OBJECT

public:
    RunsTable(RunsModel* model, RunsFilter* filter, QWidget* parent = nullptr);
    ~RunsTable() override;

    QAction* openAction() const { return m_open; }
    QAction* renameAction() const { return m_rename; }
    QAction* saveAction() const { return m_save; }
    QAction* trashAction() const { return m_trash; }

    /// In the order in which they are shown.
    QList<RunColumn> shownColumns() const;
    /// In the order of the table.
    RunRows selectedRuns() const;
    void copyRows() const;
    /// Opens an editor in the current row's cell, showing the column if need be.
    void editCell(RunColumn column);
    /// Ticks the selected runs, or takes the ticks away where all have one.
    void toggleTicks();
    /// Of the selected runs; a negative number takes it away.
    void setColor(int number);

    void fillRowMenu(QMenu* menu);
    /// Which columns are shown.
    void fillColumnMenu(QMenu* menu);

Q_SIGNALS:
    void openWanted(const std::filesystem::path& path);
    /// As one file for elsewhere.
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
    void saveColumns() const;
    /// Gives the name what the other columns leave, as long as they are as they were at first.
    void fitName();
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
    bool m_fitsName = true;
};

} // namespace stepscope::ui
