#include "ui/runs/runs_filter.h"

#include <algorithm>

namespace stepscope::ui {

RunsFilter::RunsFilter(RunsModel* model)
    : FilterModel(model)
    , m_model(model)
{
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

const LibraryEntry& RunsFilter::entry(int row) const
{
    return m_model->entry(sourceRow(row));
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
    const QVariant a = left.data(RunsModel::SortRole);
    const QVariant b = right.data(RunsModel::SortRole);
    if (!a.isValid() || !b.isValid())
        return sortOrder() == Qt::AscendingOrder ? a.isValid() && !b.isValid() : !a.isValid() && b.isValid();
    return QVariant::compare(a, b) == QPartialOrdering::Less;
}

} // namespace stepscope::ui
