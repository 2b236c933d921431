#pragma once

#include "core/run/run.h"

#include <QAbstractTableModel>

#include <span>
#include <vector>

namespace stepscope::ui {

/// Log entries in order of arrival: time, level, message.
class LogModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { Time, Level, Text, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;

    void append(std::span<const LogEntry> entries);
    const std::vector<LogEntry>& entries() const { return m_entries; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    std::vector<LogEntry> m_entries;
};

QString logLevelText(LogLevel level);
/// "2026-03-01 14:05:09  warning  …": a line of the copied or exported log.
QString logLine(const LogEntry& entry);

} // namespace stepscope::ui
