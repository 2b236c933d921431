#pragma once

#include "ui/flame/flame_data.h"

#include <QAbstractItemModel>

#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace stepscope::ui {

enum class CallTreeColumn { Name, Calls, TotalTime, TotalShare, SelfTime, SelfShare, MeanTime, DeviceTime };

inline constexpr int callTreeColumnCount = int(CallTreeColumn::DeviceTime) + 1;

/// A call tree as a model. Children are put in order when they are first asked for, so that a tree of a
/// million frames sorts at once. Where a tree has grown, what was there stays the same row.
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

    uint32_t nodeOf(const QModelIndex& index) const;
    QModelIndex indexOf(uint32_t node, CallTreeColumn column = CallTreeColumn::Name) const;
    /// As in a cell, but times as plain numbers in µs, other amounts in their unit and shares in %.
    QString plainText(uint32_t node, CallTreeColumn column) const;
    QString title(CallTreeColumn column) const;
    /// A time, or what was counted instead.
    static bool isTime(CallTreeColumn column);
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
    double figure(uint32_t node, CallTreeColumn column) const;
    QString text(uint32_t node, CallTreeColumn column) const;
    /// Puts the children of a node in order, if they are not.
    void arrange(uint32_t parent) const;
    std::vector<uint64_t> sortKeys(std::span<const uint32_t> nodes) const;
    void forgetOrder();
    void keepPlaces(const std::function<void()>& change);

    std::shared_ptr<const FlameData> m_data;
    CallTreeColumn m_sortColumn = CallTreeColumn::TotalTime;
    Qt::SortOrder m_sortOrder = Qt::DescendingOrder;
    mutable std::vector<uint32_t> m_children; ///< as FlameData::order's, in the order of the table
    mutable std::vector<uint32_t> m_rows;     ///< by node, of those that are arranged
    mutable std::vector<bool> m_isArranged;   ///< by parent
};

} // namespace stepscope::ui
