#pragma once

#include <QImage>
#include <QList>

namespace stepscope::ui {

class OperatorsModel;
enum class OperatorColumn;

/// Rows of the table as it shows them, light and twice as fine as on the screen, with the caption below. At
/// most 400 rows: then a line says how many more there are.
QImage operatorsTablePicture(const OperatorsModel& model, const QList<int>& rows,
                             const QList<OperatorColumn>& columns, const QString& caption);

} // namespace stepscope::ui
