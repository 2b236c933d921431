#include "ui/runs/runs_model.h"

#include "ui/runs/run_colors.h"
#include "ui/support/qt_text.h"
#include "ui/theme/theme.h"

#include <QFont>

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

namespace stepscope::ui {

namespace {

bool sameFigure(double a, double b)
{
    return a == b || (std::isnan(a) && std::isnan(b));
}

bool same(const LibraryEntry& a, const LibraryEntry& b)
{
    const auto words = [](const RunSummary& s) {
        return std::tie(s.outcome, s.failure, s.dataset, s.network, s.device, s.batchSize, s.steps,
                        s.totalSteps, s.epochs, s.startUnixMs, s.endUnixMs);
    };
    return a.problem == b.problem && words(a.summary) == words(b.summary) &&
           a.summary.label == b.summary.label && sameFigure(a.summary.testAccuracy, b.summary.testAccuracy) &&
           sameFigure(a.summary.testLoss, b.summary.testLoss) &&
           sameFigure(a.summary.validationAccuracy, b.summary.validationAccuracy) &&
           sameFigure(a.summary.validationLoss, b.summary.validationLoss) &&
           sameFigure(a.summary.imagesPerSecond, b.summary.imagesPerSecond);
}

QVariant alignmentOf(RunColumn column)
{
    return QVariant(Qt::AlignVCenter | (runColumn(column).isNumber ? Qt::AlignRight : Qt::AlignLeft));
}

QString searchText(const LibraryEntry& entry)
{
    QStringList words = {toQString(entry.path.filename())};
    for (const RunColumn column : {RunColumn::Name, RunColumn::Outcome, RunColumn::Network, RunColumn::Device,
                                   RunColumn::Date, RunColumn::Tags, RunColumn::Note})
        words += runText(entry, column);
    words += toQString(entry.summary.dataset);
    words += runDate(entry);
    return words.join('\n').toCaseFolded();
}

bool isEditable(RunColumn column)
{
    return column == RunColumn::Name || column == RunColumn::Tags || column == RunColumn::Note;
}

} // namespace

void RunsModel::setEntries(std::vector<LibraryEntry> entries)
{
    removeVanished(entries);
    if (m_entries.empty()) {
        if (entries.empty())
            return;
        beginResetModel();
        m_entries = std::move(entries);
        endResetModel();
        tickListed();
        return;
    }
    for (size_t row = 0; row < entries.size(); ++row)
        placeEntry(int(row), std::move(entries[row]));
    tickListed();
}

void RunsModel::tickListed()
{
    for (const auto& path : std::set(m_toTick)) {
        if (const int row = rowOf(path); row >= 0) {
            m_toTick.erase(path);
            setTicked(row, true);
        }
    }
}

std::set<std::filesystem::path> RunsModel::rememberedTicks() const
{
    std::set<std::filesystem::path> paths = m_ticked;
    paths.insert(m_toTick.begin(), m_toTick.end());
    return paths;
}

void RunsModel::removeVanished(const std::vector<LibraryEntry>& entries)
{
    std::set<std::filesystem::path> present;
    for (const LibraryEntry& entry : entries)
        present.insert(entry.path);
    for (int last = rowCount() - 1; last >= 0; --last) {
        int first = last + 1;
        while (first > 0 && !present.contains(entry(first - 1).path))
            --first;
        if (first > last)
            continue;
        beginRemoveRows({}, first, last);
        m_entries.erase(m_entries.begin() + first, m_entries.begin() + last + 1);
        endRemoveRows();
        last = first;
    }
    const auto leaves = [&](const auto& path) {
        const bool isGone = !present.contains(path);
        if (isGone)
            m_toTick.insert(path);
        return isGone;
    };
    if (std::erase_if(m_ticked, leaves) > 0)
        Q_EMIT ticksChanged();
}

void RunsModel::placeEntry(int row, LibraryEntry entry)
{
    const int before =
        row < rowCount() && m_entries[size_t(row)].path == entry.path ? row : rowOf(entry.path);
    if (before < 0) {
        beginInsertRows({}, row, row);
        m_entries.insert(m_entries.begin() + row, std::move(entry));
        endInsertRows();
        return;
    }
    if (before != row) {
        beginMoveRows({}, before, before, {}, row);
        std::rotate(m_entries.begin() + row, m_entries.begin() + before, m_entries.begin() + before + 1);
        endMoveRows();
    }
    if (same(m_entries[size_t(row)], entry))
        return;
    m_entries[size_t(row)] = std::move(entry);
    Q_EMIT dataChanged(index(row, 0), index(row, runColumnCount - 1));
}

int RunsModel::rowOf(const std::filesystem::path& path) const
{
    const auto found = std::ranges::find(m_entries, path, &LibraryEntry::path);
    return found == m_entries.end() ? -1 : int(found - m_entries.begin());
}

void RunsModel::setLabel(int row, const RunLabel& label)
{
    if (label.color != entry(row).summary.label.color)
        m_colored.insert(entry(row).path);
    changeLabel(row, label);
}

void RunsModel::changeLabel(int row, const RunLabel& label)
{
    LibraryEntry& entry = m_entries[size_t(row)];
    if (entry.summary.label == label || !entry.problem.empty())
        return;
    entry.summary.label = label;
    const auto path = entry.path; // the signals may move or remove the row
    Q_EMIT dataChanged(index(row, 0), index(row, runColumnCount - 1));
    Q_EMIT labelEdited(path, label);
    if (m_ticked.contains(path))
        Q_EMIT ticksChanged();
}

bool RunsModel::changeTick(int row, bool ticked)
{
    if (ticked == isTicked(row) || !entry(row).problem.empty())
        return false;
    RunLabel label = entry(row).summary.label;
    const bool mayChange = label.color.empty() || !m_colored.contains(entry(row).path);
    if (ticked && mayChange && (label.color.empty() || isTickedColor(label.color))) {
        label.color = unusedColor();
        changeLabel(row, label);
    }
    if (ticked)
        m_ticked.insert(entry(row).path);
    else
        m_ticked.erase(entry(row).path);
    Q_EMIT dataChanged(index(row, int(RunColumn::Color)), index(row, int(RunColumn::Color)));
    return true;
}

bool RunsModel::changeTicks(const std::set<std::filesystem::path>& paths)
{
    bool haveChanged = false;
    for (int row = 0; row < rowCount(); ++row)
        haveChanged |= changeTick(row, paths.contains(entry(row).path));
    return haveChanged;
}

void RunsModel::setTicked(int row, bool ticked)
{
    if (changeTick(row, ticked))
        Q_EMIT ticksChanged();
}

void RunsModel::tickOnly(const std::set<std::filesystem::path>& paths)
{
    if (changeTicks(paths))
        Q_EMIT ticksChanged();
}

void RunsModel::untickAll()
{
    const bool wereRemembered = !std::exchange(m_toTick, {}).empty();
    if (changeTicks({}) || wereRemembered)
        Q_EMIT ticksChanged();
}

std::vector<const LibraryEntry*> RunsModel::tickedEntries() const
{
    std::vector<const LibraryEntry*> ticked;
    for (const LibraryEntry& entry : m_entries) {
        if (m_ticked.contains(entry.path))
            ticked.push_back(&entry);
    }
    return ticked;
}

/// A color that no ticked run has, if possible. Blue and orange, the colors of training and test, come
/// last.
std::string RunsModel::unusedColor() const
{
    const auto ticked = tickedEntries();
    const int count = runColorCount();
    const auto color = [count](size_t number) { return storedRunColor(int(number + 2) % count); };
    for (size_t number = 0; number < size_t(count); ++number) {
        if (!isTickedColor(color(number)))
            return color(number);
    }
    return color(ticked.size());
}

bool RunsModel::isTickedColor(const std::string& color) const
{
    return std::ranges::any_of(
        tickedEntries(), [&](const LibraryEntry* entry) { return entry->summary.label.color == color; });
}

void RunsModel::setShownRun(const std::filesystem::path& path)
{
    if (path == m_shown)
        return;
    const int before = rowOf(m_shown);
    m_shown = path;
    for (const int row : {before, rowOf(path)}) {
        if (row >= 0)
            Q_EMIT dataChanged(index(row, 0), index(row, runColumnCount - 1));
    }
}

int RunsModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(m_entries.size());
}

int RunsModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : runColumnCount;
}

QVariant RunsModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const LibraryEntry& row = entry(index.row());
    const auto column = RunColumn(index.column());
    switch (role) {
    case Qt::DisplayRole:
        return runText(row, column);
    case Qt::EditRole:
        return column == RunColumn::Note ? toQString(row.summary.label.note) : runText(row, column);
    case Qt::ToolTipRole:
        return toolTip(row, column);
    case Qt::TextAlignmentRole:
        return alignmentOf(column);
    case Qt::ForegroundRole:
        return foreground(row, column);
    case Qt::FontRole: {
        QFont font;
        font.setWeight(QFont::DemiBold);
        return row.path == m_shown && column == RunColumn::Name ? font : QVariant();
    }
    case Qt::DecorationRole:
        return column == RunColumn::Color && row.problem.empty()
                   ? QVariant(shownRunColor(row.summary.label.color))
                   : QVariant();
    case Qt::CheckStateRole:
        if (column != RunColumn::Color || !row.problem.empty())
            return {};
        return isTicked(index.row()) ? Qt::Checked : Qt::Unchecked;
    case SortRole:
        return runSortKey(row, column);
    case SearchRole:
        return searchText(row);
    default:
        return {};
    }
}

bool RunsModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    if (role == Qt::CheckStateRole && (flags(index) & Qt::ItemIsUserCheckable)) {
        setTicked(index.row(), value.toInt() == Qt::Checked);
        return true;
    }
    if (role != Qt::EditRole || !(flags(index) & Qt::ItemIsEditable))
        return false;
    const LibraryEntry& row = entry(index.row());
    RunLabel label = row.summary.label;
    const QString text = value.toString();
    switch (RunColumn(index.column())) {
    case RunColumn::Name: {
        const QString name = text.simplified();
        label.name = name == runNameOfFile(row.path) ? std::string() : name.toStdString();
        break;
    }
    case RunColumn::Tags:
        label.tags = tagsOf(text);
        break;
    default:
        label.note = text.trimmed().toStdString();
    }
    setLabel(index.row(), label);
    return true;
}

