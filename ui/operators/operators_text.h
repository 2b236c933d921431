#pragma once

#include <QList>
#include <QString>

#include <vector>

namespace stepscope::ui {

class OperatorsModel;
enum class OperatorColumn;

/// Rows of the table with a header, tab-separated: pastes into a spreadsheet as a table. Times are plain
/// numbers in µs and shares in %, as in the CSV.
QString operatorsTsv(const OperatorsModel& model, const QList<int>& rows,
                     const QList<OperatorColumn>& columns);

/// All rows that the table shows, as a Markdown table, times with their units.
QString operatorsMarkdown(const OperatorsModel& model, const QList<OperatorColumn>& columns);

} // namespace stepscope::ui
