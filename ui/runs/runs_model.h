#pragma once

#include "ui/runs/run_columns.h"

#include <QAbstractTableModel>

#include <set>

namespace stepscope::ui {

/// The runs of a library as a table. A new list changes only the rows that differ, so that selection and
/// editor keep their place.
class RunsModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Role {
        SortRole = Qt::UserRole, ///< as runSortKey()
        SearchRole,              ///< the text that a filter searches, case-folded
    };

    using QAbstractTableModel::QAbstractTableModel;

    void setEntries(std::vector<LibraryEntry> entries);
    const std::vector<LibraryEntry>& entries() const { return m_entries; }
    const LibraryEntry& entry(int row) const { return m_entries[size_t(row)]; }
    /// The run's row, or -1.
    int rowOf(const std::filesystem::path& path) const;

    /// Changes a run's label, as an edit in the table does.
    void setLabel(int row, const RunLabel& label);
    /// The run on the screen, which is highlighted.
    void setShownRun(const std::filesystem::path& path);

    /// The curves of a ticked run are drawn over the others. It gets a color that no other ticked run has,
    /// unless the user has chosen its color.
    void setTicked(int row, bool ticked);
    /// Ticks these runs and no others that are in the list.
    void tickOnly(const std::set<std::filesystem::path>& paths);
    /// Also those of rememberedTicks() that are not in the list.
    void untickAll();
    bool isTicked(int row) const { return m_ticked.contains(entry(row).path); }
    std::vector<const LibraryEntry*> tickedEntries() const;
    /// Ticks each run when it appears in the list.
    void tickWhenListed(std::set<std::filesystem::path> paths) { m_toTick = std::move(paths); }
    /// The ticked runs, including runs that were ticked when they left the list: they are ticked again when
    /// they return.
    std::set<std::filesystem::path> rememberedTicks() const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;

Q_SIGNALS:
    void ticksChanged(); ///< also when a ticked run was renamed or recolored
    /// The new label is already shown, and must be saved.
    void labelEdited(const std::filesystem::path& path, const stepscope::RunLabel& label);

private:
    void removeVanished(const std::vector<LibraryEntry>& entries);
    void changeLabel(int row, const RunLabel& label);
    /// Without ticksChanged(); returns whether anything has changed.
    bool changeTick(int row, bool ticked);
    bool changeTicks(const std::set<std::filesystem::path>& paths);
    std::string unusedColor() const;
    bool isTickedColor(const std::string& color) const;
    void placeEntry(int row, LibraryEntry entry);
    void tickListed();
    QVariant foreground(const LibraryEntry& entry, RunColumn column) const;
    QString toolTip(const LibraryEntry& entry, RunColumn column) const;

    std::vector<LibraryEntry> m_entries;
    std::filesystem::path m_shown;
    std::set<std::filesystem::path> m_ticked;
    std::set<std::filesystem::path> m_toTick;
    std::set<std::filesystem::path> m_colored; ///< whose color the user has chosen
};

} // namespace stepscope::ui
