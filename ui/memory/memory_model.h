#pragma once

#include "core/trace/memory_profile.h"

#include <QAbstractTableModel>

#include <vector>

namespace stepscope::ui {

/// Live memory at one time, by origin: one row per layer, operator and pass.
class MemoryModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { Layer, Operator, PassOf, Blocks, Bytes, Share };
    static constexpr int columns = Share + 1;
    enum Role { FigureRole = Qt::UserRole, PassRole };

    using QAbstractTableModel::QAbstractTableModel;

    /// The names are in the trace, which must live as long as the rows are shown.
    void show(const Trace* trace, std::vector<MemoryShare> shares);
    const MemoryShare& share(int row) const { return m_shares[size_t(row)]; }
    int64_t bytes() const { return m_bytes; }
    /// Whether the layer of some row is known.
    bool hasLayers() const;
    /// The cells as tab-separated text with a header; sizes in bytes.
    QString tsv(const QList<int>& rows) const;
    /// All rows as CSV.
    std::string csv() const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    void sort(int column, Qt::SortOrder order) override;

private:
    QString layerText(const MemoryShare& share) const;
    QString operatorText(const MemoryShare& share) const;
    QString text(const MemoryShare& share, int column) const;
    void sortShares();

    const Trace* m_trace = nullptr;
    std::vector<MemoryShare> m_shares;
    int64_t m_bytes = 0;
    int m_sortColumn = Bytes;
    Qt::SortOrder m_sortOrder = Qt::DescendingOrder;
};

} // namespace stepscope::ui
