#pragma once

#include "ui/runs/run_differences.h"
#include "ui/runs/runs_filter.h"

#include <QListView>
#include <QStyledItemDelegate>

#include <set>

class QAction;
class QMenu;

namespace stepscope::ui {

/// Paints a run in two lines: its name, and how it went and what distinguishes it from the others, with a
/// check box in the run's color.
class RunsListDelegate final : public QStyledItemDelegate
{
    Q_OBJECT

public:
    RunsListDelegate(const RunsFilter* filter, const RunDifferences* differences, QObject* parent);

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    void updateEditorGeometry(QWidget* editor, const QStyleOptionViewItem& option,
                              const QModelIndex& index) const override;
    bool editorEvent(QEvent* event, QAbstractItemModel* model, const QStyleOptionViewItem& option,
                     const QModelIndex& index) override;
    bool helpEvent(QHelpEvent* event, QAbstractItemView* view, const QStyleOptionViewItem& option,
                   const QModelIndex& index) override;

    /// The second line.
    QString lineOf(const QModelIndex& index) const;

private:
    const RunsFilter* m_filter;
    const RunDifferences* m_differences;
};

/// A narrow list of runs, the newest first.
class RunsList final : public QListView
{
    Q_OBJECT

public:
    RunsList(RunsModel* model, RunsFilter* filter, const RunDifferences* differences,
             QWidget* parent = nullptr);

    /// In the order of the list.
    std::vector<const LibraryEntry*> selectedRuns() const;
    /// The current run, or null.
    const LibraryEntry* currentRun() const;
    QString lineOf(int row) const;
    /// Ticks the selected runs, or unticks them if all are ticked.
    void toggleTicks();
    /// The selected rows, or all if none is selected: name and differences, tab-separated.
    void copyRows() const;
    /// Adds the entries of the context menu.
    void fillMenu(QMenu* menu);

Q_SIGNALS:
    void openWanted(const std::filesystem::path& path);
    void selectionMoved();
    /// Add actions to the menu of the selected runs.
    void menuWanted(QMenu* menu);

protected:
    void contextMenuEvent(QContextMenuEvent* event) override;
    void selectionChanged(const QItemSelection& selected, const QItemSelection& deselected) override;

private:
    std::set<int> selectedRowNumbers() const;

    RunsModel* m_model;
    RunsFilter* m_filter;
    RunsListDelegate* m_delegate;
    QAction* m_open;
    QAction* m_tick;
    QAction* m_rename;
    QAction* m_copy;
};

} // namespace stepscope::ui
