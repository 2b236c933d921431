#include "ui/runs/runs_filter.h"

#include "ui/runs/run_differences.h"
#include "ui/support/qt_text.h"

#include <algorithm>

namespace stepscope::ui {

RunsFilter::RunsFilter(RunsModel* model)
    : FilterModel(model)
    , m_model(model)
    , m_collator(QLocale(QLocale::English)) // that of the locale C does not know numbers
{
    m_collator.setNumericMode(true);
    m_collator.setCaseSensitivity(Qt::CaseInsensitive);
    setSourceModel(model);
}

void RunsFilter::setWords(const QString& words)
{
    changeFilter([&] {
        m_words = words.toCaseFolded().split(' ', Qt::SkipEmptyParts);
        m_pattern = {};
    });
}

void RunsFilter::setPattern(const QRegularExpression& pattern)
{
    changeFilter([&] {
        m_words.clear();
        m_pattern = pattern;
    });
}

void RunsFilter::setDifferences(const RunDifferences* differences)
{
    m_differences = differences;
    connect(differences, &RunDifferences::changed, this, [this] {
        constexpr int column = int(RunColumn::DiffersBy);
        if (rowCount() > 0)
            Q_EMIT dataChanged(index(0, column), index(rowCount() - 1, column));
        if (sortColumn() == column)
            invalidate();
    });
}

const LibraryEntry& RunsFilter::entry(int row) const
{
    return m_model->entry(sourceRow(row));
}

std::vector<LibraryEntry> RunsFilter::entries() const
{
    std::vector<LibraryEntry> entries;
    for (int row = 0; row < rowCount(); ++row)
        entries.push_back(entry(row));
    return entries;
}

QVariant RunsFilter::data(const QModelIndex& index, int role) const
{
    const bool isText = role == Qt::DisplayRole || role == Qt::ToolTipRole;
    if (!isText || !m_differences || !index.isValid() || RunColumn(index.column()) != RunColumn::DiffersBy ||
        !entry(index.row()).problem.empty())
        return FilterModel::data(index, role);
    const auto& path = entry(index.row()).path;
    return role == Qt::DisplayRole ? m_differences->of(path) : paragraph(m_differences->completeOf(path));
}

bool RunsFilter::filterAcceptsRow(int row, const QModelIndex&) const
{
    if (m_words.isEmpty() && m_pattern.pattern().isEmpty())
        return true;
    const QString text = m_model->index(row, 0).data(RunsModel::SearchRole).toString();
    if (!m_pattern.pattern().isEmpty())
        return m_pattern.match(text).hasMatch();
    return std::ranges::all_of(m_words, [&](const QString& word) { return text.contains(word); });
}

bool RunsFilter::lessThan(const QModelIndex& left, const QModelIndex& right) const
{
    const QVariant a = sortKey(left);
    const QVariant b = sortKey(right);
    if (!a.isValid() || !b.isValid())
        return sortOrder() == Qt::AscendingOrder ? a.isValid() && !b.isValid() : !a.isValid() && b.isValid();
    if (RunColumn(left.column()) == RunColumn::DiffersBy)
        return m_collator.compare(a.toString(), b.toString()) < 0;
    return QVariant::compare(a, b) == QPartialOrdering::Less;
}

QVariant RunsFilter::sortKey(const QModelIndex& source) const
{
    if (!m_differences || RunColumn(source.column()) != RunColumn::DiffersBy)
        return source.data(RunsModel::SortRole);
    QString text = m_differences->of(m_model->entry(source.row()).path);
    text.remove(','); // also of numbers
    return text.isEmpty() ? QVariant() : text;
}

} // namespace stepscope::ui
