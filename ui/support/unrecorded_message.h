#pragma once

#include "core/import/shared/imported_run.h"
#include "core/run/run.h"

#include <QCoreApplication>
#include <QString>

namespace stepscope::ui {

/// What views say of a run that was imported from a file without a recording, such as a model's.
struct UnrecordedMessage
{
    QString title;
    QString hint;

    static bool isOf(const Run& run) { return isImported(run) && run.trace.empty(); }

    UnrecordedMessage()
        : title(QCoreApplication::translate("UnrecordedMessage", "Nothing was recorded"))
        , hint(QCoreApplication::translate("UnrecordedMessage",
                                           "The file that this run was imported from holds no recording. "
                                           "A model's network is in the view Graph."))
    {
    }
};

} // namespace stepscope::ui
