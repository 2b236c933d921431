#pragma once

#include "ui/runs/runs_model.h"
#include "ui/support/filter_model.h"

#include <QCollator>
#include <QRegularExpression>
#include <QStringList>

namespace stepscope::ui {

class RunDifferences;

/// Sorts the runs and shows those that contain all the words, or match a pattern. Runs without the sorted
/// figure come last in either order.
class RunsFilter final : public FilterModel
{
    Q_OBJECT

public:
    explicit RunsFilter(RunsModel* model);

    void setWords(const QString& words);
    /// A valid regular expression for the text that setWords() searches, in folded case and with a line for
    /// each of its parts.
    void setPattern(const QRegularExpression& pattern);
    /// What the column DiffersBy shows. Without it, the column is empty.
    void setDifferences(const RunDifferences* differences);
    const RunDifferences* differences() const { return m_differences; }
    const LibraryEntry& entry(int row) const;
    int sourceRow(int row) const { return mapToSource(index(row, 0)).row(); }
    /// The runs shown, in the order of the rows.
    std::vector<LibraryEntry> entries() const;

    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;

protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override;
    bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;

private:
    QVariant sortKey(const QModelIndex& source) const;

    RunsModel* m_model;
    const RunDifferences* m_differences = nullptr;
    QCollator m_collator; ///< "batch 16" comes before "batch 128"
    QStringList m_words;
    QRegularExpression m_pattern; ///< empty: matches all
};

} // namespace stepscope::ui
