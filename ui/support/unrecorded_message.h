#pragma once

#include "core/import/shared/imported_run.h"
#include "core/run/run.h"

#include <QCoreApplication>
#include <QString>

namespace stepscope::ui {

/// The text of views for a run that was imported from a file without a recording, such as a model.
struct UnrecordedMessage
{
    Q_DECLARE_TR_FUNCTIONS(UnrecordedMessage)

public:
    QString title;
    QString hint;

    static bool isOf(const Run& run) { return isImported(run) && run.trace.empty(); }

    UnrecordedMessage()
        : title(tr("Nothing was recorded"))
        , hint(tr("The imported file has no recording. See the view Graph for a model's network."))
    {
    }
};

} // namespace stepscope::ui