QVariant RunsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= runColumnCount)
        return {};
    const RunColumnInfo& column = runColumn(RunColumn(section));
    switch (role) {
    case Qt::DisplayRole:
        return column.title;
    case Qt::ToolTipRole:
        return QString("<p>%1</p>").arg(column.help.toHtmlEscaped()); // rich text wraps
    case Qt::TextAlignmentRole:
        return alignmentOf(RunColumn(section));
    case Qt::InitialSortOrderRole:
        return QVariant::fromValue(column.isNumber || RunColumn(section) == RunColumn::Date
                                       ? Qt::DescendingOrder
                                       : Qt::AscendingOrder);
    default:
        return {};
    }
}

Qt::ItemFlags RunsModel::flags(const QModelIndex& index) const
{
    Qt::ItemFlags flags = QAbstractTableModel::flags(index);
    if (index.isValid() && isEditable(RunColumn(index.column())) && entry(index.row()).problem.empty())
        flags |= Qt::ItemIsEditable;
    if (index.isValid() && RunColumn(index.column()) == RunColumn::Color &&
        entry(index.row()).problem.empty())
        flags |= Qt::ItemIsUserCheckable;
    return flags;
}

QVariant RunsModel::foreground(const LibraryEntry& entry, RunColumn column) const
{
    const ThemeColors& colors = Theme::instance().colors();
    if (!entry.problem.empty())
        return colors.otherPass;
    if (column != RunColumn::Outcome)
        return {};
    switch (entry.summary.outcome) {
    case RunOutcome::Running:
        return colors.accent;
    case RunOutcome::Finished:
        return {};
    case RunOutcome::Failed:
    case RunOutcome::Crashed:
        return colors.error;
    default:
        return colors.mutedText;
    }
}

QString RunsModel::toolTip(const LibraryEntry& entry, RunColumn column) const
{
    if (!entry.problem.empty())
        return paragraph(toQString(entry.problem));
    const RunSummary& summary = entry.summary;
    switch (column) {
    case RunColumn::Color:
        return tr("Tick to draw its curves over those of the run on the screen");
    case RunColumn::Outcome:
        return summary.outcome == RunOutcome::Crashed
                   ? paragraph(tr("The process ended unexpectedly. Everything saved until then is shown."))
                   : paragraph(toQString(summary.failure));
    case RunColumn::Name: {
        QString text = paragraph(toQString(entry.path.filename()));
        if (const QString data = runText(entry, RunColumn::DataSet); !data.isEmpty())
            text += paragraph(tr("Data: %1").arg(data));
        if (!summary.label.tags.empty())
            text += paragraph(tr("Tags: %1").arg(tagsText(summary.label)));
        return text + paragraph(toQString(summary.label.note));
    }
    case RunColumn::Note:
        return paragraph(toQString(summary.label.note));
    case RunColumn::DataSet:
        return paragraph(runText(entry, column)); // of which a narrow column shows little
    case RunColumn::Date:
        return completeDateText(summary.startUnixMs);
    default:
        return {};
    }
}

} // namespace stepscope::ui
