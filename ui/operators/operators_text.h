#pragma once

#include "core/exchange/plain_table.h"

#include <QList>
#include <QString>

namespace stepscope::ui {

class OperatorsModel;
enum class OperatorColumn;

/// Rows of the table for a file or the clipboard, in table order.
PlainTable operatorsTable(const OperatorsModel& model, const QList<int>& rows,
                          const QList<OperatorColumn>& columns);

/// Rows of the table with a header, tab-separated for spreadsheets. Times are plain numbers in µs and shares
/// in %, as in the CSV.
QString operatorsTsv(const OperatorsModel& model, const QList<int>& rows,
                     const QList<OperatorColumn>& columns);

/// All rows of the table as Markdown, times with their units.
QString operatorsMarkdown(const OperatorsModel& model, const QList<OperatorColumn>& columns);

/// 0 to the number of rows minus one.
QList<int> allRows(const OperatorsModel& model);

} // namespace stepscope::ui
