#pragma once

#include "ui/runs/run_columns.h"

#include <QAbstractTableModel>

#include <set>

namespace stepscope::ui {

/// The runs of a library as a table. New lists change only the rows that differ, so that a selection and an
/// editor stay where they are.
class RunsModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Role {
        SortRole = Qt::UserRole, ///< as runSortKey()
        SearchRole,              ///< all that a filter's words are looked for in, case-folded
    };

    using QAbstractTableModel::QAbstractTableModel;

    void setEntries(std::vector<LibraryEntry> entries);
    const std::vector<LibraryEntry>& entries() const { return m_entries; }
    const LibraryEntry& entry(int row) const { return m_entries[size_t(row)]; }
    /// -1 when it is not there.
    int rowOf(const std::filesystem::path& path) const;

    /// Changes what is written on a run, as an edit in the table does.
    void setLabel(int row, const RunLabel& label);
    /// The run on the screen, which stands out.
    void setShownRun(const std::filesystem::path& path);

    /// A ticked run's curves are drawn over the others: it is given a colour when it has none.
    void setTicked(int row, bool ticked);
    bool isTicked(int row) const { return m_ticked.contains(entry(row).path); }
    std::vector<const LibraryEntry*> tickedEntries() const;
    /// Ticks each as soon as it is in the list.
    void tickWhenListed(std::set<std::filesystem::path> paths) { m_toTick = std::move(paths); }
    /// Those that are ticked, and those that were when they left the list: they are ticked when they are
    /// back.
    std::set<std::filesystem::path> rememberedTicks() const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;

Q_SIGNALS:
    void ticksChanged(); ///< also when a ticked run was named or coloured
    /// It is already shown, and is to be written.
    void labelEdited(const std::filesystem::path& path, const stepscope::RunLabel& label);

private:
    void removeVanished(const std::vector<LibraryEntry>& entries);
    std::string unusedColor() const;
    void placeEntry(int row, LibraryEntry entry);
    void tickListed();
    QVariant foreground(const LibraryEntry& entry, RunColumn column) const;
    QString toolTip(const LibraryEntry& entry, RunColumn column) const;

    std::vector<LibraryEntry> m_entries;
    std::filesystem::path m_shown;
    std::set<std::filesystem::path> m_ticked;
    std::set<std::filesystem::path> m_toTick;
};

} // namespace stepscope::ui
