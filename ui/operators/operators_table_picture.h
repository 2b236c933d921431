#pragma once

#include "ui/exports/picture.h"

#include <QList>

namespace stepscope::ui {

class OperatorsModel;
enum class OperatorColumn;

/// Rows as the table shows them, with the caption below, in the size that they need. At most 400 rows; a line
/// gives the number of further rows. The model must outlive the picture.
Picture operatorsTablePicture(const OperatorsModel& model, const QList<int>& rows,
                              const QList<OperatorColumn>& columns, const QString& caption);

} // namespace stepscope::ui
