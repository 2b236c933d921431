#include "ui/log/log_model.h"

#include "core/base/text/format.h"
#include "ui/support/qt_text.h"
#include "ui/theme/theme.h"

namespace stepscope::ui {

QString logLevelText(LogLevel level)
{
    switch (level) {
    case LogLevel::Warning:
        return LogModel::tr("Warning");
    case LogLevel::Error:
        return LogModel::tr("Error");
    case LogLevel::Info:
        break;
    }
    return LogModel::tr("Info");
}

QString logLine(const LogEntry& entry)
{
    return QString("%1  %2  %3")
        .arg(toQString(formatLocalTime(entry.unixMs)), logLevelText(entry.level).leftJustified(7),
             toQString(entry.text));
}

void LogModel::append(std::span<const LogEntry> entries)
{
    if (entries.empty())
        return;
    const int first = int(m_entries.size());
    beginInsertRows({}, first, first + int(entries.size()) - 1);
    m_entries.insert(m_entries.end(), entries.begin(), entries.end());
    endInsertRows();
}

int LogModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(m_entries.size());
}

int LogModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant LogModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const LogEntry& entry = m_entries[size_t(index.row())];
    if (role == Qt::ForegroundRole) {
        const ThemeColors& colors = Theme::instance().colors();
        if (index.column() == Time)
            return colors.mutedText;
        if (index.column() == Level && entry.level != LogLevel::Info)
            return entry.level == LogLevel::Error ? colors.error : colors.warning;
        return index.column() == Level ? colors.mutedText : colors.text;
    }
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole)
        return {};
    if (role == Qt::ToolTipRole && index.column() == Text)
        return paragraph(toQString(entry.text)); // which wraps
    switch (index.column()) {
    case Time:
        return completeDateText(entry.unixMs);
    case Level:
        return logLevelText(entry.level);
    default:
        return toQString(entry.text);
    }
}

QVariant LogModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return int(Qt::AlignLeft | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Time:
        return tr("Time");
    case Level:
        return tr("Level");
    default:
        return tr("Message");
    }
}

} // namespace stepscope::ui
