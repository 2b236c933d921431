#pragma once

#include <QImage>
#include <QList>

namespace stepscope::ui {

class OperatorsModel;
enum class OperatorColumn;

/// Rows as the table shows them, light and at twice the resolution of the screen, with the caption below. At
/// most 400 rows; a line gives the number of further rows.
QImage operatorsTablePicture(const OperatorsModel& model, const QList<int>& rows,
                             const QList<OperatorColumn>& columns, const QString& caption);

} // namespace stepscope::ui
