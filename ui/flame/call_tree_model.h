#pragma once

#include "ui/flame/flame_data.h"

#include <QAbstractItemModel>

#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace stepscope::ui {

enum class CallTreeColumn {
    Name,
    Calls,
    TotalTime,
    TotalShare,
    SelfTime,
    SelfShare,
    MeanTime,
    DeviceTime,
    DeviceShare
};

inline constexpr int callTreeColumnCount = int(CallTreeColumn::DeviceShare) + 1;

/// A call tree as a model. Children are sorted when they are first requested, so that a tree of a million
/// frames sorts immediately. When a tree has grown, its existing rows stay the same.
class CallTreeModel final : public QAbstractItemModel
{
    Q_OBJECT

public:
    enum Role {
        FigureRole = Qt::UserRole, ///< of a number: nanoseconds, a share of 0 to 1, or a count
        PassRole,                  ///< int(Pass)
        KindRole,                  ///< int(FrameKind)
    };

    explicit CallTreeModel(QObject* parent = nullptr);

    void showData(std::shared_ptr<const FlameData> data);
    const FlameData& shown() const { return *m_data; }

    CallNodeId nodeOf(const QModelIndex& index) const;
    QModelIndex indexOf(CallNodeId node, CallTreeColumn column = CallTreeColumn::Name) const;
    /// As in a cell, but times are plain numbers in µs, other amounts are in their unit, and shares are in %.
    QString plainText(CallNodeId node, CallTreeColumn column) const;
    QString title(CallTreeColumn column) const;
    /// Whether the column is a time, or whatever was counted instead.
    static bool isTime(CallTreeColumn column);
    static bool isShare(CallTreeColumn column);
    /// Whether the column is of the work on devices, not of the host.
    static bool isOfDevice(CallTreeColumn column);
    /// Whether plainText() gives microseconds.
    bool isInMicroseconds(CallTreeColumn column) const
    {
        return isTime(column) && (m_data->tree->unit.empty() || column == CallTreeColumn::DeviceTime);
    }

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& index) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    bool hasChildren(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override;

private:
    double figure(CallNodeId node, CallTreeColumn column) const;
    QString text(CallNodeId node, CallTreeColumn column) const;
    /// Sorts the children of a node, if they are not sorted yet.
    void arrange(CallNodeId parent) const;
    std::vector<uint64_t> sortKeys(std::span<const uint32_t> nodes) const;
    void forgetOrder();
    void keepPlaces(const std::function<void()>& change);

    std::shared_ptr<const FlameData> m_data;
    CallTreeColumn m_sortColumn = CallTreeColumn::TotalTime;
    Qt::SortOrder m_sortOrder = Qt::DescendingOrder;
    mutable std::vector<uint32_t> m_children; ///< like FlameData::order, in the order of the table
    mutable std::vector<uint32_t> m_rows;     ///< by node, for sorted ones
    mutable std::vector<bool> m_isArranged;   ///< by parent
};

} // namespace stepscope::ui
