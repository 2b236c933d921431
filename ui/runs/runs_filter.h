#pragma once

#include "ui/runs/runs_model.h"
#include "ui/support/filter_model.h"

#include <QRegularExpression>
#include <QStringList>

namespace stepscope::ui {

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
    const LibraryEntry& entry(int row) const;
    int sourceRow(int row) const { return mapToSource(index(row, 0)).row(); }

protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override;
    bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;

private:
    RunsModel* m_model;
    QStringList m_words;
    QRegularExpression m_pattern; ///< empty: matches all
};

} // namespace stepscope::ui
